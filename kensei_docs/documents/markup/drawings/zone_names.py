"""The names of zones on a map: each stands in its zone, or beside it with a line into it."""

from __future__ import annotations

from kensei_docs.documents.markup.drawings.canvas import Canvas, Circle, Rectangle, text_height, text_width
from kensei_docs.documents.markup.drawings.deployment_places import Ground, Zone
from kensei_docs.documents.markup.drawings.map_scale import SMALL_TYPE, Frame

# The width of the line where a zone faces the enemy.
LIMIT_WIDTH_MM = 0.8
# The factor for widths of lines and sizes of pictures on a small map.
SMALL_MAP_FACTOR = 0.7
# The least size of type of the name of a zone, if the map has larger type.
_LEAST_NAME_POINTS = 7.0
# The air between the limit of a strip and its name outside of it, and the length inside of it of the line between them.
_NAME_ASIDE_MM = 1.3
_POINTER_MM = 1.8
# Where the name of a strip may be, as parts of its width: the nearest to the middle first.
_FINE_PARTS = tuple(sorted((part / 40 for part in range(3, 38)), key=lambda part: abs(part - 0.5)))


def name_zone(
    canvas: Canvas, frame: Frame, ground: Ground, zone: Zone, whole: str, short: str, colour: str, paper: str
) -> None:
    """Set the ``whole`` name of a zone inside of it, or the ``short`` one on a small map; if it has no room, beside it,
    with a line to it in the ``colour`` of its side on ``paper``."""
    shape = zone.shape
    if isinstance(shape, Circle):
        inside = [frame.at(shape.x, shape.y + shape.radius * part) for part in (0.55, 0.7, 0.4, -0.5)]
        room = shape.radius * 1.4 * frame.scale
    else:
        inside = [
            frame.at(shape.x + shape.width * part, shape.y + shape.height * down)
            for parts in ((0.5, 1 / 3, 2 / 3, 0.2, 0.8, 0.12, 0.88), _FINE_PARTS)
            for down in (0.5, 0.25, 0.75, 0.22, 0.78)
            for part in parts
        ]
        # If an area reaches into the strip, outside of the area rather than inside.
        areas = [frame.scale_shape(area.shape).bounds for area in ground.areas if area.shape != shape]
        inside.sort(key=lambda place: any(area.holds(*place) for area in areas))
        room = shape.width * 0.6 * frame.scale
    is_short = frame.points < SMALL_TYPE or text_width(whole, frame.points) > room
    text, within = short if is_short else whole, frame.scale_shape(shape).bounds
    sizes = sorted({frame.points, max(frame.points - 1, min(frame.points, _LEAST_NAME_POINTS))}, reverse=True)
    if not canvas.label_within(text, inside, sizes, True, colour, within):
        _name_beside(canvas, frame, ground, zone.key, text, within, colour, paper)


def _name_beside(
    canvas: Canvas, frame: Frame, ground: Ground, key: str, text: str, strip: Rectangle, colour: str, paper: str
) -> None:
    """Set the name of a strip without room for it beside the strip, towards the middle of the table, and draw a
    line from it into the strip."""
    thin = SMALL_MAP_FACTOR if frame.points < SMALL_TYPE else 1.0
    middle = frame.at(0, ground.depth / 2)[1]
    is_above = strip.y < middle
    limit, away = (strip.y + strip.height, 1) if is_above else (strip.y, -1)
    aside = away * (text_height(frame.points) / 2 + _NAME_ASIDE_MM)
    end, radius = limit - away * min(_POINTER_MM, strip.height / 2), _POINTER_MM / 3

    def is_taken(x: float) -> bool:
        """Return whether the end of the line would be on a piece."""
        dot = Rectangle(x - radius, end - radius, 2 * radius, 2 * radius)
        return any(dot.overlaps(other) for other in canvas.reserved)

    across = sorted((strip.x + strip.width * part for part in (0.5, 1 / 3, 2 / 3, *_FINE_PARTS)), key=is_taken)
    places = [(x, limit + aside) for x in across]
    name = canvas.label_near(text, places, frame.points, bold=True, frame=colour)
    x = name.x + name.width / 2
    canvas.circle(x, end, radius + 0.4, 0, fill=paper)
    canvas.line(
        x, name.y if is_above else name.y + name.height, x, end, LIMIT_WIDTH_MM * thin, stroke=colour, names=key
    )
    canvas.circle(x, end, radius, 0, fill=colour)
