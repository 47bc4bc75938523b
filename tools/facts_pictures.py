"""The pictures of doc/FACTS.md: one small SVG per fact, drawn from the JSON output of `eleven facts` and from pictures of
boards by `eleven render`. The background is part of the picture, so it is readable on light and dark pages."""

import html
import json
import math
import re
import subprocess

WIDTH, HEIGHT = 640, 300
PAPER, INK, FAINT, LINE = "#faf8ef", "#4a433c", "#6b635a", "#ddd4c8"
BLUE, GREEN = "#2c6e91", "#4d7c3a"
TILES = {2: "#eee4da", 4: "#ede0c8", 8: "#f2b179", 16: "#f59563", 32: "#f67c5f", 64: "#f65e3b", 128: "#edcf72",
         256: "#edcc61", 512: "#edc850", 1024: "#edc53f", 2048: "#edc22e"}


def number(x):
    return f"{x:.2f}".rstrip("0").rstrip(".")


def text(x, y, words, anchor="middle", size=13, colour=INK, more=""):
    return (f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"{more}>'
            f"{html.escape(words)}</text>")


def box(x, y, w, h, colour, more=""):
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" fill="{colour}"{more}/>'


def line(x1, y1, x2, y2, colour=LINE, width=1, more=""):
    return (f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" stroke="{colour}" '
            f'stroke-width="{width}"{more}/>')


def curve(points, colour):
    shown = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polyline points="{shown}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>'


def dot(x, y, colour):
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="3.5" fill="{colour}"/>'


def tile_colour(tile):
    return TILES.get(tile, "#3c3a32")


def picture(title, description, parts, height=HEIGHT):
    """A whole SVG file. The title is drawn too."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-labelledby="title description" '
        f"font-family=\"'Clear Sans','Helvetica Neue',Helvetica,Arial,sans-serif\">",
        f'<title id="title">{html.escape(title)}</title>',
        f'<desc id="description">{html.escape(description)}</desc>',
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{PAPER}"/>',
        text(WIDTH / 2, 30, title, size=17, more=' font-weight="bold"'), *parts, "</svg>", ""])


class Rows:
    """The rows of a table of a fact, by its caption; cells as numbers."""

    def __init__(self, found, caption):
        table = next(one for one in found["fact_tables"] if one["caption"].startswith(caption))
        self.head, *self.rows = table["rows"]

    def column(self, name):
        at = self.head.index(name)
        return [row[at] for row in self.rows]


def value(cell):
    return float(cell.replace(",", "").rstrip("%"))


def board(eleven, rows, x, y, side):
    """A board, as `eleven render` draws it, without the banner over a lost game."""
    words = " / ".join(" ".join(str(tile or ".") for tile in row) for row in rows)
    drawn = subprocess.run([eleven, "render", words, "--as", "svg"], check=True, text=True, stdout=subprocess.PIPE).stdout
    place = f'x="{x}" y="{y}" width="{side}" height="{side}"'
    head = re.sub(r'width="\d+" height="\d+" (viewBox="[^"]*") role="img"', rf"{place} \1", drawn.split("\n")[0])
    rest = re.sub(r'<title>.*</title>\n|<g class="end">.*?</g>\n', "", drawn.split("\n", 1)[1], flags=re.S)
    return head + "\n" + rest.rstrip()


def last_board(eleven, name):
    """The last board of a game that proves a fact."""
    game = subprocess.run([eleven, "facts", "--print-game", name], check=True, stdout=subprocess.PIPE).stdout
    replayed = subprocess.run([eleven, "replay", "-", "--json"], check=True, input=game, stdout=subprocess.PIPE).stdout
    return json.loads(replayed)["board"]


# ---- One function for each fact: it takes the fact and the path of the program -----------------------------------


def min_moves(found, _):
    formula = Rows(found, "Smallest number of moves")
    bars = [(int(tile), int(moves)) for tile, moves in list(zip(formula.head, formula.rows[0]))[2:]]
    parts = [line(40, 255, 600, 255)]
    for i, (tile, moves) in enumerate(bars):
        x, h = 50 + 61 * i, 190 * moves / bars[-1][1]
        parts += [box(x, 255 - h, 46, h, tile_colour(tile)), text(x + 23, 248 - h, str(moves)),
                  text(x + 23, 274, str(tile), colour=FAINT)]
    said = ", ".join(f"{moves} for {tile}" for tile, moves in bars)
    return picture("The fewest moves that make each tile", f"A bar for each tile: {said}.", parts, 290)


def min_win_score(_, __):
    parts, levels = [], [2048 >> i for i in range(9)]
    for i, tile in enumerate(levels):
        y, count = 50 + 25 * i, 2048 // tile
        parts.append(text(112, y + 15, f"{count} x {tile}", "end"))
        gaps = "".join(f"M{number(122 + 400 * k / count)} {y}v20" for k in range(1, count))
        parts += [box(122, y, 400, 20, tile_colour(tile)),
                  f'<path d="{gaps}" stroke="{PAPER}" stroke-width="{number(min(1.5, 130 / count))}"/>']
        parts.append(text(532, y + 15, "2,048 points", "start", colour=FAINT))
    parts.append(text(322, 296, "9 levels x 2,048 points = 18,432 points", size=15, more=' font-weight="bold"'))
    return picture("Nine levels of merges make a 2048",
                   "One strip for each level of the family tree of a 2048, from one 2048 down to 256 tiles 8. Each strip "
                   "has the same length: its tiles add up to 2,048, which is what the level scores.", parts, 312)


def max_moves(found, eleven):
    low, high = (int(number) for number in re.search(r"of ([\d,]+) and of ([\d,]+) moves", found["claim"])[0]
                 .replace(",", "").replace("of ", "").replace(" moves", "").split(" and "))
    most = int(re.search(r"at most ([\d,]+) moves without", found["claim"])[1].replace(",", ""))
    left, right, least, most_shown = 290, 610, 3750, 3900

    def at(moves):
        return left + (right - left) * (moves - least) / (most_shown - least)

    parts = [board(eleven, last_board(eleven, "max-moves"), 30, 50, 220),
             text(140, 290, f"lost after {high:,} moves, without a 2048", size=12, colour=FAINT),
             box(left, 140, at(high) - left, 30, GREEN), box(at(high), 140, at(most) - at(high), 30, "#d9c48f"),
             line(left, 180, right, 180, FAINT)]
    parts += [text(at(moves), 197, f"{moves:,}", size=12, colour=FAINT) for moves in range(least, most_shown + 1, 50)]
    parts += [line(at(moves), 180, at(moves), 185, FAINT) for moves in range(least, most_shown + 1, 50)]
    parts += [text(at(high) - 6, 160, "shown by a game", "end", colour=PAPER), text((at(high) + at(most)) / 2, 160, "open"),
              line(at(high), 120, at(high), 175, INK, 2), text(at(high), 113, f"{high:,}", more=' font-weight="bold"'),
              line(at(most), 120, at(most), 175, INK, 2), text(at(most), 113, f"{most:,}", more=' font-weight="bold"'),
              text(right, 225, "more is proved to be impossible", "end", colour=FAINT)]
    assert least < low < high < most < most_shown
    return picture("How many moves without a 2048?",
                   f"The last board of a game that is lost after {high:,} moves, and a scale of moves: up to {high:,} are "
                   f"shown by a game, more than {most:,} are proved to be impossible, and the rest is open.", parts, 310)


def min_loss_score(found, eleven):
    games = re.search(r"[\d,]{20,}", found["claim"])[0]
    chance = next(float(one["sentence"].split()[-1].rstrip(".")) for one in found["evidence"] if "Random" in one["sentence"])
    parts = [board(eleven, last_board(eleven, "min-loss-score"), 60, 50, 220),
             text(450, 110, "0 points", size=30, more=' font-weight="bold"'), text(450, 145, "after 14 moves", size=20),
             text(450, 190, games, size=15), text(450, 210, "games end without a merge", colour=FAINT),
             text(450, 240, f"random moves: one in {1e-9 / chance:.0f} billion games", colour=FAINT)]
    return picture("A game that is lost without a single merge",
                   f"A full board of 2s and 4s like a chequerboard: no two neighbours are equal. {games} games end "
                   "like this.", parts)


def guarantee(found, _):
    forced = Rows(found, "The largest tile")
    bars = [(size, int(tile)) for size, tile in zip(forced.column("board"), forced.column("tile"))]
    least, most = (int(re.search(f"{verb} a ([0-9,]+):", " ".join(one["sentence"] for one in found["evidence"]))[1]
                       .replace(",", "")) for verb in ["can force", "can prevent"])
    most //= 2
    left, step = 90, 30

    def along(tile):
        return step * math.log2(tile)

    parts = [line(left + along(1 << i), 44, left + along(1 << i), 270) for i in range(0, 18, 2)]
    parts += [text(left + along(1 << i), 288, f"{1 << i:,}", size=12, colour=FAINT) for i in range(2, 18, 2)]
    for i, (size, tile) in enumerate(bars):
        parts += [text(left - 10, 64 + 24 * i, size, "end"), box(left, 50 + 24 * i, along(tile), 20, tile_colour(tile)),
                  text(left + along(tile) + 6, 64 + 24 * i, str(tile), "start")]
    y = 50 + 24 * len(bars)
    parts += [text(left - 10, y + 14, "4x4", "end"),
              box(left, y, along(most), 20, PAPER, f' stroke="{FAINT}" stroke-dasharray="4 3"'),
              box(left, y, along(256), 20, "#f8d3b0"), box(left, y, along(least), 20, tile_colour(least)),
              text(left + along(least) / 2, y + 14, f"{least}, checked here"),
              text(left + along(256) - 6, y + 14, "256 (Slizkov)", "end"),
              text(left + along(4096), y + 14, f"open, at most {most:,}")]
    said = ", ".join(f"{tile} on {size}" for size, tile in bars)
    return picture("The largest tile that a player can force",
                   f"A bar for each board: {said}. On 4x4 a {least} is checked here, 256 is proved by Slizkov, and the "
                   f"rest up to {most:,} is open.", parts)


def counts(found, _):
    boards = [("3x3", GREEN), ("4x4", BLUE)]
    left, right, bottom, decade = 80, 560, 255, 40

    def at(total, count):
        return left + (right - left) * total / 60, bottom - decade * math.log10(count)

    parts = []
    for power in range(6):
        y = bottom - decade * power
        parts += [line(left, y, right, y), text(left - 8, y + 4, f"{10 ** power:,}", "end", 12, FAINT)]
    parts += [text(at(total, 1)[0], bottom + 18, str(total), size=12, colour=FAINT) for total in range(0, 61, 10)]
    parts.append(text((left + right) / 2, bottom + 36, "sum of the tiles", size=12, colour=FAINT))
    said = []
    for size, colour in boards:
        rows = Rows(found, f"Positions on {size} by the sum")
        points = [(int(total), value(count)) for total, count in zip(rows.column("sum"), rows.column("up to symmetry"))]
        x, y = at(*points[-1])
        parts += [curve([at(*point) for point in points], colour), dot(x, y, colour),
                  text(x + 8, y + 4, size, "start", 14, colour, ' font-weight="bold"')]
        said.append(f"on {size} from {points[0][1]:,.0f} at {points[0][0]} to {points[-1][1]:,.0f} at {points[-1][0]}")
    return picture("Positions by the sum of their tiles, up to symmetry",
                   f"Two rising curves on a logarithmic scale: {' and '.join(said)}.", parts, 305)


def random_play(found, _):
    rows = Rows(found, "Largest tile")
    bars = [(int(tile), value(share)) for tile, share in zip(rows.column("tile"), rows.column("share"))]
    top, parts = max(share for _, share in bars), [line(40, 255, 600, 255)]
    for i, (tile, share) in enumerate(bars):
        x, h = 55 + 67 * i, 180 * share / top
        shown = f"{share:.1f}%" if share >= 1 else f"{share:.2f}%" if share >= 0.01 else f"{share:.1g}%" if share >= 1e-3 else f"{share:.6f}%"
        parts += [box(x, 255 - h, 54, h, tile_colour(tile)), text(x + 27, 248 - h, shown, size=12),
                  text(x + 27, 274, str(tile), colour=FAINT)]
    said = ", ".join(f"{tile} in {share:.7g}%" for tile, share in bars)
    return picture("The largest tile of a game of random moves", f"A bar for each tile: {said} of the games.", parts, 290)


def odds(found, _):
    exact, games = Rows(found, "The same chances"), Rows(found, "4x4")
    left, bottom, step, scale = 60, 265, 37, 2.05
    colours = {"2x2": "#8a5a00", "2x3": "#b0413e", "2x4": GREEN, "3x3": "#7a4d8c", "2x5": "#00706b", "4x4": BLUE}
    parts = [part for share in (0, 25, 50, 75, 100)
             for part in (line(left, bottom - scale * share, 615, bottom - scale * share),
                          text(left - 8, bottom - scale * share + 4, f"{share}%", "end", 12, FAINT))]

    def at(tile, share):
        return left + step * (math.log2(tile) - 2.5), bottom - scale * share

    names = ["8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096", "8192", "16k", "32k", "64k", "128k"]
    parts += [text(at(8 << i, 0)[0], bottom + 20, name, size=12, colour=FAINT) for i, name in enumerate(names)]
    lines = {}
    for size, tile, share, _ in exact.rows:
        if size in colours:  # not a board whose games end with a goal
            lines.setdefault(size, []).append((int(tile), 100 * float(share)))
    lines["4x4"] = [(int(tile), value(share)) for tile, share in zip(games.column("tile"), games.column("share"))]
    for size, points in lines.items():
        parts += [curve([at(*point) for point in points], colours[size]), *(dot(*at(*point), colours[size]) for point in points)]
        x, y = at(*points[1 if size == "4x4" else -1])
        side, anchor = (9, "start") if size in list(lines)[-2:] else (-7, "end")
        parts.append(text(x + side, y, size, anchor, 14, colours[size], ' font-weight="bold"'))
    for tile, _, _, low, high in games.rows:
        (x, y1), (_, y2) = at(int(tile), value(low)), at(int(tile), value(high))
        parts.append(line(x, y1, x, y2, BLUE, 2))
        parts += [line(x - 5, y, x + 5, y, BLUE, 2) for y in (y1, y2)]
    said = "; ".join(f"{size}: " + ", ".join(f"{tile} in {share:.3g}%" for tile, share in points)
                     for size, points in lines.items())
    return picture("The chance of each tile, if it is what you play for",
                   f"A falling curve for each board. {said}. On 4x4 the shares are measured, with intervals.", parts, 305)


PICTURES = {"min-moves": min_moves, "min-win-score": min_win_score, "max-moves": max_moves, "min-loss-score": min_loss_score,
            "guarantee": guarantee, "counts": counts, "random-play": random_play, "odds": odds}
