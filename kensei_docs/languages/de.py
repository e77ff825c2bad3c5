"""German, to read a document in it and to print a game that is written in it."""

from __future__ import annotations

from kensei_docs.languages import Language, by_word, numerals, tens, words

_UNITS = numerals("ein zwei drei vier fünf sechs sieben acht neun")
_TENS = tens("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")

LANGUAGE = Language(
    name="German",
    own_name="Deutsch",
    cardinals={
        **numerals("ein/eine/einen/einem/einer/eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"),
        "zwanzig": 20,
    },
    multiples={
        "einmal": 1,
        "zweimal": 2,
        "dreimal": 3,
        "beide": 2,
        "beiden": 2,
        "doppelt": 2,
        "doppelte": 2,
        "verdoppelt": 2,
        "dreifach": 3,
    },
    larger_numbers={
        **numerals("dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn", 13),
        **_TENS,
        **{f"{word}und{ten}": number + value for word, number in _UNITS.items() for ten, value in _TENS.items()},
        **{f"{word}hundert": 100 * number for word, number in _UNITS.items()},
        **{"hundert": 100, "tausend": 1000},
    },
    multipliers={"hundert": 100, "tausend": 1000},
    number_links={"und": 100},
    fractions=by_word({"1/2": "halb halbe halben hälfte halbiert", "1/3": "drittel", "1/4": "viertel"}),
    shares={
        "1/2": "die Hälfte",
        "1/3": "ein Drittel",
        "1/4": "ein Viertel",
        "2/3": "zwei Drittel",
        "3/4": "drei Viertel",
    },
    times={1: "einmal", 2: "zweimal", 3: "dreimal"},
    times_of="%smal",
    multiple_words={2: "Doppelte", 3: "Dreifache", 4: "Vierfache"},
    feminine={1: "eine"},
    masculine={1: "ein"},
    agreeing=words("der die das den dem des ein eine einen einem einer dieser diese dieses jeder jede jedes alle"),
    partitives=words("von der"),
    exceptions=words("außer"),
    uncounted=words(
        "gegen auch weniger mehr wenn bis seit während nach vor unter über zu je jede jeden jeder jedes wo weil aber"
        " sondern noch dann danach davor nur immer nie innerhalb außerhalb um zusätzlich zusätzliche mal sonst ab"
    ),
    divided_by=r"\b(?:ge)?teil\w*\s(?:[^\W\d]+\W+){0,6}?durch\s+",
    ordinal_endings=(),
    order_words=("erste|zuerst|erstens", "zweite|zweitens|danach", "dritte|drittens", "vierte|viertens"),
    die="W",
    at_least=("oder mehr", "oder höher", "oder besser", "und mehr"),
    at_most=("oder weniger", "oder niedriger", "oder schlechter"),
    area_by=("mal", "auf"),
    range_to=("bis", "bis zu"),
    more_than=("mehr als", "über"),
    less_than=("weniger als", "unter"),
    from_on=("ab",),
    bounds={
        "at-least": (
            "mindestens %s",
            "wenigstens %s",
            "nicht weniger als %s",
            "ab %s",
            "%s oder mehr",
            "%s oder höher",
        ),
        "at-most": (
            "höchstens %s",
            "maximal %s",
            "bis zu %s",
            "nicht mehr als %s",
            "%s oder weniger",
            "%s oder niedriger",
        ),
        "below": ("weniger als %s", "unter %s", "niedriger als %s", "kleiner als %s"),
        "above": ("mehr als %s", "über %s", "höher als %s", "größer als %s", "weiter als %s"),
    },
    negations=words("nicht nie niemals niemand kein keine keiner keinen keinem weder nichts"),
    units={
        "cm": ("cm", "zentimeter", "zentimetern"),
        "m": ("meter", "metern"),
        "mm": ("mm", "millimeter", "millimetern"),
        "in": ("zoll",),
        "ft": ("fuss", "fuß"),
        "hex": ("hexfeld", "hexfelder", "hexfeldern", "hex", "sechseck", "sechsecke"),
    },
    unit_names={"hex": ("Hexfeld", "Hexfelder")},
    function_words=words(
        "der die das den dem des ein eine einen einem einer eines und oder in im an am auf aus bei mit von vom zu zum"
        " zur für ist sind wird werden kann darf muss nicht kein keine sich sie er es als wie wenn dass ihr ihre ihren"
        " ihrem sein seine seinen hat haben jede jeder jedes jeden bis durch nach vor um man nur so auch"
    ),
    determiners=words("der die das den dem ein eine ihre seine jede"),
    conjunctions=words("und oder"),
    name_articles=words("der die das"),
    index_articles=words("der die das ein eine"),
    term_links=words("der des von in im zu zum zur"),
    unfinished=words("an auf aus bei das dem den der des die ein eine für in mit oder und von zu"),
    doubled=words("die der sie"),
    quotes=("„“", "“”"),
    plurals=(("n", ""), ("en", ""), ("er", ""), ("e", ""), ("s", "")),
    plurals_need_singular=True,
    sure_plurals=(("ungen", "ung"), ("heiten", "heit"), ("keiten", "keit"), ("innen", "in"), ("schaften", "schaft")),
    singular_endings=(("(ung|heit|keit|schaft)en$", r"\1"), ("innen$", "in")),
    plural_endings=(("(ung|heit|keit|schaft)$", r"\1en"), ("in$", "innen")),
    articles_of_one=words("ein eine einen einem einer"),
    endings=("ungen", "ung", "ten", "te", "en", "er", "e", "n", "s"),
    agent_endings=("er", "erin"),
    example=r"beispiele?(?:\s+für\s+\w+)?",
    averages=words("durchschnitt mittelwert"),
    totals=words("summe summen gesamt gesamtsumme insgesamt zwischensumme"),
    page_words=words("seite s."),
    leaning_words=(r"\b(?:jetzt|noch)\b", r"\bwie zuvor\b", r"\bnicht mehr\b", r"(?:^|[.;:] )auch\b"),
)
