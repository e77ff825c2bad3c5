"""The folder of a site: its pages and data, made anew in memory, and written where they changed.

A site of one edition stands in the folder itself, of several each in a folder of its id, below a front door. What an
earlier run wrote, and this one did not, is deleted; a file that somebody else wrote or changed is never written over
unasked. What lies beside the site (the bundles of a release) is linked, and not touched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kensei_docs.army.troop_catalogue import troops_of
from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database, Edition, load
from kensei_docs.database.errata import version_of
from kensei_docs.documents.build import Order, Watcher, refusing_unwritable
from kensei_docs.documents.manifest import Made, Manifest, Subject
from kensei_docs.documents.markup.errata import ErrataLog
from kensei_docs.documents.markup.font_families import families_of
from kensei_docs.documents.markup.icon_sets import used_sets
from kensei_docs.documents.markup.looks import ICONS, Look, pictures
from kensei_docs.documents.markup.templates import decks_of
from kensei_docs.documents.products.options import Options, families_in
from kensei_docs.documents.products.papers import papers_of
from kensei_docs.documents.products.product import Product, load_products, rows_of
from kensei_docs.documents.release import FEED, PAGE, licences_of, notices, read_settings
from kensei_docs.problems import Place, Problem, Unusable, short_path
from kensei_docs.project import Project
from kensei_docs.site import offline
from kensei_docs.site.bytecode import has_compiler
from kensei_docs.site.cards import Card, Cards, cards_of
from kensei_docs.site.musters import drawings_of, muster_data, parts_of_pack
from kensei_docs.site.pages import DOOR_SCRIPTS, ENGINE_SCRIPTS, SitePages, data_script, ignored
from kensei_docs.site.rules import CHECK, KIND, Rule, Rules, rules_of
from kensei_docs.site.runtime import CONTENTS, commands, engine_files, library_files, minifier, runtime_problems
from kensei_docs.site.table import ARMY, ODDS, PLAY, TablePages, table_pages

# What the manifest of outputs has of each file of a site: no document.
_OF_SITE = Subject("", "site", "")
# The folder of the engine in a site.
ENGINE = "engine"
_LEADS = re.compile(r'href="#([^"]+)"')
_NOT_OURS = "is there, and no site of this project is known to have written it; move it away, or say --overwrite"


@dataclass(frozen=True)
class Wish:
    """What is asked for: the folder, the address at which it will be published (with a slash, or empty), whether
    pictures of cards are made, whether files of others are written over, and the folder of Python for the browser."""

    folder: Path
    base: str = ""
    cards: bool = True
    overwrite: bool = False
    runtime: Path | None = None


@dataclass
class Site:
    """A finished site: its folder, the number of its files and of those that this run wrote, their bytes, and problems.

    ``lacks`` are sentences on what an edition has no data for, by its id.
    """

    folder: Path
    files: int = 0
    fresh: int = 0
    size: int = 0
    problems: list[Problem] = field(default_factory=list)
    lacks: dict[str, list[str]] = field(default_factory=dict)


def build(project: Project, database: Database, order: Order, wish: Wish, watcher: Watcher) -> Site:
    """Make the site of an order's editions in its languages, and write it.

    Raises Unusable if an edition has no rules to show, a template is invalid, the runtime isn't what it should be, or a
    file in the folder is not of a site.
    """
    if wish.runtime and (faults := list(runtime_problems(wish.runtime))):
        raise Unusable(*faults)
    site = Site(wish.folder)
    site.problems += ignored(project)
    translators = {language: translator_for(project, database, language) for language in order.languages}
    files: dict[str, bytes] = {}
    doors: list[dict[str, Any]] = []
    several = len(order.editions) > 1
    for edition in order.editions:
        inside = f"{edition.id}/" if several else ""
        own = _OfEdition(project, database, edition, translators, order, wish, inside, site, several)
        files |= {f"{inside}{address}": data for address, data in own.files(watcher).items()}
        doors.append(own.door())
    if several:
        files |= _front_door(project, translators, doors, _minifier(wish))
    site.problems = list(
        dict.fromkeys([*site.problems, *(one for each in translators.values() for one in each.problems)])
    )
    _write(project, site, files, wish.overwrite)
    return site


def _minifier(wish: Wish) -> bytes | None:
    return minifier(wish.runtime) if wish.runtime else None


def _front_door(
    project: Project, translators: Mapping[str, Translator], doors: list[dict[str, Any]], short: bytes | None
) -> dict[str, bytes]:
    """Return the files of the front door of several editions, which are not in the folder of one."""
    pages = SitePages(project, translators, short)
    files = {name: data for name, data in pages.files("").items() if name in ("site.css", "fonts.css")}
    files |= pages.scripts(DOOR_SCRIPTS)
    titles = {code: " · ".join(dict.fromkeys(door["games"][code] for door in doors)) for code in translators}
    files["index.html"] = pages.page(
        "editions", editions=doors, title=titles, edition="", version="", crest=doors[0]["crest"]
    )
    return files | offline.icons(doors[0]["icon"], doors[0]["ground"])


@dataclass
class _OfEdition:
    """The site of one edition: ``inside`` is the path of its folder within the site."""

    project: Project
    database: Database
    edition: Edition
    translators: Mapping[str, Translator]
    order: Order
    wish: Wish
    inside: str
    site: Site
    several: bool

    def __post_init__(self) -> None:
        products = load_products(self.project)[0]
        if (
            KIND not in products
            or not products[KIND].applies_to(self.edition)
            or not rows_of(products[KIND], self.edition)[0]
        ):
            place = self.edition.tree.place()
            raise Unusable(Problem(place, f"{self.edition.id} has no rules to show; give it records", CHECK))
        self._product = products[KIND]
        self._products = [one for one in self.order.products if one.applies_to(self.edition)]
        self._pages = SitePages(self.project, self.translators, _minifier(self.wish))
        self._look = Look(self.project, self._product, self.edition, Options().theme, self.site.problems)
        self._titles = {code: one.edition(self.edition.id) for code, one in self.translators.items()}
        self._version = version_of(self.edition)
        # The name of its folder in a release.
        self._bundle = f"{self.edition.id}-{self._version}"
        self._shared: dict[str, Any] = {
            "title": self._titles,
            "version": self._version,
            "crest": self._look.crest(self._look.of().crest, "paper", "ink"),
            "edition": self.edition.id,
            "base": f"{self.wish.base}{self.inside}" if self.wish.base else "",
        }

    def door(self) -> dict[str, Any]:
        """Return what the front door of several editions says of this one."""
        identity = self._look.of()
        return {
            "id": self.edition.id,
            "titles": self._titles,
            "games": dict.fromkeys(self.translators, self.edition.game),
            "version": self._version,
            "languages": [name for _, name, _ in self._pages.languages],
            # Whether it has a page that shows the list of an address.
            "army": ARMY in self._shared["pages"],
            "band": self._look.tile(identity),
            "crest": self._shared["crest"],
            "icon": str(self._shared["crest"]),
            "ground": self._look.colour("ink"),
        }

    def files(self, watcher: Watcher) -> dict[str, bytes]:
        """Return the files of the site by address; what it lacks is added to the site."""
        rules = rules_of(
            self.project, self.database, self._product, self.edition, self.translators, self._pages.words("turn")
        )
        cards = Cards()
        if self.wish.cards:
            cards = cards_of(
                self.project, self.database, self.edition, tuple(self.translators), self._products, watcher
            )
        self.site.problems += [*rules.problems, *cards.problems]
        table = table_pages(self.database, self.edition, self.translators)
        of_engine = table.names if self.wish.runtime else []
        self._shared["pages"] = ["home", "rules", *(["cards"] if cards.cards else []), *of_engine]
        html = "\n".join(said.html for rule in rules.rules for said in rule.said.values())
        families = families_of(self.project).for_page(html, families_in(self.project, Options().theme))
        files = self._pages.files(families)
        files |= self._data(rules, cards)
        files |= self._icons()
        files["rules.html"] = self._rules_page(rules)
        if cards.cards:
            files["cards.html"] = self._pages.page("cards", fallen=self._look.art("fallen-banner"), **self._shared)
        else:
            files.pop("site-cards.js")
        news = self._news()
        files |= news
        licences = {address: path.read_bytes() for address, path in licences_of(self.project).items()}
        engine: dict[str, bytes] = {}
        if self.wish.runtime and table.names:
            engine = self._engine(self.wish.runtime)
            files |= self._table_files(table, rules, cards, engine)
            library = library_files(self.wish.runtime)
            licences |= {name: library.pop(name) for name in [*library] if name.startswith("licences/")}
            files |= library
        files["index.html"] = self._home(rules, cards, news, licences)
        # What is kept without a network: all but the page of each rule, and pictures of cards; the engine apart.
        kept = dict(files)
        files |= licences | self._rule_pages(rules, cards)
        faces = {address: path.read_bytes() for address, path in cards.pictures.items()}
        files[offline.WORKER] = offline.worker(self.edition.id, kept, faces, engine, _minifier(self.wish))
        self._tell_lacks(cards, table)
        return files | faces | engine

    def _table_files(
        self, table: TablePages, rules: Rules, cards: Cards, engine: Mapping[str, bytes]
    ) -> dict[str, bytes]:
        """Return the pages that ask the engine, with their scripts and data, among which is the digest of its files: a
        page keeps answers under it."""
        left_out = {f"site-{name}.js" for name in (ARMY, PLAY, ODDS) if name not in table.names}
        files = self._pages.scripts(name for name in ENGINE_SCRIPTS if name not in left_out)
        table.data[ARMY] |= self._armies(table, rules, cards)
        table.data[ARMY]["digest"] = json.loads(engine[f"{ENGINE}/{CONTENTS}"])["digest"]
        files |= {f"data/{name}.js": data_script(name, data) for name, data in table.data.items()}
        for name in table.names:
            files[f"{name}.html"] = self._pages.page(
                name,
                data=[one for one in table.data if one in (ARMY, name)],
                battle=table.battle,
                troops=dict.fromkeys(name for one in table.data[ARMY]["troops"] for name in one["name"].values()),
                **self._shared,
            )
        return files

    def _armies(self, table: TablePages, rules: Rules, cards: Cards) -> dict[str, Any]:
        """Return what can be chosen for an army, the drawings of its troops, and the prints beside the site."""
        products = self._all_products()
        drawn = drawings_of(self.project, self.edition, next(iter(self.translators.values())), products)
        gists = {rule.id: {code: said.gist for code, said in rule.said.items()} for rule in rules.rules}
        only = {kind: field for product in products for kind, field in product.only.items()}
        # The page of cards prints them at their true size, where no print lies beside the site.
        page = self._pages.words("cards")
        links = {one.name: {code: [(page[code], f"cards.html#{one.name}")] for code in page} for one in cards.kinds}
        links |= {one["name"]: one["files"] for one in self._beside[0]}
        known = {one["id"] for one in table.data[ARMY]["troops"]}
        # A drawing that several troops have is there once.
        drawings = list(dict.fromkeys(drawn[name] for name in drawn if name in known))
        return {
            **muster_data(self.database, self.edition, self.translators, self._look, gists, only),
            "drawings": drawings,
            "drawn": {name: drawings.index(drawing) for name, drawing in drawn.items() if name in known},
            "crest": self._shared["crest"],
            "parts": parts_of_pack(self.translators, self.edition, products, links),
        }

    def _engine(self, runtime: Path) -> dict[str, bytes]:
        """Return the engine of this edition alone."""
        database = load(self.project, [self.edition.id])[0] if self.several else self.database
        files = engine_files(self.project, database, self.translators, runtime)
        return {f"{ENGINE}/{name}": content for name, content in files.items()}

    def _rules_page(self, rules: Rules) -> bytes:
        chapters = [
            {
                "titles": {code: Markup(title) for code, title in chapter.titles.items()},
                "rules": [
                    {"id": rule.id, "titles": {code: Markup(self._said(rule, code).title) for code in self.translators}}
                    for rule in rules.rules
                    if rule.chapter == at
                ],
            }
            for at, chapter in enumerate(rules.chapters)
        ]
        drawing = self._look.art(self._look.of_chapter("rule").art or self._look.of().art)
        fallen = self._look.art("fallen-banner")
        return self._pages.page("rules", chapters=chapters, drawing=drawing, fallen=fallen, **self._shared)

    def _said(self, rule: Rule, code: str) -> Any:
        return rule.said.get(code) or next(iter(rule.said.values()))

    def _data(self, rules: Rules, cards: Cards) -> dict[str, bytes]:
        """Return the scripts with the data of rules and cards."""
        others = self._cards_of_other_names(rules, cards)
        values = [list(one.values) for one in rules.filters]
        of_rules: dict[str, list[Any]] = {}
        for card in cards.cards:
            kind = cards.kinds[card.kind]
            if card.record:
                shown = [
                    card.id,
                    self._full(card.front),
                    self._full(card.titles),
                    kind.size.width,
                    kind.size.height,
                    kind.round,
                ]
                of_rules.setdefault(card.record, []).append(shown)
        listed = [
            [
                rule.id,
                rule.chapter,
                [
                    [at, values[at].index(value)]
                    for at, one in enumerate(rules.filters)
                    for value in rule.values.get(one.key, ())
                    if value in values[at]
                ],
            ]
            for rule in rules.rules
        ]
        known = {rule.id for rule in rules.rules}
        files = {
            "data/rules.js": data_script(
                "rules",
                {
                    "chapters": [chapter.titles for chapter in rules.chapters],
                    "filters": [{"labels": one.labels, "values": list(one.values.values())} for one in rules.filters],
                    "rules": listed,
                    "cards": of_rules,
                    "others": [
                        [f"cards.html#{card.id}", self._full(card.titles), self._full(cards.kinds[card.kind].titles)]
                        for card in others
                    ],
                    "troops": self._troops(others),
                },
            )
        }
        for code in self.translators:
            said = [self._said(rule, code) for rule in rules.rules]
            texts = [
                [one.title, one.html, one.sources, list(rule.also.get(code, ()))]
                for rule, one in zip(rules.rules, said, strict=True)
            ]
            files[f"data/rules-{code}.js"] = data_script(f"rules-{code}", texts)
        if cards.cards:
            groups = [*{tuple(sorted(card.group.items())): card.group for card in cards.cards if card.group}.values()]
            files["data/cards.js"] = data_script(
                "cards",
                {
                    "kinds": [
                        {
                            "name": one.name,
                            "titles": one.titles,
                            "size": [one.size.width, one.size.height],
                            "round": one.round,
                        }
                        for one in cards.kinds
                    ],
                    "groups": [self._full(group) for group in groups],
                    "cards": [
                        {
                            "id": card.id,
                            "kind": card.kind,
                            "group": groups.index(card.group) if card.group else -1,
                            "rule": card.record if card.record in known else "",
                            "titles": self._full(card.titles),
                            "front": self._full(card.front),
                            **({"back": self._full(card.back)} if card.back else {}),
                            "words": self._full(card.words),
                        }
                        for card in cards.cards
                    ],
                },
            )
        return files

    def _cards_of_other_names(self, rules: Rules, cards: Cards) -> list[Card]:
        """Return the cards that no rule is called like: a search of the rules finds them, too."""
        known = {rule.id: self._said(rule, code).name for rule in rules.rules for code in [next(iter(rule.said))]}
        return [card for card in cards.cards if next(iter(card.titles.values())) != known.get(card.record)]

    def _troops(self, others: list[Card]) -> dict[str, list[int]]:
        """Return the troops that have a card, as places among these cards, by the id of each rule that touches them."""
        language, translator = next(iter(self.translators.items()))
        # The title of a card may begin with the name of its group.
        named: dict[str, list[int]] = {}
        for at, card in enumerate(others):
            title = card.titles.get(language, "").removeprefix(card.group.get(language, "")).lstrip(": ")
            named.setdefault(title, []).append(at)
        found: dict[str, list[int]] = {}
        for troop in troops_of(self.edition):
            for identity in troop.records:
                found.setdefault(identity, []).extend(named.get(translator.name(troop.profile), ()))
        return {identity: places for identity, places in found.items() if places}

    def _full(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return a text in each language; in one that lacks it, that of another."""
        return {code: texts.get(code) or next(iter(texts.values())) for code in self.translators}

    @cached_property
    def _about(self) -> dict[str, str]:
        """What the game is, by language; empty where its edition does not say it."""
        return {code: translator.about(self.edition.id) for code, translator in self.translators.items()}

    def _icons(self) -> dict[str, bytes]:
        """Return the icons and the manifest."""
        first = next(iter(self.translators))
        about = self._about[first] or self._pages.words("about")[first]
        ground = self._look.colour("ink")
        named = offline.manifest(self._titles[first], about, first, ground)
        return {**offline.icons(str(self._shared["crest"]), ground), offline.MANIFEST: named}

    def _rule_pages(self, rules: Rules, cards: Cards) -> dict[str, bytes]:
        """Return the page of each rule by address."""
        files = {}
        pictures_of = {card.record: next(iter(card.front.values())) for card in reversed(cards.cards)}
        for rule in rules.rules:
            full = replace(rule, said={code: self._said(rule, code) for code in self.translators})
            values = {
                "rule": full,
                "chapter": {"titles": {c: Markup(t) for c, t in rules.chapters[rule.chapter].titles.items()}},
                "linked": {code: _leading_up(said.html) for code, said in full.said.items()},
                "picture": pictures_of.get(rule.id, "icons/icon-512.png"),
            }
            files[f"rules/{rule.id}/index.html"] = self._pages.page(
                "rule", root="../../../", **{**self._shared, **values, "here": "rules"}
            )
        return files

    def _news(self) -> dict[str, bytes]:
        """Return the change log and the feed of the errata in each language."""
        settings = read_settings(self.project)
        if not (self.wish.folder / self._bundle).is_dir():
            # Its addresses are those of the bundle.
            settings = settings.model_copy(update={"address": ""})
        return {
            f"news/{code}/{name}": text.encode()
            for code, translator in self.translators.items()
            for name, text in notices(self.project, self.edition, translator, settings, self._bundle).items()
            if name in (PAGE, FEED)
        }

    def _home(self, rules: Rules, cards: Cards, news: Mapping[str, bytes], licences: Iterable[str]) -> bytes:
        look, first = self._look, next(iter(self.translators.values()))
        identity = look.of()
        said = {rule.id: rule for rule in rules.rules}
        names = {kind.name for kind in cards.kinds}
        decks = list(decks_of(self.project, self.edition, first, Options().theme, self.site.problems))
        covers = [
            {
                "name": deck.kind,
                "style": look.tile(deck.look),
                "on": look.on_field(deck.look),
                "art": look.art(deck.look.art),
                "titles": next(self._full(kind.titles) for kind in cards.kinds if kind.name == deck.kind),
            }
            for deck in decks
            if deck.kind in names
        ]
        errata = [
            {
                "day": issue.day,
                "version": issue.version,
                "records": [
                    {"id": address, "titles": {c: Markup(self._said(said[address], c).title) for c in self.translators}}
                    for step in issue.steps
                    for address in dict.fromkeys(change.record for change in step.erratum.content.changes.values())
                    if address in said
                ],
            }
            for issue in ErrataLog(self.edition, first).issues
        ]
        counts = {"rules": len(rules.rules), "cards": len(cards.cards)}
        doors = []
        for name in ("army", "play", "rules", "cards", "odds"):
            if name in self._shared["pages"]:
                of_door = look.of_chapter(name)
                doors.append(
                    {
                        "name": name,
                        "count": counts.get(name, 0),
                        "art": look.art(of_door.art or identity.art),
                        "style": look.tile(of_door),
                    }
                )
        prints, sets = self._beside
        drawn = pictures(self.project, ICONS)
        steps = (step for part in self.edition.turn.values() for step in (part.get("steps") or {}).values())
        of_turn = (address for step in steps for address in step["of"] if address in said)
        return self._pages.page(
            "home",
            abouts=self._about,
            first_of_turn=next(of_turn, None),
            band=look.tile(identity),
            on_band=look.on_field(identity),
            doors=doors,
            covers=covers,
            prints=prints,
            decks=sets,
            errata=errata,
            feeds={c: f"news/{c}/{FEED}" for c in self.translators if f"news/{c}/{FEED}" in news},
            has_cards=bool(cards.cards),
            licences=[(address.partition("/")[2], address) for address in licences],
            credits=[one.credit for one in used_sets(self.project, self.edition, drawn)],
            **self._shared,
        )

    @cached_property
    def _beside(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the prints and the decks of the edition's bundle that lies in the folder of the site, as links.

        Each is a title by language, and (label, address) of its files by language.
        """
        bundle = self._bundle
        up = "../" if self.several else ""
        papers, booklets = papers_of(self.project), self._pages.words("booklet")
        prints: list[dict[str, Any]] = []
        decks: list[dict[str, Any]] = []
        for product in self._all_products():
            titles = {c: t.template(product.name, product.title_in(self.edition)) for c, t in self.translators.items()}
            pdfs: dict[str, list[tuple[str, str]]] = {}
            sets: dict[str, list[tuple[str, str]]] = {}
            for code in self.translators:
                folder = self.wish.folder / bundle / code
                for name, label in _papers(product, papers, booklets[code]):
                    if (folder / name).is_file():
                        pdfs.setdefault(code, []).append((label, f"{up}{bundle}/{code}/{name}"))
                saved = f"tts/{product.name}/{product.name}.json"
                if (folder / saved).is_file():
                    sets.setdefault(code, []).append(("JSON", f"{up}{bundle}/{code}/{saved}"))
            prints += [{"name": product.name, "titles": titles, "files": pdfs}] if pdfs else []
            decks += [{"titles": titles, "files": sets}] if sets else []
        if not prints:
            self.site.lacks.setdefault(self.edition.id, []).append(
                "its prints are not beside the site: kensei-docs release "
                f"{short_path(str(self.wish.folder))} -e {self.edition.id} --site makes both"
            )
        return prints, decks

    def _all_products(self) -> list[Product]:
        return [one for one in load_products(self.project)[0].values() if one.applies_to(self.edition)]

    def _tell_lacks(self, cards: Cards, table: TablePages) -> None:
        lacks = self.site.lacks.setdefault(self.edition.id, [])
        lacks += table.lacks
        if table.names and not self.wish.runtime:
            lacks.append(
                f"no pages that need Python for the browser ({', '.join(table.names)}): fetch it into a folder with "
                f"these commands, and name that with --runtime: {'; '.join(commands())}"
            )
        if not self.wish.cards:
            lacks.append("no cards, as --no-cards says")
        elif not cards.cards:
            lacks.append("no cards: none of its kinds of record has a kind of card")
        if not self.edition.errata:
            lacks.append("no errata are in force, so there is no feed")
        if len(self.translators) == 1:
            lacks.append("one language: it has no catalogue of another")
        if self.wish.runtime and table.names and not has_compiler():
            lacks.append("its engine takes twice as long to start: with Node on this machine its modules are compiled")
        if not self.wish.base:
            lacks.append("no pictures for messages that quote its addresses: --base-url says where it will stand")


def _leading_up(html: str) -> str:
    """Return the content of a rule for its own page: another rule is on the page of all, and headings are higher."""
    return re.sub(r"<(/?)h3\b", r"<\1h2", _LEADS.sub(r'href="../../../rules.html#\1"', html))


def _papers(product: Product, papers: Iterable[str], booklet: str) -> Iterator[tuple[str, str]]:
    """Yield (file name, label) of the sheets of a kind on each paper, and as a ``booklet``, the word for it."""
    for name in papers:
        label = name.upper() if len(name) < len("a10") else name.capitalize()
        yield f"{product.name}-{name}.pdf", label
        yield f"{product.name}-booklet-{name}.pdf", f"{label}, {booklet}"


def _write(project: Project, site: Site, files: Mapping[str, bytes], overwrite: bool) -> None:
    """Write the files that changed, and delete those of an earlier run that are no more."""
    outputs = Manifest(project.cache)
    known = {path for path, of in outputs.recorded_in(site.folder) if of == _OF_SITE}
    paths = {(site.folder / address): data for address, data in files.items()}
    if not overwrite:
        foreign = [
            path
            for path, data in paths.items()
            if path.resolve() not in known and path.exists() and (not path.is_file() or path.read_bytes() != data)
        ]
        if foreign:
            raise Unusable(*(Problem(Place(str(path)), _NOT_OURS, CHECK) for path in foreign[:10]))
    with refusing_unwritable(site.folder):
        for path, data in paths.items():
            site.files += 1
            site.size += len(data)
            if not path.is_file() or path.read_bytes() != data or path.resolve() not in known:
                site.fresh += not (path.is_file() and path.read_bytes() == data)
                path.parent.mkdir(parents=True, exist_ok=True)
                outputs.write("", Made(path, data), _OF_SITE)
        wanted = {path.resolve() for path in paths}
        for path in known - wanted:
            outputs.remove(path)
    outputs.save()
