"""A stranger's template runs no program, opens no file and changes no data; what it may call is a short list."""

from __future__ import annotations

import os

import pytest
from jinja2 import DictLoader, TemplateError, UndefinedError
from jinja2.sandbox import SecurityError

from kensei_docs.documents.markup.environment import ForTemplates, Sandbox, said_of_template

COMPILE = Sandbox.compile


class Lamp(ForTemplates):
    def light(self):
        return "light"

    def _dark(self):
        return "dark"


@pytest.fixture
def sandbox(tmp_path):
    made = Sandbox(autoescape=True)
    made.globals.update(
        lamp=Lamp(), name=lambda record: str(record), folder=tmp_path, system=os.system, tools=[os.popen]
    )
    return made


@pytest.mark.parametrize(
    "hostile",
    [
        "{{ cycler.__init__.__globals__.os.popen('touch ran').read() }}",
        "{{ lipsum.__globals__['os'].system('touch ran') }}",
        "{{ joiner.__init__.__globals__ }}",
        "{{ name.__globals__['os'] }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ (''|attr('__class__')).__mro__ }}",
        "{{ [''] | map(attribute='__class__') | first }}{{ ([''] | map(attribute='__class__') | first).mro() }}",
        "{{ namespace.__init__.__globals__ }}",
        "{{ collected.__mro__[2]().light() }}",
        "{{ tools[0]('touch ran') }}",
        "{{ folder.joinpath('ran').touch() }}",
        "{{ folder.parent.iterdir() }}",
        "{{ lamp._dark() }}",
        "{{ lamp.light.__func__.__globals__ }}",
        "{{ '{0.__class__}'.format(lamp) }}",
        "{{ '%s'.format_map({}) }}",
        "{% set x = tools.append(1) %}{{ x }}",
        "{{ {'a': 1}.update({}) }}",
        "{{ {'a': 1}.pop('a') }}",
        "{{ self.__init__.__globals__ }}",
        "{{ ''.encode() }}",
    ],
)
def test_a_hostile_template_is_refused(sandbox, hostile, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((SecurityError, UndefinedError)):
        sandbox.from_string(hostile).render()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("template", "printed"),
    [
        ("{% macro word(w) %}<b>{{ w }}</b>{% endmacro %}{{ word('one') }}", "<b>one</b>"),
        ("{{ lamp.light() }} {{ name('a&b') }}", "light a&amp;b"),
        ("{{ 'a-b'.split('-')|join('+') }} {{ {'k': 1}.get('k') }}", "a+b 1"),
        ("{% set ns = namespace(n=0) %}{% for x in range(3) %}{% set ns.n = ns.n + x %}{% endfor %}{{ ns.n }}", "3"),
        ("{% set some = collected() %}{{ some.add(1) }}{{ some.add(2) }}{{ some|join(',') }}", "1,2"),
        ("{% for x in [1, 2] %}{{ loop.cycle('a', 'b') }}{% endfor %}", "ab"),
    ],
)
def test_what_templates_need_may_be_called(sandbox, template, printed):
    assert sandbox.from_string(template).render() == printed


def test_a_template_is_compiled_once_for_a_user_until_it_changes(tmp_path, monkeypatch):
    monkeypatch.setenv("KENSEI_CACHE", str(tmp_path))
    compiled = []
    monkeypatch.setattr(Sandbox, "compile", lambda self, *source: compiled.append(source) or COMPILE(self, *source))

    def render(source):
        return Sandbox(loader=DictLoader({"face": source})).get_template("face").render()

    assert [render("{{ 1 }}"), render("{{ 1 }}"), render("{{ 2 }}")] == ["1", "1", "2"]
    assert len(compiled) == 2


def test_a_hostile_template_of_a_project_is_a_problem_with_its_place(herons):
    shipped = herons.folder / "templates/ability-cards"
    files = {file.name: file.read_text() for file in shipped.iterdir() if file.is_file()}
    shipped.unlink()
    for name, text in files.items():
        herons.write(f"templates/ability-cards/{name}", text)
    herons.edit("templates/ability-cards/face.html.j2", "{{ stamp }}", "{{ kind.folder.joinpath('ran').touch() }}")
    herons.print("ability-cards")
    [problem] = herons.refused
    assert problem.place.file.endswith("templates/ability-cards/face.html.j2")
    assert "it calls 'joinpath', which no template may; docs/add-a-kind-of-document.md says" in problem.message
    assert not (herons.folder / "templates/ability-cards/ran").exists()


THERE_IS = "it can include those of its own folder and of templates/_shared, by name"


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ '{}'.format(1) }}", "it calls 'format', which no template may; docs/add-a-kind-of-document.md says what"),
        ("{{ tools[0]('x') }}", "it calls 'popen', which no template may; "),
        ("{{ [1]|map('string') }}", "prints a generator as a program writes it; print its parts, one by one"),
        ("{{ range(3) }}", "prints a range as a program writes it; print its parts, one by one"),
        ("{{ namespace(a=1) }}", "prints a namespace as a program writes it; print its parts, one by one"),
        ("{% include '../../../../etc/hostname' %}", f"there is no template '../../../../etc/hostname'; {THERE_IS}"),
        ("{% import '/etc/hostname' as x %}", f"there is no template '/etc/hostname'; {THERE_IS}"),
        ("{% extends 'nothing' %}", f"there is no template 'nothing'; {THERE_IS}"),
        ("{% include ['a', 'b'] %}", f"there is no template 'a', 'b'; {THERE_IS}"),
        ("{{ record.get('x') }}", "it asks a record for 'get', and this face has none; name a kind of record under"),
        ("{{ asked(record) }}", "it asks a record for 'get', and this face has none; name a kind of record under"),
    ],
)
def test_what_is_wrong_with_a_template_is_said_in_the_words_of_who_writes_it(sandbox, template, said):
    sandbox.loader = DictLoader({"face": template})
    sandbox.globals["asked"] = lambda record: record.get("name")
    with pytest.raises(TemplateError) as caught:
        sandbox.get_template("face").render(record=None)
    assert said_of_template(caught.value, has_record=False).startswith(said)
    assert " at 0x" not in str(caught.value)


def test_what_a_record_lacks_is_no_lack_of_a_record(sandbox):
    with pytest.raises(TemplateError) as caught:
        sandbox.from_string("{{ record.get('look').get('art') }}").render(record={})
    assert (
        said_of_template(caught.value, has_record=True)
        == "it asks for 'get' of what is not there; test that with 'if' first"
    )
