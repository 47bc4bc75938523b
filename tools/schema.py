#!/usr/bin/env python3
"""Makes JSON Schema files, an OpenAPI file and a manual page of package/answers.json, and compares it with the source.

    tools/schema.py FOLDER     writes NAME.schema.json for each answer, openapi.json and eleven-json.5
    tools/schema.py            only compares: every key in the source is listed, with its type, and no other is
"""

import json
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = json.loads((ROOT / "package/answers.json").read_text())
FIELDS, OBJECTS, ANSWERS = TABLE["fields"], TABLE["objects"], TABLE["answers"]

DIRECTIONS = ["up", "right", "down", "left"]
GRADES = FIELDS["grade"]["type"]
COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}


def rows_of(item, least=None, most=None):
    limits = {} if least is None else {"minItems": least, "maxItems": most}
    return {"type": "array", "items": item, **limits}


def closed(properties, required):
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


# Each type: its schema, how the manual names it, and the functions of front/base/json.h that may write it.
TYPES = {
    "count": (COUNT, "whole number", ["number"]),
    "number": ({"type": "number"}, "number", ["decimal"]),
    "number?": ({"type": ["number", "null"]}, "number or null", ["decimal"]),
    "share": ({"type": "number", "minimum": 0, "maximum": 1}, "number", ["decimal"]),
    "text": (TEXT, "string", ["string"]),
    "texts": (rows_of(TEXT), "array of strings", ["array"]),
    "flag": ({"type": "boolean"}, "true or false", ["bool"]),
    "hash": ({"type": "string", "pattern": "^[0-9a-f]{16}$"}, "string of 16 hexadecimal digits", ["hash"]),
    "size": (rows_of({"type": "integer", "minimum": 1, "maximum": 8}, 2, 2), "[width, height]", ["pair"]),
    "cell": (rows_of({"type": "integer", "minimum": 0, "maximum": 7}, 2, 2), "[x, y]", ["pair"]),
    "board": (rows_of(rows_of(COUNT, 1, 8), 1, 8), "array of rows", ["board"]),
    "direction": ({"enum": DIRECTIONS}, "up, right, down or left", ["string"]),
    "directions": ({**rows_of({"enum": DIRECTIONS}), "uniqueItems": True}, "array of directions", ["directions"]),
    "values": (closed({name: {"type": "number"} for name in DIRECTIONS}, []), "object of directions", ["values"]),
    "numbers": (rows_of({"type": "number"}), "array of numbers", ["array"]),
    "rows": (rows_of(rows_of(TEXT)), "array of rows of strings", ["array"]),
    "grades": (closed({grade: COUNT for grade in GRADES}, GRADES), "object of grades", ["object"]),
}


# Their keys have a unit.
MEASURED = ("count", "number", "number?", "share", "numbers", "values", "board", "size", "cell")


def field_schema(name, place):
    field = FIELDS[name]
    if isinstance(field["type"], list):
        schema = {"enum": field["type"]}
    elif field["type"] == "list":
        schema = rows_of({"$ref": place + field["of"]})
    else:
        schema = TYPES[field["type"]][0]
    unit = f"; unit: {field['unit']}" if "unit" in field else ""
    return {**schema, "description": field["meaning"] + unit}


def object_schema(keys, place):
    names = [key.rstrip("?") for key in keys.split()]
    return closed({name: field_schema(name, place) for name in names}, [key for key in keys.split() if key[-1] != "?"])


def answer_schema(answer, place):
    schema = object_schema(answer["keys"], place)
    return rows_of(schema) if answer.get("list") else schema


def used_objects(keys, found=()):
    for key in keys.split():
        kind = FIELDS[key.rstrip("?")].get("of")
        if kind and kind not in found:
            found = used_objects(OBJECTS[kind], (*found, kind))
    return found


def json_schema(name):
    place, answer = "#/$defs/", ANSWERS[name]
    parts = {kind: object_schema(OBJECTS[kind], place) for kind in used_objects(answer["keys"])}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:eleven:{name}", "title": answer["of"]}
    return {**head, **answer_schema(answer, place), **({"$defs": parts} if parts else {})}


# ---- OpenAPI ----------------------------------------------------------------------------------------------
def content(kind, schema):
    return {kind: {"schema": schema}}


def operation(at, path):
    answer = path["answer"]
    good = content("application/json", {"$ref": f"#/components/schemas/{answer}"}) if answer else content(
        "text/plain", {"enum": [*(name[0] for name in DIRECTIONS), "g"]})
    bad = content("application/json", {"$ref": "#/components/schemas/error"})
    parameters = [{"name": name, "in": "query", "required": TABLE["parameters"][name].get("required", False),
                   "description": TABLE["parameters"][name]["meaning"], "schema": TEXT}
                  for name in path["parameters"].split()]
    return {"summary": path["meaning"], "operationId": at.strip("/").replace("/", "-"), "parameters": parameters,
            "responses": {"200": {"description": "The answer", "content": good},
                          "default": {"description": "An error, in one sentence", "content": bad}}}


def openapi(version):
    place = "#/components/schemas/"
    names = {path["answer"] for path in TABLE["paths"].values() if path["answer"]} | {"error", "message"}
    schemas = {name: answer_schema(ANSWERS[name], place) for name in sorted(names)}
    kinds = {kind for name in names for kind in used_objects(ANSWERS[name]["keys"])}
    schemas.update({kind: object_schema(OBJECTS[kind], place) for kind in sorted(kinds)})
    head = {"title": "eleven serve", "version": version, "license": {"name": "MIT", "identifier": "MIT"},
            "description": "The HTTP server of Eleven. /api/v1/play is a WebSocket; its answers are a 'message' or an 'error'."}
    paths = {at: {"get": operation(at, path)} for at, path in TABLE["paths"].items()}
    return {"openapi": "3.1.0", "info": head, "servers": [{"url": "http://127.0.0.1:2048"}], "paths": paths,
            "components": {"schemas": schemas}}


# ---- The manual page --------------------------------------------------------------------------------------
MANUAL = """.\\" Made of package/answers.json by tools/schema.py.
.Dd November 22, 2026
.Dt ELEVEN-JSON 5
.Os
.Sh NAME
.Nm eleven-json
.Nd answers of Eleven for programs
.Sh DESCRIPTION
Many commands of
.Xr eleven 6
write JSON with
.Fl \\-json .
The HTTP server and its WebSockets write the same keys.
A key has the same meaning, type and unit everywhere.
An answer contains no other keys than those listed here.
A question mark follows a key that is not in every answer.
.Pp
.Pa share/eleven/schema/NAME.schema.json
is the JSON Schema of the answer NAME, and
.Pa share/eleven/schema/openapi.json
describes the HTTP server.
.Sh ANSWERS
.Bl -tag -width Ds
@ANSWERS@
.El
.Sh OBJECTS
Some keys have objects as values:
.Bl -tag -width Ds
@OBJECTS@
.El
.Sh KEYS
.Bl -tag -width Ds
@KEYS@
.El
.Sh SEE ALSO
.Xr eleven-formats 5 ,
.Xr eleven 6
"""


def prose(text):
    """A sentence in lines of mdoc."""
    text = text if text.startswith("eleven") else text[0].upper() + text[1:]
    text = text.replace("\\", "\\e").replace("--", "\\-\\-").replace(" -", " \\-") + "."
    lines = textwrap.wrap(text, 76, break_on_hyphens=False, break_long_words=False)
    return "\n".join("\\&" * (line[0] in "'.") + line for line in lines)


def type_name(field):
    if isinstance(field["type"], list):
        return "one of " + ", ".join(f"\"{word}\"" for word in field["type"])
    return f"array of {field['of']}" if field["type"] == "list" else TYPES[field["type"]][1]


def key_item(name, field):
    unit = f" ({field['unit']})" if field.get("unit", "none") != "none" else ""
    return f".It {name}\n{prose(field['meaning'])}\n{prose(type_name(field) + unit)}"


def list_item(name, keys, before=""):
    return f".It {name}\n{before}{prose('keys: ' + keys.replace(' ', ', '))}"


def manual():
    answers = [list_item(name, one["keys"], prose(one["of"] + ", an array" * one.get("list", False)) + "\n")
               for name, one in ANSWERS.items()]
    objects = [list_item(name, keys) for name, keys in OBJECTS.items()]
    keys = [key_item(name, field) for name, field in sorted(FIELDS.items())]
    parts = {"@ANSWERS@": answers, "@OBJECTS@": objects, "@KEYS@": keys}
    return re.sub("@[A-Z]+@", lambda mark: "\n".join(parts[mark[0]]), MANUAL)


# ---- The source -------------------------------------------------------------------------------------------
def writers(field):
    if isinstance(field["type"], list):
        return ["string"]
    return ["array"] if field["type"] == "list" else TYPES[field["type"]][2]


def keys_in_source():
    """The file, the function and the key of each call."""
    for path in sorted((ROOT / "front").rglob("*.c")):
        for call in re.finditer(r'\bjson_put_(\w+)\(\s*&?[\w.>-]+,\s*"([^"]+)"', path.read_text()):
            yield path.relative_to(ROOT), *call.groups()


def differences():
    calls = list(keys_in_source())
    for path, function, key in calls:
        if key not in FIELDS:
            yield f"{path}: the key '{key}' is not in package/answers.json"
        elif function not in writers(FIELDS[key]):
            yield f"{path}: json_put_{function} writes '{key}', which has another type in package/answers.json"
    lists = [*OBJECTS.values(), *(answer["keys"] for answer in ANSWERS.values())]
    used = {key.rstrip("?") for keys in lists for key in keys.split()}
    for key in sorted(used ^ FIELDS.keys()):
        yield f"package/answers.json: '{key}' is either in no answer or not a key"
    for key in sorted(FIELDS.keys() - {key for _, _, key in calls}):
        yield f"package/answers.json: nothing writes '{key}'"
    for name, field in FIELDS.items():
        if field["type"] in MEASURED and "unit" not in field:
            yield f"package/answers.json: '{name}' has no unit"


def main():
    wrong = list(differences())
    if wrong:
        sys.exit("\n".join(wrong))
    if len(sys.argv) == 1:
        return
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    version = re.search(r'ELEVEN_VERSION "(.*)"', (ROOT / "include/eleven/version.h").read_text()).group(1)
    files = {f"{name}.schema.json": json_schema(name) for name in ANSWERS}
    for name, data in {**files, "openapi.json": openapi(version)}.items():
        (folder / name).write_text(json.dumps(data, indent=1) + "\n")
    (folder / "eleven-json.5").write_text(manual())


if __name__ == "__main__":
    main()
