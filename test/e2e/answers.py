"""Checks answers against the schemas that `make schema` makes, with a validator that Eleven does not contain.

A key that is not in the schema is an error. SEEN has, for each answer, the keys that tests have got so far."""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = tempfile.TemporaryDirectory()
SEEN = collections.defaultdict(set)
subprocess.run([sys.executable, str(ROOT / "tools/schema.py"), FOLDER.name], check=True)


def schema(name):
    return json.loads(pathlib.Path(FOLDER.name, f"{name}.schema.json").read_text())


def openapi():
    return json.loads(pathlib.Path(FOLDER.name, "openapi.json").read_text())


def keys_of(value):
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def check(name, value):
    jsonschema.Draft202012Validator(schema(name)).validate(value)
    SEEN[name] |= keys_of(value)
    return value


def name_of(words, value):
    """The name of the answer of a command line."""
    words = [str(word) for word in words]
    command, first = words[0], words[1] if len(words) > 1 else ""
    if command == "match":
        return "duel" if "against" in words else "match"
    if command == "solve" and "positions_in_all" not in value:
        return "probe" if "board" in value else "table"
    if command == "games":
        return {"export": "export", "import": "import", "check": "verify"}.get(first, "games")
    if command == "rules":
        return {"show": "rule", "check": "check"}.get(first, "rules")
    return "facts" if command == "facts" and isinstance(value, list) else "fact" if command == "facts" else command


def check_output(words, text):
    """The output of a command with --json: one value, or one in each line."""
    if "--json" not in words or not text:
        return
    for line in text.splitlines():
        value = json.loads(line)
        check(name_of(words, value), value)


PATHS = {"board": "show", "move": "best", "values": "best", "game": "game"}


def check_http(path, value):
    """An answer of the server to a path, or to a message of a WebSocket: "play"."""
    last = path.split("?")[0].split("/")[-1]
    return check("error" if "error" in value else PATHS.get(last, "message"), value)
