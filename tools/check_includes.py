#!/usr/bin/env python3
"""The include law: which room may use which rooms, public chapters and libraries. `make deps` runs it.

Two sources of evidence obey the same table: the #include lines of all C files, and the symbols that the object files of
the last build ($B) need from each other, which also show calls that no include shows. The program prints the rooms and
what they use, then each offence; the exit status is 1 if there is one.
"""

import collections
import os
import re
import subprocess
import sys

from sources import ROOT, c_files, read, room_of, rooms

# A room may use itself and what its row names: rooms that come before it in the table, chapters of the public interface
# (include/eleven/; `all` means every chapter) and libraries. An entry that nobody uses is an offence. Calls of public
# functions count as use of a room only in src/: the front rooms know the library by its chapters.
LAW = """
room          | rooms                    | chapters                        | libraries
include       |                          | all                             |
base          |                          | memory game                     | libc posix
core          | base                     | version game player             |
fast          | base core                | bitboard batch envs             |
player        | base core fast           | batch network search match      | libc
review        | core                     | review                          | libc
solver        | base core                | game solver                     | libc
facts         | base core fast player solver | batch bitboard facts match solver | libc
endgame       | base core fast player    | bitboard network search endgame | libc posix
train         | base core endgame fast player | endgame train                   | libc
players       | base player solver endgame | solver                        |
session       | base core                | session interactive             | libc
formats       | base core                | formats                         | libc
picture       | base core                | game picture                    | libc
store         | base core session        | session                         | libc posix sqlite heap
front/base    | base store               | all                             | libc posix zstd process heap
front/chart   | base picture front/base  |                                 | libc process heap
front/term    | base picture store front/base | all                        | libc posix curses process heap
front/lsp     | base front/base          | all                             | libc posix jansson
front/serve   | base front/base          | all                             | libc posix websockets process heap
bench         | base train               | all                             | libc heap
front/cli     | base picture store front/base front/chart front/term front/lsp front/serve bench |    |libc posix process heap
front/mpi     | base front/base          |                                 | libc posix mpi process heap
front/web     | player bench             | all                             | libc posix
"""

# Headers by library. The headers of the first group need no library at all, and every room may include them.
HEADERS = {
    "freestanding": r"(assert|float|limits|stdalign|stdatomic|stdbool|stddef|stdint|string|\w+intrin|arm_neon)\.h",
    "libc": r"(ctype|errno|inttypes|locale|math|stdarg|stdio|stdlib|strings)\.h",
    "posix": r"(arpa/inet|dirent|fcntl|langinfo|netdb|netinet/\w+|poll|pthread|sched|signal|termios|time|unistd|sys/\w+)\.h",
    "sqlite": r"sqlite3\.h",
    "curses": r"(curses|term)\.h",
    "jansson": r"jansson\.h",
    "websockets": r"(libwebsockets|wslay/wslay)\.h",
    "zstd": r"zstd\.h",
    "mpi": r"mpi\.h",
}

# Symbols by library. `process` is what belongs to the whole program: its environment, standard streams and end.
SYMBOLS = {
    "sqlite": r"sqlite3_\w+",
    "curses": r"stdscr|curscr|cur_term|COLS|LINES|COLORS|initscr|newterm|delscreen|endwin|w[a-z]+ch|new(win|pad)|"
              r"delwin|w?(refresh|move|erase|clear)|keypad|(no)?(cbreak|echo|delay|nl|raw)|curs_set|mouse\w+|"
              r"ti(parm|get\w+)",
    "jansson": r"json_\w+",
    "websockets": r"(lws|wslay)_\w+",
    "zstd": r"ZSTD_\w+",
    "mpi": r"MPI_\w+|ompi_\w+",
    "heap": r"(m|c|re|aligned_)alloc|reallocarray|free|strn?dup|posix_memalign|v?asprintf|getline|getdelim|open_memstream",
    "process": r"(secure_)?getenv|environ|v?printf|puts|putchar|perror|std(in|out|err)|_?exit|abort|system|fork|"
               r"exec\w+",
}

# The library allocates here alone, so that a program can supply its own allocator.
ALLOCATOR = "src/base/memory.c"

# Violations that exist, one per line: FILE TARGET REASON. The file has no suffix. The target is a room, chapter or
# library; or `name`, where another file has the same name; or another file, for an arrow of a circular dependency. The
# list only shrinks: a line that is no longer needed is an offence.
EXCEPTIONS = """
src/player/match posix                                    waits for games of other threads
src/player/network_shipped posix                          opens the network once for all threads
"""

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')
WEB_LIBC = "front/web/libc/"  # stands in for the C library's headers and has their names


class Law:
    def __init__(self, text):
        self.rows = {}
        for line in text.strip().splitlines()[1:]:
            room, *columns = (column.split() for column in line.split("|"))
            self.rows[room[0]] = dict(zip(("room", "chapter", "library"), columns))
        self.unused = {(room, kind, name) for room, row in self.rows.items() for kind in row for name in row[kind]}

    def allows(self, room, kind, name):
        entries = self.rows.get(room, {}).get(kind, ())
        entry = "all" if kind == "chapter" and "all" in entries else name
        self.unused.discard((room, kind, entry))
        return entry in entries

    def upward(self):
        """Entries that are not above their row."""
        order = list(self.rows)
        return [(room, name) for room, row in self.rows.items() for name in row["room"]
                if name not in order[:order.index(room)]]


# One file's use of a room, chapter or library (kind, name), or of a file of its own room (kind None). The unit is the
# file that is used, where it is one of ours.
Use = collections.namedtuple("Use", "path place word kind name unit", defaults=(None, None, None))


# ---- What the files use ------------------------------------------------------------------------------------


def unit_of(path):
    """x.c and x.h are one unit. The header with the room's name is a unit of its own: several files define what it
    declares."""
    stem, suffix = os.path.splitext(path)
    room = room_of(path).split("/")[-1]
    return path if suffix == ".h" and os.path.basename(stem) in (room, f"{room}_room") else stem


def library_of(name, table):
    return next((library for library, pattern in table.items() if re.fullmatch(pattern, name)), None)


def find(name):
    """The file that `#include "name"` means, or None."""
    return next((base + name for base in ("src/", "front/", "include/", "") if (ROOT / (base + name)).is_file()), None)


def included(path, place, name):
    found = find(name)
    if found is None and path.startswith("include/"):
        found = find(os.path.relpath(os.path.join(os.path.dirname(path), name), "include"))
    if found is None:
        return Use(path, place, name, "file", name)
    if found.startswith("include/"):
        chapter = "all" if name == "eleven.h" else os.path.basename(name)[:-2]
        return Use(path, place, name, "chapter", chapter, unit_of(found))
    room = room_of(found)
    return Use(path, place, name, *(("room", room) if room != room_of(path) else (None, None)), unit_of(found))


def include_uses(paths):
    for path in paths:
        for number, line in enumerate(read(path).splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match[1]:
                yield included(path, f"{path}:{number}", match[1])
            elif match:
                library = library_of(match[2], HEADERS)
                if library != "freestanding":
                    yield Use(path, f"{path}:{number}", match[2], "library", library or match[2])


def objects_of(paths):
    """{object file: source file} of the last build."""
    build = os.environ.get("B", "build")
    objects = {os.path.join(build, path[:-2] + ".o"): path for path in paths if path.endswith(".c")}
    return {name: path for name, path in objects.items() if (ROOT / name).exists()}


def unbuilt_rooms(paths):
    """Rooms that the last build left out, since a library is missing: nothing is known of their symbols."""
    return set(rooms(paths)) - set(rooms(objects_of(paths).values())) - {"include", "front/web"}


def symbols(paths):
    """The symbols that each file's object defines and those that it needs."""
    objects = objects_of(paths)
    if not objects:
        sys.exit("deps: there are no object files; run make first")
    lines = subprocess.run([os.environ.get("NM", "nm"), "-A", "-P", *objects], cwd=ROOT, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    defined, needed = {}, []
    for line in lines:
        name, symbol, kind = re.match(r"(.*): (\S+) (\S)", line).groups()
        symbol = re.sub(r"^__(\w+)_chk$", r"\1", symbol)  # _FORTIFY_SOURCE
        if kind in "Uwv":
            needed.append((objects[name], symbol))
        elif kind.isupper():
            defined[symbol] = objects[name]
    return defined, needed


def symbol_uses(paths):
    defined, needed = symbols(paths)
    for path, symbol in needed:
        if symbol not in defined:
            library = library_of(symbol, SYMBOLS)
            if library and (library, path) != ("heap", ALLOCATOR):
                yield Use(path, path, symbol, "library", library)
            continue
        room, unit = room_of(defined[symbol]), unit_of(defined[symbol])
        is_own = room == room_of(path)
        is_public = symbol.startswith("eleven_") and not path.startswith("src/") and defined[symbol].startswith("src/")
        if is_own or not is_public:
            yield Use(path, path, symbol, None if is_own else "room", None if is_own else room, unit)


# ---- Circular dependencies ---------------------------------------------------------------------------------


def graph_of(uses, without=()):
    """{unit: {other unit: what it uses of it}}"""
    graph = collections.defaultdict(dict)
    for use in uses:
        arrow = (unit_of(use.path), use.unit)
        if use.unit and arrow[0] != arrow[1] and arrow not in without:
            graph[arrow[0]].setdefault(arrow[1], use.word)
    return graph


def path_between(graph, start, goal):
    """The shortest path from a unit to another one (or, around, to itself) as a list, or None."""
    paths = {start: [start]}
    queue = collections.deque([start])
    while queue:
        unit = queue.popleft()
        for after in graph.get(unit, ()):
            if after == goal:
                return [*paths[unit], goal]
            if after not in paths:
                paths[after] = [*paths[unit], after]
                queue.append(after)
    return None


def reachable(graph, start):
    found, left = set(), [start]
    while left:
        new = graph.get(left.pop(), {}).keys() - found
        found |= new
        left += new
    return found


def circles(graph):
    """The groups of units that depend on each other, each sorted."""
    beyond = {unit: reachable(graph, unit) for unit in graph}
    return sorted({tuple(sorted(other for other in beyond[unit] if unit in beyond.get(other, ())))
                   for unit in beyond if unit in beyond[unit]})


# ---- Offences ----------------------------------------------------------------------------------------------


def exceptions(law):
    """Two sets of (file, target): for single uses, and for arrows of circular dependencies."""
    pairs = {tuple(line.split(None, 2)[:2]) for line in EXCEPTIONS.splitlines() if line}
    arrows = {(unit, target) for unit, target in pairs if "/" in target and target not in law.rows}
    return pairs - arrows, arrows


def use_offences(law, uses):
    """Triples (file, target, sentence)."""
    for use in uses:
        if use.kind and not law.allows(room_of(use.path), use.kind, use.name):
            sentence = f"{room_of(use.path)} may not use {use.kind} {use.name} ({use.word})"
            if use.kind == "file":
                sentence = f"there is no file {use.word} in src/, front/ or include/"
            yield os.path.splitext(use.path)[0], use.name, f"{use.place}: {sentence}"


def name_offences(paths):
    """Files of the same name in two rooms, as triples. A chapter may have the name of the file that defines it."""
    taken = {}
    for path in paths:
        if not path.startswith(("include/", WEB_LIBC)):
            unit = os.path.splitext(path)[0]
            first = taken.setdefault(os.path.basename(unit), unit)
            if first != unit:
                yield unit, "name", f"{path}: the name is taken by {first}"


def circle_offences(uses, excepted):
    """Sentences, and the pairs of the exceptions that are not needed."""
    graph = graph_of(uses, excepted)
    for group in circles(graph):
        path = path_between(graph, group[0], group[0])
        steps = (f" -> {after} ({graph[unit][after]})" for unit, after in zip(path, path[1:]))
        yield f"circular dependency: {group[0]}{''.join(steps)}"
    for arrow in sorted(excepted):
        others = graph_of(uses, excepted - {arrow})
        if arrow[1] not in others.get(arrow[0], ()) or not path_between(others, *reversed(arrow)):
            yield arrow


def room_offences(triples, excepted):
    """The same for single uses."""
    triples = list(triples)
    yield from (sentence for unit, target, sentence in triples if (unit, target) not in excepted)
    yield from sorted(excepted - {(unit, target) for unit, target, _ in triples})


def sentences(offences, paths):
    """The offences as sentences. Whether an exception in a room that was not built is needed is not known."""
    unbuilt = unbuilt_rooms(paths)
    for offence in dict.fromkeys(offences):
        if isinstance(offence, str):
            yield offence
        elif room_of(offence[0]) not in unbuilt:
            yield f"the exception '{' '.join(offence)}' is no longer needed"


def table_offences(law, paths):
    yield from (f"the law has no row for {room}" for room in rooms(paths) if room not in law.rows)
    yield from (f"the law lets {room} use {name}, which does not come before it" for room, name in law.upward())
    yield from (f"the law lets {room} use {kind} {name}, which nobody there uses"
                for room, kind, name in sorted(law.unused) if room not in unbuilt_rooms(paths))


def print_rooms(law, paths, uses):
    used = collections.defaultdict(set)
    for use in uses:
        if use.kind == "room":
            used[room_of(use.path)].add(use.name)
    found, graph = rooms(paths), graph_of(uses)
    for room in law.rows:
        others = [other for other in law.rows if other in used[room]]
        print(f"{room:13} {len(found.get(room, ())):3} files  {' '.join(others)}".rstrip())
    print(f"{len(found)} rooms, {len(paths)} files, {sum(map(len, used.values()))} arrows between rooms, "
          f"{sum(map(len, graph.values()))} between files, {len(circles(graph))} circular dependencies")


def main():
    law, paths = Law(LAW), c_files()
    uses = [*include_uses(paths), *symbol_uses(paths)]
    of_use, of_arrow = exceptions(law)
    offences = list(sentences([*room_offences([*use_offences(law, uses), *name_offences(paths)], of_use),
                               *circle_offences(uses, of_arrow), *table_offences(law, paths)], paths))
    print_rooms(law, paths, uses)
    for offence in offences:
        print(offence)
    print(f"deps: {len(of_use) + len(of_arrow)} exceptions, {len(offences)} offences")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
