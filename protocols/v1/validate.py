#!/usr/bin/env python3
"""Checks schema.json, examples/, invalid/ and transcripts/ of this folder, and ../discovery, against each other.

With --tap DIRECTORY: checks what went over the wire, as the tests wrote it into the files DIRECTORY/*.wire, see traffic.py. With
--partial behind it nothing is missed that was not said: for a server that has only some methods, or a client that uses only some.

Needs the package jsonschema. Prints what is wrong and ends with 1, or prints what was checked and ends with 0.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator

sys.dont_write_bytecode = True
from traffic import Traffic

HERE = pathlib.Path(__file__).resolve().parent
DISCOVERY = HERE.parent / "discovery"
DIRECTIONS = ("params", "result", "error")

# What stands for "<any>" where a transcript leaves a value open, so that the rest of the line can be checked.
LIMITS = ("handshakeLineBytes", "lineBytes", "depth", "nodes", "answerBytes", "page", "outstandingRequests",
          "queueBytes", "sessions")
STAND_INS = {
    "pid": 1, "startedAt": 0, "time": 0, "since": 0, "durationNanos": 0, "offset": 0, "tests": 0, "fromSeq": 0,
    "bytes": 0, "budgetBytes": 0, "checkpoints": 0, "changed": True,
    "limits": {name: 1 for name in LIMITS}, "capabilities": {"methods": [], "events": []},
}

problems = []
counts = {}


def count(what):
    counts[what] = counts.get(what, 0) + 1


def load(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        problems.append(f"{path}: {error}")
        return None


def definition(schema, method, direction):
    """The validator of one direction of a method; None where the schema has no such thing."""
    name = "Error" if direction == "error" else f"{method}.{direction}"
    if name not in schema["$defs"]:
        return None
    return Draft202012Validator({
        "$ref": "#/$defs/" + name.replace("~", "~0").replace("/", "~1"), "$defs": schema["$defs"],
    })


def methods(schema):
    return [name[: -len(".params")] for name in schema["$defs"] if name.endswith(".params")]


def direction(path):
    return path.stem.split("-")[0]


def first_error(check, value):
    errors = sorted(check.iter_errors(value), key=lambda error: [str(part) for part in error.path])
    return f"{'/'.join(str(part) for part in errors[0].path)}: {errors[0].message}" if errors else None


def check_files(schema, root, must_hold):
    folders = {method.replace("/", "-"): method for method in methods(schema)} | {"errors": None}
    seen = set()
    for path in sorted(root.glob("*/*.json")):
        if path.parent.name not in folders:
            problems.append(f"{path}: the schema has no method of that name")
            continue
        check = definition(schema, folders[path.parent.name], direction(path))
        if check is None:
            problems.append(f"{path}: the schema has no {direction(path)} for it")
            continue
        value = load(path)
        error = first_error(check, value)
        if must_hold and error:
            problems.append(f"{path}: {error}")
        if not must_hold and not error:
            problems.append(f"{path}: is accepted, but must not be")
        seen.add((folders[path.parent.name], direction(path)))
        count("examples" if must_hold else "invalid examples")
    for method in methods(schema):
        for part in ("params", "result"):
            if must_hold and f"{method}.{part}" in schema["$defs"] and (method, part) not in seen:
                problems.append(f"{root}: no example of {method}.{part}")
        if not must_hold and not any((method, part) in seen for part in DIRECTIONS):
            problems.append(f"{root}: no example of {method}")


def check_invalid_lines(schema):
    either = Draft202012Validator(schema)
    for number, line in enumerate((HERE / "invalid/lines/lines.jsonl").read_text().splitlines(), 1):
        if either.is_valid(json.loads(line)):
            problems.append(f"invalid/lines/lines.jsonl:{number}: is accepted, but must not be")
        count("invalid lines")


def filled(value, name=None):
    """A transcript's line with something in place of what it leaves open."""
    if isinstance(value, str) and value.startswith("<any"):
        return STAND_INS.get(name, "any")
    if isinstance(value, list):
        return [filled(element, name) for element in value]
    if isinstance(value, dict):
        return {key: filled(member, key) for key, member in value.items()}
    return value


def check_transcript(schema, path):
    client, server = (Draft202012Validator({"$ref": f"#/$defs/{side}", "$defs": schema["$defs"]})
                      for side in ("ClientLine", "ServerLine"))
    pending = {}
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, text in enumerate(lines, 1):
        step = json.loads(text)
        place = f"{path.name}:{number}"
        count("transcript lines")
        if len(step) != 1 or set(step) - {"client", "clientText", "server", "end"}:
            problems.append(f"{place}: a step is one of client, clientText, server and end")
        elif step.get("end"):
            if step["end"] != "server" or number != len(lines):
                problems.append(f"{place}: only the last step can be that the server ends the connection")
        elif "client" in step:
            line = filled(step["client"])
            if error := first_error(client, line):
                problems.append(f"{place}: {error}")
            elif "id" in line:
                pending[line["id"]] = line["method"]
        elif "clientText" in step:
            note_id(step["clientText"], pending)
        else:
            line = filled(step["server"])
            if error := first_error(server, line):
                problems.append(f"{place}: {error}")
                continue
            if "method" in line or line["id"] is None:
                continue
            if line["id"] not in pending:
                problems.append(f"{place}: answers nothing that was asked")
                continue
            method = pending.pop(line["id"])
            check = definition(schema, method, "result") if "result" in line else None
            if check and (error := first_error(check, line["result"])):
                problems.append(f"{place}: {error}")
    if pending:
        problems.append(f"{path.name}: nothing answers {', '.join(map(str, pending))}")


def note_id(text, pending):
    """Remembers the id of a line that is wrong in another way."""
    try:
        line = json.loads(text)
    except ValueError:
        return
    if isinstance(line, dict) and isinstance(line.get("id"), (int, str)):
        pending[line["id"]] = line.get("method")


def check_discovery():
    schema = load(DISCOVERY / "schema.json")
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    for path in sorted((DISCOVERY / "examples").glob("*.json")):
        if error := first_error(check, load(path)):
            problems.append(f"{path}: {error}")
        count("discovery examples")
    for path in sorted((DISCOVERY / "invalid").glob("*.json")):
        if check.is_valid(load(path)):
            problems.append(f"{path}: is accepted, but must not be")
        count("invalid discovery examples")


def check_traffic(schema, folder, is_partial):
    """Checks what the tests' tap wrote down."""
    traffic = Traffic(lambda method, part: definition(schema, method, part), set(methods(schema)),
                      (HERE / "reference.md").read_text(encoding="utf-8"))
    files = sorted(folder.glob("*.wire"))
    for path in files:
        traffic.read(path)
    problems.extend(traffic.problems)
    counts.update({"files": len(files)} | traffic.counts)
    for what in ("results",) if is_partial else ("results", "errors"):
        if not counts.get(what):
            problems.append(f"{folder}: there are no {what}")
    if is_partial:
        return
    # What the tests of the package never let a server say was never looked at.
    unseen = [method for method in methods(schema) if method not in traffic.seen and not method.startswith("$")]
    if unseen:
        problems.append(f"{folder}: nothing was said of {', '.join(unseen)}")


def finish():
    """Prints what was found, and ends with 1 where something is wrong."""
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print(", ".join(f"{number} {what}" for what, number in counts.items()) + ": all as expected")


def main():
    schema = load(HERE / "schema.json")
    Draft202012Validator.check_schema(schema)
    if sys.argv[1:2] == ["--tap"] and len(sys.argv) >= 3 and sys.argv[3:] in ([], ["--partial"]):
        check_traffic(schema, pathlib.Path(sys.argv[2]), is_partial=sys.argv[3:] != [])
        finish()
        return
    if sys.argv[1:]:
        sys.exit("usage: validate.py [--tap DIRECTORY [--partial]]")
    check_files(schema, HERE / "examples", must_hold=True)
    check_files(schema, HERE / "invalid", must_hold=False)
    check_invalid_lines(schema)
    for path in sorted((HERE / "transcripts").glob("*.jsonl")):
        check_transcript(schema, path)
        count("transcripts")
    check_discovery()
    for what in ("examples", "invalid examples", "invalid lines", "transcripts", "transcript lines",
                 "discovery examples", "invalid discovery examples"):
        if not counts.get(what):
            problems.append(f"there are no {what}")
    finish()


if __name__ == "__main__":
    main()
