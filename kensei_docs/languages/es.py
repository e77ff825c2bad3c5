"""Spanish."""

from __future__ import annotations

from kensei_docs.languages import Language, by_word, numerals, tens, words

LANGUAGE = Language(
    name="Spanish",
    own_name="Español",
    cardinals={**numerals("un/una/uno dos tres cuatro cinco seis siete ocho nueve diez once doce"), "veinte": 20},
    multiples={"ambos": 2, "ambas": 2, "doble": 2, "dobles": 2, "duplica": 2, "triple": 3},
    larger_numbers={
        **numerals(
            "trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno/veintiún/veintiuna"
            " veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
            13,
        ),
        **tens("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
        **{"cien": 100, "ciento": 100, "doscientos": 200, "doscientas": 200, "trescientos": 300, "trescientas": 300},
        **{"cuatrocientos": 400, "cuatrocientas": 400, "quinientos": 500, "quinientas": 500, "mil": 1000},
    },
    multipliers={"mil": 1000},
    number_links={"y": 30},
    fractions=by_word({"1/2": "mitad medio media", "1/3": "tercio", "1/4": "cuarto", "1/5": "quinto quinta"}),
    shares={"1/2": "la mitad", "1/3": "un tercio", "1/4": "un cuarto", "2/3": "dos tercios", "3/4": "tres cuartos"},
    times={1: "una vez"},
    times_of="%s veces",
    multiple_words={2: "doble", 3: "triple", 4: "cuádruple"},
    feminine={1: "una"},
    masculine={1: "un"},
    agreeing=words(
        "el la los las un una unos unas del al este esta estos estas ese esa otro otra otros otras todo toda todos"
        " todas ningún ninguna mismo misma propio propia"
    ),
    partitives=words("de del"),
    exceptions=words("salvo excepto nunca"),
    uncounted=words(
        "a contra ni natural naturales también menos si adicionales hasta desde durante tras sobre según ante bajo"
        " hacia mediante cada cuando donde aunque mientras pues porque pero sino ya aún además luego antes después"
        " salvo excepto entonces solo sólo siempre nunca más dentro fuera alrededor"
    ),
    divided_by=r"\bdivid\w+\s(?:[^\W\d]+\W+){0,6}?(?:entre|por)\s+",
    order_words=(
        "primero|primera|en primer lugar",
        "segundo|segunda|en segundo lugar",
        "tercero|tercera",
        "cuarto|cuarta",
    ),
    at_least=("o más", "o mas"),
    at_most=("o menos",),
    adverb_ending="mente",
    area_by=("por",),
    range_to=("a", "al"),
    more_than=("más de", "mas de"),
    less_than=("menos de",),
    from_on=("desde", "a partir de"),
    bounds={
        "at-least": (
            *(
                "al menos %s",
                "como mínimo %s",
                "por lo menos %s",
                "no menos de %s",
                "un mínimo de %s",
                "a partir de %s",
            ),
            *("%s o más", "%s como mínimo", "%s por lo menos", "%s al menos", "%s o mejor"),
        ),
        "at-most": (
            *(
                "hasta %s",
                "hasta los %s",
                "hasta un %s",
                "hasta el %s",
                "como máximo %s",
                "como mucho %s",
                "no más de %s",
            ),
            *("un máximo de %s", "a lo sumo %s", "%s o menos", "%s como máximo", "%s como mucho", "%s a lo sumo"),
        ),
        "below": (
            *("menos de %s", "menor de %s", "menores de %s", "menor que %s", "inferior a %s", "menos del %s"),
            *("por debajo de %s", "por debajo del %s", "más bajo que %s", "más baja que %s", "más cerca de %s"),
        ),
        "above": (
            *("más de %s", "mayor de %s", "mayores de %s", "mayor que %s", "superior a %s", "más del %s"),
            *("por encima de %s", "por encima del %s", "más allá de %s", "más alto que %s", "más lejos de %s"),
        ),
    },
    negations=words("no nunca nadie ningún ninguna ninguno nada ni tampoco jamás"),
    units={
        "cm": ("cm", "cms", "centímetro", "centímetros", "centimetro", "centimetros"),
        "m": ("metro", "metros"),
        "mm": ("mm",),
        "in": ("pulgada", "pulgadas"),
        "ft": ("pie", "pies"),
        "hex": ("hexágono", "hexágonos", "hexagono", "hexagonos"),
    },
    unit_names={"hex": ("hexágono", "hexágonos")},
    function_words=words(
        "el la los las un una unos unas de del al en y o que se su sus con por para sin como más es son si no lo les"
        " cada este esta cuando ser entre"
    ),
    determiners=words("el la los las"),
    conjunctions=words("y o"),
    name_articles=words("el los"),
    index_articles=words("el la los las un una unos unas"),
    term_links=words("de del la en"),
    unfinished=words("a al con de del el en la las los o para por un una y"),
    versus=words("contra vs versus"),
    fillers=words(
        "el la los las un una y e con de del al a en por que es son está están ha han su sus este esta estos estas"
        " usa usan lleva llevan"
        " armado armada armados armadas"
    ),
    head_first=True,
    doubled=frozenset({"de la", "de las", "de los"}),
    plurals=(("s", ""), ("es", ""), ("ces", "z")),
    sure_plurals=(("dades", "dad"), ("ciones", "ción"), ("siones", "sión"), ("ores", "or"), ("ales", "al")),
    singular_endings=(("ces$", "z"), ("iones$", "ión"), ("([aeiouáéíóú][dlnr])es$", r"\1"), ("s$", "")),
    plural_endings=(("z$", "ces"), ("ión$", "iones"), ("([bcdfgjlmnprtvxy])$", r"\1es"), ("$", "s")),
    articles_of_one=words("un una"),
    endings=("ciones", "ción", "adas", "ados", "ada", "ado", "idas", "idos", "ida", "ido", "es", "s"),
    example=r"ejemplos?(?:\s+de\s+\w+)?",
    averages=words("media medias promedio promedios"),
    totals=words("total totales suma sumas subtotal subtotales"),
    beside_totals=words("gran general sigue anterior coste costes puntos pts"),
    page_words=words("página pagina pág. p."),
    leaning_words=(
        r"\b(?:ahora|todavía|aún)\b",
        r"\b(?:igual que|como) antes\b",
        r"\bya no\b",
        r"(?:^|[.;:] )también\b",
    ),
)
