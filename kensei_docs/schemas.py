"""JSON Schemas of the YAML files of a project, made of the models that read them, for editors that check while one
types.

An editor reads a number or a date where the tool reads the words as they are written, so a text may be a number in a
schema. What a schema says is less than what ``check`` does: which keys there are, and of which shape their values are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import BaseModel, BeforeValidator, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from kensei_docs.database.model import Vocabulary
from kensei_docs.database.schema import (
    LISTS,
    SHAPES,
    EditionSchema,
    ErratumSchema,
    HeadlineSchema,
    RulingSchema,
    StatementSchema,
    TurnSchema,
)
from kensei_docs.database.spreadsheets import ColumnSchema
from kensei_docs.database.yaml_files import parse
from kensei_docs.documents.products.options import Printer, Theme
from kensei_docs.documents.products.product import Product
from kensei_docs.documents.targets.deck import Target
from kensei_docs.engine.play_schema import PlaySchema
from kensei_docs.sources import Source
from kensei_docs.versions.lineage import SECTIONS, ClausesSchema, OddsSchema, SeriesSchema

FOLDER = "schemas"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"]}
_NUMBER: dict[str, Any] = {"type": ["number", "string"]}
_ANY: dict[str, Any] = {}
_MAPPING: dict[str, Any] = {"type": "object"}
_NAMED = ("properties", "$defs")
# The models of whole files, and of each entry of a file.
_FILES: dict[str, type[BaseModel]] = {
    "edition": EditionSchema,
    "erratum": ErratumSchema,
    "kind": Product,
    "theme": Theme,
    "target": Target,
    "source": Source,
}
_ENTRIES: dict[str, type[BaseModel]] = {
    "rulings": RulingSchema,
    "statements": StatementSchema,
    "turn": TurnSchema,
    "headlines": HeadlineSchema,
    "printers": Printer,
}
# The schema of a file by its path in a project; the first pattern that fits.
_PATHS = (
    (r"data/editions/[^/]+/edition\.yaml", "edition"),
    (r"data/(editions/[^/]+/)?vocabulary\.yaml", "vocabulary"),
    (r"data/editions/[^/]+/(rulings|statements|turn|headlines)\.yaml", r"\1"),
    (r"data/errata/[^/]+/[^/]+\.yaml", "erratum"),
    (r"data/lineage/[^/]+\.yaml", "lineage"),
    (r"data/glossary\.yaml", "glossary"),
    (r"templates/_shared/themes/[^/]+\.yaml", "theme"),
    (r"templates/_shared/targets/[^/]+\.yaml", "target"),
    (r"templates/[^/_][^/]*/kind\.yaml", "kind"),
    (r"sources/[^/]+/source\.yaml", "source"),
    (r"printers\.yaml", "printers"),
    (r"pull\.yaml", "pull"),
)
_RECORDS = re.compile(r"data/editions/[^/]+/([^/]+)\.yaml")


def schemas(vocabulary: Vocabulary, kinds: Iterable[str] = ()) -> dict[str, str]:
    """Return the texts of the schemas by name; ``kinds`` are those of record that have one each, too."""
    made = {name: _of_model(model) for name, model in _FILES.items()}
    made["edition"]["properties"]["play"] = _of_model(PlaySchema)
    made |= {name: _entries(_of_model(model)) for name, model in _ENTRIES.items()}
    for name in ("rulings", "statements", "turn"):
        made[name]["additionalProperties"]["properties"]["from"] = _CITATIONS
    made["lineage"] = _of_lineage()
    # One printer may stand in a file of its own.
    made["printers"] = {"anyOf": [made["printers"], _of_model(Printer)]}
    made["vocabulary"] = _of_vocabulary(vocabulary)
    word = {"type": "string"}
    made["glossary"] = _entries(
        {
            "type": "object",
            "properties": {"part": word},
            "patternProperties": {"^[a-z]{2,3}(-[A-Za-z]+)*$": _TEXT},
            "additionalProperties": False,
        }
    )
    made["pull"] = _entries({"type": "string", "pattern": "^https?://"})
    for kind in kinds:
        made[f"records-{kind}"] = _of_records(vocabulary, kind)
    return {
        name: json.dumps({"$schema": _DIALECT, "title": name, **_hoisted(schema)}, indent=1, ensure_ascii=False) + "\n"
        for name, schema in sorted(made.items())
    }


def schema_for(path: str, vocabulary: Vocabulary) -> str:
    """Return the name of the schema of a YAML file of a project, empty for one without."""
    for pattern, name in _PATHS:
        if found := re.fullmatch(pattern, path):
            return found.expand(name)
    records = _RECORDS.fullmatch(path)
    kind = vocabulary.kinds.get(records[1]) if records else None
    return f"records-{kind}" if kind else ""


def line_for(path: str, name: str) -> str:
    """Return the line at the head of a YAML file that tells an editor its schema."""
    up = "../" * (len(PurePosixPath(path).parts) - 1)
    return f"# yaml-language-server: $schema={up}{FOLDER}/{name}.json\n"


def with_schemas(files: Mapping[str, str | bytes], vocabulary: Vocabulary) -> dict[str, str | bytes]:
    """Return the files of a new project with the schemas of its YAML files, and with the editor's line in each.

    ``vocabulary`` is the tool's; that of the project lies over it.
    """
    own = files.get("data/vocabulary.yaml")
    if isinstance(own, str):
        vocabulary = Vocabulary([*vocabulary.trees, parse(Path("data/vocabulary.yaml"), own.encode())[0]])
    named = {path: schema_for(path, vocabulary) for path in files if path.endswith(".yaml")}
    kinds = [name.removeprefix("records-") for name in named.values() if name.startswith("records-")]
    made: dict[str, str | bytes] = {}
    for path, content in files.items():
        name = named.get(path, "")
        made[path] = line_for(path, name) + content if name and isinstance(content, str) else content
    texts = schemas(vocabulary, dict.fromkeys(kinds))
    wanted = {"edition", "vocabulary", "glossary", "erratum", "kind", "theme", "rulings", "pull", *named.values()}
    return {**made, **{f"{FOLDER}/{name}.json": text for name, text in texts.items() if name in wanted}}


_CITATIONS: dict[str, Any] = {"type": "array", "items": {"type": "object", "required": ["document"]}}


class _Generator(GenerateJsonSchema):
    """Makes schemas of models some of whose fields, such as paths and trees, stand in no file."""

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> JsonSchemaValue:
        return {}


def _of_model(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a model with what the tool reads besides: texts that are numbers, and fields in words."""
    schema: dict[str, Any] = _loosened(model.model_json_schema(by_alias=True, schema_generator=_Generator))
    _without_own_fields(schema, model)
    for definition, inner in _models_in(model):
        if definition in schema.get("$defs", {}):
            _without_own_fields(schema["$defs"][definition], inner)
    return schema


def _models_in(model: type[BaseModel]) -> Iterator[tuple[str, type[BaseModel]]]:
    todo, seen = [model], {model}
    while todo:
        for field in todo.pop().model_fields.values():
            for inner in _classes_in(field.annotation):
                if inner not in seen:
                    seen.add(inner)
                    todo.append(inner)
                    yield inner.__name__, inner


def _classes_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from _classes_in(inner)


def _without_own_fields(schema: dict[str, Any], model: type[BaseModel]) -> None:
    """Take out what no file has, and let fields that a validator takes apart be written in words, too."""
    for name, field in model.model_fields.items():
        key = field.alias or name
        if field.exclude:
            schema["properties"].pop(key, None)
            schema["required"] = [one for one in schema.get("required", ()) if one != key]
        elif any(isinstance(one, BeforeValidator) for one in field.metadata) and key in schema["properties"]:
            schema["properties"][key] = {"anyOf": [schema["properties"][key], _TEXT]}


def _loosened(schema: Any) -> Any:
    """Return a schema in which a text may be a number or true, and a number a text, as YAML has them."""
    if isinstance(schema, list):
        return [_loosened(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    # Below these, keys are names of fields and models, and not words of a schema.
    named = {key: {name: _loosened(one) for name, one in schema[key].items()} for key in _NAMED if key in schema}
    loose = {key: inner if key in ("enum", "const") else _loosened(inner) for key, inner in schema.items()} | named
    kind = schema.get("type")
    if kind == "string" and "enum" not in schema and "const" not in schema:
        loose |= _TEXT
    elif kind in ("number", "integer"):
        loose |= _NUMBER
    # Docstrings are for those who read the code.
    return {key: inner for key, inner in loose.items() if key not in ("title", "default", "description")}


def _entries(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a file of such entries by name."""
    return {"type": "object", "additionalProperties": schema}


def _hoisted(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with the definitions of all its parts at its top, where references look for them."""
    definitions: dict[str, Any] = {}

    def without(part: Any) -> Any:
        if isinstance(part, list):
            return [without(one) for one in part]
        if not isinstance(part, dict):
            return part
        if "$defs" in part:
            definitions.update(without(part["$defs"]))
        return {key: without(inner) for key, inner in part.items() if key != "$defs"}

    bare = without(schema)
    return {**bare, "$defs": definitions} if definitions else bare


def _of_vocabulary(vocabulary: Vocabulary) -> dict[str, Any]:
    """Return the schema of ``vocabulary.yaml``: its sections are those that the tool's own vocabulary says it has."""
    within = (vocabulary.section("within").get("vocabulary") or {}).keys()
    sections: dict[str, Any] = {path.partition(".")[0]: _ANY for path in within}
    for name, (shape, _) in SHAPES.items():
        entry = _of_model(ColumnSchema) if name == "columns" else _loosened(TypeAdapter(shape).json_schema())
        sections[name] = {"type": ["object", "null"], "additionalProperties": entry}
    sections |= {name: {"type": ["array", "null"], "items": {"type": "string"}} for name in LISTS}
    return {"type": "object", "properties": dict(sorted(sections.items())), "additionalProperties": False}


def _of_lineage() -> dict[str, Any]:
    """Return the schema of a lineage: edges by their relation, and what the report of changes reckons with."""
    sections: dict[str, Any] = {relation: {"type": ["array", "null"]} for relation in SECTIONS}
    models: dict[str, type[BaseModel]] = {"odds": OddsSchema, "series": SeriesSchema, "clauses": ClausesSchema}
    sections |= {name: _entries(_of_model(model)) for name, model in models.items()}
    sections |= {"situation": _MAPPING, "weights": _entries(_NUMBER)}
    return {"type": "object", "properties": sections, "additionalProperties": False}


def _of_records(vocabulary: Vocabulary, kind: str) -> dict[str, Any]:
    """Return the schema of a file of records of a kind; one whose fields nobody declares may have any."""
    fields = vocabulary.section("fields")
    declared = fields.get(kind)
    columns = {
        str(entry.get("at") or name).partition(".")[0]
        for name, entry in vocabulary.section("columns").items()
        if isinstance(entry, dict) and kind in (entry.get("used-by") or [kind])
    }
    shapes: dict[str, Any] = {
        "name": _TEXT,
        "text": _TEXT,
        "reminder": _TEXT,
        "note": {"type": ["string", "number", "null"]},
        "figures": {"type": ["object", "null"], "additionalProperties": {"type": ["string", "number", "null"]}},
        "rules": {"type": ["object", "null"], "additionalProperties": _TEXT},
        "effects": {"type": ["object", "null"]},
        "status": {"enum": ["formal", "partial", "prose"]},
        "from": _CITATIONS,
        "look": _MAPPING,
    }
    known = {*(fields.get("any") or ()), *(declared or ()), *columns}
    return _entries(
        {
            "type": "object",
            "properties": {name: shapes.get(name, _ANY) for name in sorted(known)},
            "required": ["name"],
            "additionalProperties": declared is None,
        }
    )
