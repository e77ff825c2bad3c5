"""French, to read a document in it and to print a game that is written in it."""

from __future__ import annotations

from kensei_docs.languages import Language, by_word, numerals, tens, words

LANGUAGE = Language(
    name="French",
    own_name="Français",
    cardinals={**numerals("un/une deux trois quatre cinq six sept huit neuf dix onze douze"), "vingt": 20},
    multiples={"double": 2, "doubles": 2, "doublé": 2, "doublée": 2, "triple": 3},
    larger_numbers={
        **numerals("treize quatorze quinze seize dix-sept dix-huit dix-neuf", 13),
        **tens("vingt trente quarante cinquante soixante"),
        **{"quatre-vingt": 80, "quatre-vingts": 80, "septante": 70, "huitante": 80, "octante": 80, "nonante": 90},
        **{"cent": 100, "mille": 1000},
    },
    multipliers={"cent": 100, "cents": 100, "mille": 1000},
    number_links={"et": 20},
    fractions=by_word({"1/2": "moitié demi demie", "1/3": "tiers", "1/4": "quart"}),
    shares={"1/2": "la moitié", "1/3": "un tiers", "1/4": "un quart", "2/3": "deux tiers", "3/4": "trois quarts"},
    times={1: "une fois"},
    times_of="%s fois",
    multiple_words={2: "double", 3: "triple", 4: "quadruple"},
    feminine={1: "une"},
    agreeing=words(
        "le la les un une des du au aux ce cet cette ces autre autres tout toute tous toutes même mêmes propre propres"
    ),
    partitives=frozenset({"de", "des", "du", "d"}),
    exceptions=words("sauf excepté"),
    uncounted=words(
        "contre aussi moins si jusque depuis pendant après avant selon sous vers chaque quand où tandis car parce mais"
        " encore puis ensuite alors seulement toujours jamais plus dans dehors autour supplémentaire supplémentaires"
        " sinon lorsque chez hors fois que"
    ),
    divided_by=r"\bdivis\w+\s(?:[^\W\d]+\W+){0,6}?par\s+",
    ordinal_endings=("er", "re", "ère", "e", "ème"),
    order_words=("premier|première|d'abord", "deuxième|second|seconde|ensuite", "troisième", "quatrième"),
    at_least=("ou plus", "et plus"),
    at_most=("ou moins", "et moins"),
    adverb_ending="ment",
    area_by=("sur", "par"),
    range_to=("à",),
    more_than=("plus de", "au-delà de"),
    less_than=("moins de",),
    from_on=("à partir de", "dès"),
    bounds={
        "at-least": (
            "au moins %s",
            "pas moins de %s",
            "un minimum de %s",
            "à partir de %s",
            "%s ou plus",
            "%s au moins",
        ),
        "at-most": ("au plus %s", "jusqu'à %s", "pas plus de %s", "un maximum de %s", "%s ou moins", "%s au plus"),
        "below": ("moins de %s", "inférieur à %s", "inférieure à %s"),
        "above": ("plus de %s", "supérieur à %s", "supérieure à %s", "au-delà de %s"),
    },
    negations=words("ne pas jamais personne aucun aucune rien ni"),
    units={
        "cm": ("cm", "cms", "centimètre", "centimètres"),
        "m": ("mètre", "mètres"),
        "mm": ("mm", "millimètre", "millimètres"),
        "in": ("pouce", "pouces", "ps"),
        "ft": ("pied", "pieds"),
        "hex": ("hexagone", "hexagones", "hex"),
    },
    unit_names={"hex": ("hexagone", "hexagones")},
    function_words=words(
        "le la les un une des du de d l à au aux et ou qui que qu ne pas se s sa son ses leur leurs avec par pour sans"
        " comme est sont si dans sur sous en ce cet cette ces il elle ils elles on y entre chaque être lors quand n"
        " tant donc aucun aucune peut peuvent doit doivent"
    ),
    determiners=words("le la les sa son ses leur chaque"),
    conjunctions=words("et ou"),
    name_articles=words("le la les l"),
    index_articles=words("le la les l un une des"),
    term_links=words("de du des d à au"),
    unfinished=words("à au aux avec de du des d en et la le les ou par pour un une sur"),
    head_first=True,
    doubled=words("nous vous"),
    quotes=("«“", "»”"),
    plurals=(("s", ""), ("x", ""), ("aux", "al")),
    sure_plurals=(("eaux", "eau"), ("tions", "tion"), ("ments", "ment"), ("eurs", "eur")),
    singular_endings=(("eaux$", "eau"), ("aux$", "al"), ("eux$", "eu"), ("([^s])s$", r"\1")),
    plural_endings=(("(eau|eu)$", r"\1x"), ("al$", "aux"), ("([^sxz])$", r"\1s")),
    articles_of_one=words("un une"),
    endings=("ations", "ation", "ements", "ement", "ées", "ée", "és", "é", "er", "es", "s"),
    agent_endings=("eur", "euse", "ier"),
    example=r"exemples?(?:\s+de\s+\w+)?",
    averages=words("moyenne moyennes"),
    totals=words("total totale totales totaux somme sommes"),
    beside_totals=words("général générale coût points pts"),
    page_words=words("page p."),
    leaning_words=(
        r"\b(?:maintenant|encore|toujours)\b",
        r"\bcomme avant\b",
        r"\bne \w+ plus\b",
        r"(?:^|[.;:] )aussi\b",
    ),
)
