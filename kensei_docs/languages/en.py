"""English."""

from __future__ import annotations

from kensei_docs.languages import Dictionary, Language, by_word, numerals, tens, words

LANGUAGE = Language(
    name="English",
    own_name="English",
    accents=False,
    cardinals={**numerals("one two three four five six seven eight nine ten eleven twelve"), "twenty": 20},
    multiples={"once": 1, "twice": 2, "both": 2, "double": 2, "doubled": 2, "doubles": 2, "thrice": 3, "triple": 3},
    larger_numbers={
        **numerals("thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 13),
        **tens("twenty thirty forty fifty sixty seventy eighty ninety"),
    },
    multipliers={"hundred": 100, "thousand": 1000, "dozen": 12},
    number_links={"and": 100},
    fractions=by_word({"1/2": "half halve halved halves", "1/3": "third", "1/4": "quarter", "1/5": "fifth"}),
    shares={
        "1/2": "half",
        "1/3": "a third of",
        "1/4": "a quarter of",
        "2/3": "two thirds of",
        "3/4": "three quarters of",
    },
    times={1: "once", 2: "twice"},
    times_of="%s times",
    partitives=words("of"),
    exceptions=words("except unless never"),
    uncounted=words(
        "against always as fewer helps less more off still too while where under square long within during after before"
        " until when whenever once per instead unless through beyond towards between across than then again away apart"
        " every plus minus times besides afterwards forwards backwards upwards downwards only so but because since"
        " without over above below behind beside out up down into onto may might could would should does is was has"
    ),
    divided_by=r"\bdivid\w+\s(?:[^\W\d]+\W+){0,6}?by\s+",
    ordinal_endings=("st", "nd", "rd", "th"),
    order_words=("first|firstly", "second|secondly", "third|thirdly", "fourth|fourthly"),
    at_least=("or more", "or higher", "or better", "or above"),
    at_most=("or less", "or lower", "or fewer", "or below", "or under"),
    area_by=("by",),
    range_to=("to",),
    more_than=("more than", "over", "above"),
    less_than=("less than", "under", "below"),
    from_on=("from",),
    bounds={
        "at-least": (
            *("at least %s", "no less than %s", "not less than %s", "no fewer than %s", "a minimum of %s"),
            *("%s or more", "%s or higher", "%s or better", "%s or above", "%s or farther", "from %s on"),
        ),
        "at-most": (
            *("at most %s", "up to %s", "no more than %s", "not more than %s", "no farther than %s", "within %s"),
            *("a maximum of %s", "%s or less", "%s or lower", "%s or fewer", "%s or below", "%s or closer"),
        ),
        "below": (
            *("less than %s", "fewer than %s", "lower than %s", "smaller than %s", "shorter than %s"),
            *("closer than %s", "nearer than %s", "under %s", "below %s"),
        ),
        "above": (
            *("more than %s", "higher than %s", "greater than %s", "larger than %s", "longer than %s"),
            *("farther than %s", "over %s", "above %s", "beyond %s", "exceeds %s"),
        ),
    },
    negations=words("no not never nobody none nothing neither nor cannot can't don't doesn't mustn't"),
    units={
        "cm": ("cm", "cms", "centimetre", "centimetres", "centimeter", "centimeters"),
        "m": ("metre", "metres"),
        "mm": ("mm",),
        "in": ("in", "inch", "inches"),
        # No "foot": ten foot are soldiers.
        "ft": ("ft", "feet"),
        "hex": ("hex", "hexes", "hexagon", "hexagons"),
    },
    unit_names={"hex": ("hex", "hexes")},
    function_words=words(
        "a an the and or of to in on at for from by with as is are be that this it its their your you they if when"
        " which not any each must can will also have has then both no one other another"
    ),
    determiners=words("a an the its their your he they every"),
    conjunctions=words("and or"),
    name_articles=words("the"),
    index_articles=words("a an the"),
    term_links=words("of in into"),
    unfinished=words("a an and by for from in of on or the to with"),
    versus=words("vs vs. v v. versus against"),
    fillers=words(
        "a an the and with of to in into on at from by who that which this these is are were it its their his has have"
        " had using use uses armed wearing"
    ),
    doubled=words("that had is"),
    plurals=(("s", ""), ("es", ""), ("ies", "y")),
    singular_endings=(("ies$", "y"), ("(s|x|z|ch|sh)es$", r"\1"), ("([^s])s$", r"\1")),
    plural_endings=(("([^aeiou])y$", r"\1ies"), ("(s|x|z|ch|sh)$", r"\1es"), ("$", "s")),
    articles_of_one=words("a an"),
    endings=("ions", "ion", "ives", "ive", "ings", "ing", "ers", "er", "ed", "s"),
    agent_endings=("er", "or"),
    spellings=(("our", "or"), ("ise", "ize"), ("isa", "iza"), ("isi", "izi"), ("ence", "ense"), ("tre", "ter")),
    # SCOWL's words with counts from print.
    dictionary=Dictionary(
        words_file="frequency_dictionary_en_82_765.txt",
        pairs_file="frequency_bigramdictionary_en_243_342.txt",
        short=words("a i am an as at be by do go he hi if in is it me my no of oh on or ox so to up us we"),
    ),
    example=r"(?:worked\s+)?examples?(?:\s+of\s+\w+)?",
    averages=words("average averages mean avg"),
    totals=words("total totals sum sums subtotal subtotals"),
    beside_totals=words("grand overall running cost costs points pts"),
    page_words=words("page pg p."),
    leaning_words=(
        r"\b(?:now|still)\b",
        r"\bas (?:before|it was|they were)\b",
        r"\b(?:no|any) longer\b",
        r"\bany ?more\b",
        r"\bas well\b(?! as)",
        r"\btoo(?=[.,;:)]|$)",
    ),
)
