"""Targets: which there are, which sizes of card they take, and the files of an order that are made for one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from kensei_docs.catalogues import translator_for
from kensei_docs.database import Database
from kensei_docs.database.schema import read_as
from kensei_docs.database.yaml_files import read_cached
from kensei_docs.documents.build import Making, Order, Plan, Printed, Watcher, defects_of, make, plan
from kensei_docs.documents.cache import FaceCache
from kensei_docs.documents.imposition import DocumentFaces
from kensei_docs.documents.manifest import Made
from kensei_docs.documents.pdf import Intent
from kensei_docs.documents.products.options import Options, spec_of
from kensei_docs.documents.products.outlines import piece_of
from kensei_docs.documents.products.papers import Paper
from kensei_docs.documents.products.product import FACES, INCH, MANIFEST, SCREEN, Product, Size, face_size
from kensei_docs.documents.targets.deck import Cut, Deck, DeckFile, Maker, Offer, Target
from kensei_docs.documents.targets.makers import load_makers
from kensei_docs.problems import Place, Problem, Unusable, closest, unknown, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project, today
from kensei_docs.slugs import slug_of

FOLDER = "targets"
CHECK = "target"
# The default target.
HOME = "home"
# The ``makes`` of the default target: sheets of paper and pictures of them, which no maker module makes.
SHEETS = "sheets"
_SHEET_FORMATS = ("pdf", "png")
_SHEET_OPTIONS = (
    *(
        "--paper",
        "--printer",
        "--gap",
        "--grid",
        "--cut-lines",
        "--since",
        "--bleed",
        "--skip",
        "--marks",
        "--cut-file",
    ),
)
# A message names so many sizes of a service at the most.
_MOST_NAMED = 6
# The settings of targets that print shops take.
_OF_PRESSES = ("profile", "keeps-cmyk")

# Two sizes with a smaller difference are the same size of card, cut by two companies.
_SIZE_TOLERANCE_MM = 1.0


def load_targets(project: Project) -> tuple[dict[str, Target], list[Problem]]:
    """Return the targets of a project by name, and the problems of the invalid files."""
    targets: dict[str, Target] = {}
    problems: list[Problem] = []
    makers = load_makers()
    formats = {SHEETS: _SHEET_FORMATS, **{name: maker.FORMATS for name, maker in makers.items()}}
    for name, file in project.named_files(*SHARED_TEMPLATES, FOLDER).items():
        tree, faults = read_cached(file, project.parsed)
        target, faults = (None, faults) if faults else read_as(Target, tree, CHECK, name=name, folder=file.parent)
        if target and target.makes not in formats:
            hint = f"{closest(target.makes, formats)}; known are {', '.join(formats)}"
            faults = [Problem(tree.place("makes"), f"nothing is made as '{target.makes}'{hint}", CHECK)]
        elif target:
            known = formats[target.makes]
            message = f"{target.makes} come as {', '.join(known)}, not as "
            place = tree.place("formats")
            faults = [Problem(place, f"{message}{form}", CHECK) for form in target.formats if form not in known]
            if target.makes == SHEETS or "--profile" not in makers[target.makes].OPTIONS:
                faults += [
                    Problem(tree.place(setting), f"{target.makes} have no use for '{setting}'; leave it out", CHECK)
                    for setting in _OF_PRESSES
                    if setting in tree.value
                ]
        problems += faults
        if target and not faults:
            targets[name] = target
    return targets, problems


def require_target(project: Project, name: str | None, form: str | None, options: Collection[str] = ()) -> Target:
    """Return the target with a name; without a name, the default target of the format.

    ``options`` are the other options of the command line, such as ``--bleed``. Raises Unusable if there is no such
    target, its file is invalid, it doesn't have the format, or it doesn't use an option.
    """
    targets, problems = load_targets(project)
    problems_of_target = [problem for problem in problems if problem.place.file.endswith(f"/{name or HOME}.yaml")]
    if problems_of_target:
        raise Unusable(*problems_of_target)
    forms = list(dict.fromkeys(form for target in targets.values() for form in target.formats))
    if form is not None and form not in forms:
        raise unknown("build", "format", form, forms)
    if name is None:
        # The default target of a format is home, else the target of the same name, else the first with the format.
        candidates = [HOME, form or HOME, *targets]
        fitting = (
            candidate
            for candidate in candidates
            if candidate in targets and (form is None or form in targets[candidate].formats)
        )
        name = next(fitting, HOME)
    if name not in targets:
        raise unknown("build", "target", name, targets, CHECK)
    target = targets[name]
    if form and form not in target.formats:
        raise unusable(
            "build",
            f"target {name} comes as {', '.join(target.formats)}, not "
            f"as {form}; leave out --format or choose another --target",
            "format",
        )
    used = _SHEET_OPTIONS if target.makes == SHEETS else load_makers()[target.makes].OPTIONS
    useless = [option for option in options if option not in used]
    if useless:
        raise unusable("build", f"target {name} has no use for {' and '.join(useless)}; leave that out", CHECK)
    return target


def with_profile(target: Target, profile: Path) -> Target:
    """Return a target that makes files for the press of a profile, an ICC file."""
    suffix = f"-{slug_of(profile.stem) or 'press'}"
    return target.model_copy(
        update={"profile": profile.resolve().name, "folder": profile.resolve().parent, "suffix": suffix}
    )


def intent_of(target: Target, day: date) -> Intent | None:
    """Return the press that a target's files are made for, on a day; None without a profile.

    Raises Unusable for a profile that is not beside the target's own file, can't be read, or is not that of a press.
    """
    if not target.profile:
        return None
    file, folder = (target.folder / target.profile).resolve(), target.folder.resolve()
    if not (file.is_file() and file.is_relative_to(folder)):
        message = (
            f"target {target.name} names the profile '{target.profile}', which is not in this folder; put it there"
        )
        raise unusable(target.folder, message, CHECK)
    try:
        return Intent(Path(target.profile).stem, file.read_bytes(), day)
    except ValueError as fault:
        raise unusable(file, str(fault), CHECK) from fault
    except OSError as fault:
        raise unusable(file, f"can't be read ({fault.strerror}); check the file", CHECK) from fault


def cut_for(target: Target, product: Product, options: Options) -> Cut:
    """Return the cut of a kind's faces for a target; raises Unusable if the target doesn't take them."""
    place = product.folder / MANIFEST
    if product.is_page:
        message = f"{product.name} is made of pages, and target {target.name} is for cards; print it with --target home"
        raise unusable(place, message, CHECK)
    asked = options.size or product.face
    # Whether it is drawn for the size, and with enough bleed, is seen below: art may be enlarged.
    has_backs = spec_of(product, replace(options, bleed=None, size=None)).product.backs != "none"
    offer = _find_offer(target, asked, has_backs)
    if offer and offer.one_sided and has_backs:
        message = f"{product.name} has backs, and target {target.name} prints this size on one side"
        raise unusable(place, f"{message}; say so with --backs none", CHECK)
    if target.needs_back and not has_backs and not (offer and offer.one_sided):
        remedy = "add back.html.j2 to its folder, or choose another --target"
        if options.backs == "none":
            remedy = "leave out --backs none"
        raise unusable(place, f"{product.name} has no backs, and target {target.name} needs them; {remedy}", CHECK)
    if not target.sizes:
        return Cut(target.bleed if options.bleed is None else options.bleed, target.safe, options.size)
    if offer is None:
        message = f"{product.name} is {asked}, which target {target.name} doesn't take"
        raise unusable(place, f"{message}; {_ways_out(target, product, options, asked, has_backs)}", "size")
    pixel = INCH / target.dpi
    upright = Cut(offer.bleed * pixel, offer.safe * pixel, None, _trim_size(offer, target.dpi), offer.pixels)
    # A tile with a corner at its top is one with a side there, lying; a broad card is a high one.
    ways = [upright, _turned(upright)] if _turns(target) else [upright]
    ways.sort(key=lambda cut: not _is_near(face_size(asked), cut.size))
    if options.size and not any(_has_shape(product, cut.size) for cut in ways):
        message = f"{product.name} has the shape {product.outline}, which {asked} has not"
        raise unusable(place, f"{message}; {_ways_out(target, product, options, asked, has_backs)}", "size")
    cuts = [replace(cut, face=_face_of(cut, options, asked)) for cut in ways]
    cut = next((cut for cut in cuts if _fits(product, replace(options, size=cut.face))), cuts[0])
    spec_of(product, replace(options, size=cut.face, bleed=None))
    return cut


def _face_of(cut: Cut, options: Options, asked: str) -> str | None:
    """Return the size in which the faces of an order are laid out for a cut; None for that of their kind."""
    # A face of nearly the same size is not scaled, but centred.
    if not _is_near(face_size(asked), cut.size):
        return str(cut.size)
    # A large-print theme can't enlarge the cards of a service.
    return asked if options.theme.enlarge > 1 else options.size


def _turned(cut: Cut) -> Cut:
    """Return a cut on its side."""
    assert cut.size and cut.pixels, "a service has sizes"
    return replace(cut, size=cut.size.turned(), pixels=cut.pixels[::-1], turned=not cut.turned)


def _turns(target: Target) -> bool:
    """Return whether the maker of a target's files can print a face on its side."""
    return bool(getattr(load_makers()[target.makes], "TURNS", False))


def _is_near(size: Size | None, trim: Size | None) -> bool:
    """Return whether two sizes are the same size of card."""
    return bool(
        size and trim and max(abs(size.width - trim.width), abs(size.height - trim.height)) <= _SIZE_TOLERANCE_MM
    )


def _fits(product: Product, options: Options) -> bool:
    """Return whether faces can be printed so: they are drawn for no larger size, and for its shape."""
    try:
        _ = spec_of(product, replace(options, bleed=None)).piece
    except Unusable:
        return False
    return True


def _has_shape(product: Product, size: Size | None) -> bool:
    """Return whether a size can have the shape of a product."""
    if size is None or product.outline == "round":
        return size is None or abs(size.width - size.height) <= _SIZE_TOLERANCE_MM
    try:
        piece_of(product, size)
    except Unusable:
        return False
    return True


def _find_offer(target: Target, asked: str, has_backs: bool) -> Offer | None:
    """Return the offer of a target for a size by name or measure; None if it has none.

    Of several, it is one that has as many sides, and is not on its side.
    """
    size = face_size(asked)
    found = []
    for name, offer in target.sizes.items():
        names = (name, *offer.also)
        sizes = [*map(FACES.get, names), _trim_size(offer, target.dpi)]
        upright = asked in names or bool(size and size in sizes)
        if upright or (size and _turns(target) and size.turned() in sizes):
            found.append((offer, upright))
    best = min(found, key=lambda one: (one[0].one_sided == has_backs, not one[1]), default=None)
    return best and best[0]


def _ways_out(target: Target, product: Product, options: Options, asked: str, has_backs: bool) -> str:
    """Return the sizes of a target that the shape of a product can have, the nearest of many, and how to print there.

    What is drawn for a smaller size is printed larger with ``--size``; else it has to be drawn for one of them.
    """
    size = face_size(asked)
    product = spec_of(product, replace(options, bleed=None, size=None)).product
    cuts: dict[str, list[Cut]] = {}
    for name, offer in target.sizes.items():
        upright = Cut(0, 0, None, _trim_size(offer, target.dpi), offer.pixels)
        ways = [upright, _turned(upright)] if _turns(target) else [upright]
        if possible := [
            cut for cut in ways if offer.shape in (None, product.outline) and _has_shape(product, cut.size)
        ]:
            cuts[name] = possible
    own = {name for name in cuts if target.sizes[name].shape == product.outline}
    fitting = [name for name in cuts if target.sizes[name].one_sided != has_backs and (name in own or not own)]
    what = "" if product.outline == "square" else f" for this shape, {product.outline},"
    if not fitting:
        return f"it has no size{what} at all; print it with --target {HOME}"

    def away(cut: Cut) -> float:
        assert cut.size, "a service has sizes"
        return abs(cut.size.width - size.width) + abs(cut.size.height - size.height) if size else 0

    fewest = len(target.sizes) <= _MOST_NAMED
    named = fitting if fewest else sorted(fitting, key=lambda name: min(map(away, cuts[name])))[:_MOST_NAMED]
    known = ", ".join(f"{name} ({_trim_size(target.sizes[name], target.dpi)} mm)" for name in named)
    larger = [name for name in named if any(_fits(product, Options(size=str(cut.size))) for cut in cuts[name])]
    nearest = min(cuts[min(named, key=lambda name: min(map(away, cuts[name])))], key=away)
    # The name of a size may say its shape.
    shaped = f" and 'shape: {product.outline}'" if product.outline != "square" and not product.shape else ""
    drawn = f"write 'face: {nearest.size}'{shaped} in its {MANIFEST} and draw it for that"
    remedy = f"print it larger with --size {' or '.join(larger)}, or {drawn}" if larger else drawn
    count = "its sizes" if len(named) == len(fitting) else f"the nearest of its {len(target.sizes)} sizes"
    return f"{count}{what} are {known}; {remedy}"


def _trim_size(offer: Offer, dpi: float) -> Size:
    """Return the size of the cut of an offer, in millimetres."""
    width, height = (round((side - 2 * offer.bleed) / dpi * INCH, 2) for side in offer.pixels)
    return Size(width, height)


# Cards for a target are on no paper, but a plan needs one: every card fits on the largest.
ANY_PAPER = "a3"
# A sheet for a board has so many millimetres more than that.
_AROUND_MM = 100
# In this format, the page for the screen of a product, if it has one, replaces its cards.
HTML = "html"


def build_for_target(
    project: Project, database: Database, order: Order, target: Target, base_url: str, by_name: bool, watcher: Watcher
) -> Printed:
    """Make an order's files for a target.

    ``by_name``: the user named the products; one that the target doesn't take is then refused, and otherwise left out.
    ``base_url`` is the address of the folder in which pictures will be published. Raises Unusable if nothing can be
    made.
    """
    decks, planned = decks_of(project, database, order, target, base_url, by_name)
    return make_files(project, order.out, target, list(files_of(decks, target, planned)), planned, watcher)


def decks_of(
    project: Project, database: Database, order: Order, target: Target, base_url: str, by_name: bool
) -> tuple[list[Deck], Plan]:
    """Return the decks to make for an order, and a plan with their problems and HTML pages, but without documents."""
    result = Plan()
    intent = intent_of(target, project.as_of or today())
    cuts: dict[Cut, list[Product]] = {}
    left_out: list[str] = []
    for product in order.products:
        if HTML in target.formats and product.has(SCREEN):
            plan(project, database, replace(order, products=[product], papers=(ANY_PAPER,)), result=result)
            continue
        try:
            cuts.setdefault(cut_for(target, product, order.options), []).append(product)
        except Unusable as fault:
            if by_name:
                result.refused += fault.problems
            elif not any(map(product.applies_to, order.editions)):
                continue
            elif project.holds(product.folder) and not (product.is_page or product.is_of_whole_edition):
                # Cards of the user's own game are missed by whoever asks for all of them.
                result.problems += [
                    replace(one, message=f"left out: {one.message}", severity="warning") for one in fault.problems
                ]
            else:
                left_out.append(product.name)
    if left_out:
        message = f"left out, for target {target.name} is for cards of its sizes: {', '.join(left_out)}"
        result.problems.append(Problem(Place("build"), f"{message}; print them with --target {HOME}", CHECK, "note"))
    translators = {language: translator_for(project, database, language) for language in order.languages}
    decks = []
    for cut, products in cuts.items():
        # The cut determines the printed bleed; the art is drawn with the bleed of its product.
        options = replace(order.options, bleed=None, size=cut.face, keeps_cmyk=target.keeps_cmyk)
        options = replace(options, papers={**options.papers, ANY_PAPER: _sheet_for(products, options)})
        order_of_cut = replace(order, products=products, papers=(ANY_PAPER,), options=options)
        result.documents.clear()
        plan(project, database, order_of_cut, screen=False, result=result)
        for document in result.documents:
            faces = document.faces
            theme = faces.suffix.removeprefix(f"-{options.size}")
            size = f"-{order.options.size}" if order.options.size else ""
            path = (
                document.path.parent
                / target.name
                / f"{faces.product.name}{size}{theme}{order.suffix(faces.product)}{target.suffix}.out"
            )
            renamed = replace(document, path=path)
            decks.append(Deck(project, translators[faces.language], renamed, target, cut, base_url, intent))
    result.documents.clear()
    return decks, result


def _sheet_for(products: Sequence[Product], options: Options) -> Paper:
    """Return that paper, or a larger one on which the largest face of some products fits."""
    paper = options.papers[ANY_PAPER]
    faces = [spec_of(product, options).face for product in products]
    wide, high = (max(getattr(face, side) for face in faces) + _AROUND_MM for side in ("width", "height"))
    return replace(paper, size=Size(max(paper.size.width, wide), max(paper.size.height, high)))


def files_of(decks: Sequence[Deck], target: Target, planned: Plan) -> Iterator[tuple[Deck, list[DeckFile]]]:
    """Yield each deck with its files; the problems of decks whose files can't be made are added to ``planned``."""
    maker = load_makers()[target.makes]
    for deck in decks:
        try:
            yield deck, maker.files(deck)
        except Unusable as fault:
            planned.refused += fault.problems
            planned.failed.add(deck.document.faces.subject)


def make_files(
    project: Project,
    out: Path,
    target: Target,
    wanted: Sequence[tuple[Deck, list[DeckFile]]],
    planned: Plan,
    watcher: Watcher,
) -> Printed:
    """Make the files of decks that are not up to date, and the plan's HTML pages.

    Other files that an earlier run made in the folders of the decks are deleted. Raises Unusable if the folder ``out``
    can't be written to.
    """
    maker = load_makers()[target.makes]
    makings = [
        Making(
            deck.document,
            {file.path: file.key for file in files},
            partial(_made_of, maker, deck, files),
            folder=deck.folder,
        )
        for deck, files in wanted
    ]
    printed = make(project, out, makings, planned, watcher)
    problems = [*printed.problems, *(problem for deck, _ in wanted for problem in deck.translator.problems)]
    return replace(printed, problems=list(dict.fromkeys(problems)))


def _made_of(
    maker: Maker, deck: Deck, files: Sequence[DeckFile], paths: Collection[Path], caches: Mapping[Path, FaceCache]
) -> Iterator[Made]:
    """Yield the files of a deck with these paths."""
    faces = deck.document.faces
    cache = caches[faces.folder]
    wanted = [file for file in files if file.path in paths]
    for made in maker.make(deck, wanted, DocumentFaces(deck.document, cache)):
        file = made.file
        slots = dict.fromkeys(slot for side in file.sides for slot in side.slots)
        defects = [*defects_of(faces, cache, slots), *made.defects]
        shown = {side.face for side in file.sides}
        pieces = sum(side.row.copies for side in faces.sides if side.front in shown)
        yield Made(file.path, made.data, pieces, file.pages, defects)
