"""Small YAML files that say how something is printed, read into a model of what may stand there."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from kensei_docs.database.yamlfile import Tree
from kensei_docs.problems import Problem, closest

_Model = TypeVar("_Model", bound=BaseModel)


def read_as(
    model: type[_Model], tree: Tree, noun: str, check: str, path: str = "", **given: Any
) -> tuple[_Model | None, list[Problem]]:
    """Return what stands at a path of a file as a model, or None and what is wrong with it.

    ``noun`` is what the file describes, ``given`` what the model is told besides.
    """
    value = tree.value
    for step in filter(None, path.split(".")):
        value = value.get(step)
    if not isinstance(value, dict):
        return None, [Problem(tree.place(path), "holds no mapping; it should", check)]
    try:
        return model.model_validate({**value, **given}), []
    except ValidationError as errors:
        return None, [_problem(model, tree, noun, check, path, error) for error in errors.errors()]


def _problem(model: type[BaseModel], tree: Tree, noun: str, check: str, path: str, error: Any) -> Problem:
    inner = ".".join(map(str, error["loc"]))
    known = [str(f.alias or name) for name, f in model.model_fields.items() if not f.exclude]
    if error["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        message = f"'{inner}' is no setting of a {noun}{closest(str(error['loc'][0]), known)}"
    elif error["type"] == "missing":
        message = f"has no '{inner}'; add it"
    else:
        message = f"'{inner}': {error['msg'].removeprefix('Value error, ')}"
    return Problem(tree.place(".".join(filter(None, (path, inner)))), message, check)
