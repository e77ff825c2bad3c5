import pytest

from kensei_docs.documents.products.product import load_products, require_products
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from tests.versions.editions import edition

KIND = "title: Pond cards\neach: ability\nface: poker\n"


def loaded(folder, kind, files=("face.html.j2", "face.css")):
    home = folder / "templates" / "pond-cards"
    home.mkdir(parents=True)
    (home / "kind.yaml").write_text(kind, encoding="utf-8")
    for file in files:
        (home / file).write_text("", encoding="utf-8")
    return load_products(Project((folder,), folder / "build"))


def shown(problems, folder):
    return [str(problem).replace(str(folder) + "/", "") for problem in problems]


def test_a_folder_is_a_kind(tmp_path):
    kinds, problems = loaded(tmp_path, KIND)
    assert (list(kinds), problems) == (["pond-cards"], [])
    assert kinds["pond-cards"].title == "Pond cards"


def test_an_unknown_setting_is_named_with_its_line_and_what_was_meant(tmp_path):
    _, problems = loaded(tmp_path, KIND + "bleeed: 2\n")
    assert shown(problems, tmp_path) == [
        "templates/pond-cards/kind.yaml:4:9: 'bleeed' is not known here; did you mean 'bleed'?; "
        "rename it or take it out  [kind]"
    ]


def test_a_face_of_no_known_size_is_named_with_the_sizes_there_are(tmp_path):
    _, problems = loaded(tmp_path, KIND.replace("poker", "pokr"))
    assert shown(problems, tmp_path) == [
        "templates/pond-cards/kind.yaml:3:7: 'face': 'pokr' is not a size of face; did you mean "
        "'poker'?; write page, poker, us-poker, bridge, mini, us-mini, tarot, square, token-20, "
        "token-25, token-25.4, token-30, token-40, round-20, round-25, round-25.4, round-30, "
        "round-40, or a measure such as 63x88 or 2.5x3.5in (2 to 2000 mm)  [kind]"
    ]


@pytest.mark.parametrize("name", ["back_art.html.j2", "Art.html.j2", "backart.html.j2"])
def test_a_template_whose_name_is_almost_right_is_told(tmp_path, name):
    _, problems = loaded(tmp_path, KIND, ("face.html.j2", "face.css", name))
    right = "art.html.j2" if name.startswith("Art") else "back-art.html.j2"
    assert shown(problems, tmp_path) == [
        f"templates/pond-cards/{name}: is not printed; did you mean '{right}'?; rename it  [kind]"
    ]


@pytest.mark.parametrize("number", ["1e400", "nan", "inf", "-1", "1e300"])
@pytest.mark.parametrize("setting", ["bleed", "gap", "margin", "fold"])
def test_a_length_that_no_sheet_has_is_named_with_its_place(tmp_path, setting, number):
    kinds, problems = loaded(tmp_path, f"{KIND}{setting}: {number}\n")
    column = len(setting) + 3
    assert not kinds and [str(problem.place).endswith(f"kind.yaml:4:{column}") for problem in problems] == [True]


@pytest.mark.parametrize("number", ["1e400", "nan", "inf", "0"])
def test_so_is_a_size_of_type(tmp_path, number):
    kinds, problems = loaded(tmp_path, f"{KIND}fit:\n  text: {{size: {number}, floor: 7}}\n")
    assert not kinds and ["size, floor and step should be more than 0" in problem.message for problem in problems]


def test_a_missing_setting_is_named(tmp_path):
    _, problems = loaded(tmp_path, KIND.replace("each: ability\n", ""))
    assert shown(problems, tmp_path) == ["templates/pond-cards/kind.yaml:1:1: 'each' is missing; add it  [kind]"]


def test_a_missing_template_is_named(tmp_path):
    _, problems = loaded(tmp_path, KIND, files=("face.css",))
    assert shown(problems, tmp_path) == ["templates/pond-cards: has no face.html.j2; add it  [kind]"]


@pytest.mark.parametrize(
    ("missing", "file"),
    [
        ("face.html.j2", "face.html"),
        ("face.html.j2", "fase.html.j2"),
        ("face.css", "style.css"),
        ("face.css", "fce.css"),
    ],
)
def test_a_missing_file_may_have_another_name(tmp_path, missing, file):
    _, problems = loaded(tmp_path, KIND, files=({"face.html.j2", "face.css"} - {missing}) | {file})
    [said] = shown(problems, tmp_path)
    assert said == f"templates/pond-cards: has no {missing}; rename '{file}', if that is it, or add it  [kind]"


def test_so_may_settings_and_backs(tmp_path):
    _, problems = loaded(tmp_path, KIND + "backs: long-edge\n", ("face.html.j2", "face.css", "backs.html.j2"))
    [said] = shown(problems, tmp_path)
    assert "kind.yaml:4:8: 'backs' asks for a back.html.j2, which is not in the folder; rename 'backs.html.j2'," in said
    manifest = tmp_path / "templates/pond-cards/kind.yaml"
    manifest.rename(manifest.with_suffix(".yml"))
    _, problems = load_products(Project((tmp_path,), tmp_path / "build"))
    assert shown(problems, tmp_path) == [
        "templates/pond-cards: has no kind.yaml; rename 'kind.yml', if that is it, or add it  [kind]"
    ]


def test_asking_for_a_kind_that_is_not_there_says_which_was_meant(tmp_path):
    kinds, _ = loaded(tmp_path, KIND)
    with pytest.raises(Unusable) as refused:
        require_products(kinds, [], ("pond-card",))
    assert str(refused.value) == (
        "templates: there is no kind of document 'pond-card'; did you mean 'pond-cards'?; known are pond-cards  [kind]"
    )


def test_a_number_of_copies_is_a_number(tmp_path):
    kinds, problems = loaded(tmp_path, KIND + "copies: 3\n")
    assert (kinds["pond-cards"].copies, problems) == (3, [])


def test_a_kind_on_request_is_printed_when_it_is_asked_for_alone(tmp_path):
    kinds, problems = loaded(tmp_path, KIND + "on-request: true\n")
    assert require_products(kinds, problems, ()) == ([], [])
    assert require_products(kinds, problems, ("pond-cards",)) == ([kinds["pond-cards"]], [])


def test_backs_without_a_template_for_them_are_named(tmp_path):
    _, problems = loaded(tmp_path, KIND + "backs: long-edge\n")
    assert shown(problems, tmp_path) == [
        "templates/pond-cards/kind.yaml:4:8: 'backs' asks for a back.html.j2, which is not "
        "in the folder; add it, or remove 'backs'  [kind]"
    ]


def test_less_than_no_copy_is_named(tmp_path):
    _, problems = loaded(tmp_path, KIND + "copies: {wade: -2}\n")
    assert shown(problems, tmp_path)[-1].startswith("templates/pond-cards/kind.yaml:4:")


@pytest.mark.parametrize("more", ["", "applies: [ability]\n"])
@pytest.mark.parametrize(("abilities", "is_printed"), [(1, False), (2, True)])
def test_an_edition_with_fewer_records_than_the_least_is_left_out(tmp_path, more, abilities, is_printed):
    kinds, _ = loaded(tmp_path, KIND + "least-records: 2\n" + more)
    assert kinds["pond-cards"].applies_to(edition("pond", {f"ability/{i}": {} for i in range(abilities)})) is is_printed
