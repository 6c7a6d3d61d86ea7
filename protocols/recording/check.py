#!/usr/bin/env python3
"""Reads recordings by a reading of specification.md of its own.

Without arguments: checks schema.json, what is in examples/, invalid/ and damaged/ against each other and against what the
`.expected.json` beside them says. With arguments: checks the recordings that are named, one file or the files of one recording
each, compressed or not. Prints what is wrong and ends with 1, or prints what was checked and ends with 0.

Needs the Python package jsonschema.
"""

import copy
import gzip
import json
import pathlib
import sys

from jsonschema import Draft202012Validator

HERE = pathlib.Path(__file__).resolve().parent
KINDS = {"header", "store", "transition", "keyframe", "note", "gap", "removed", "end"}
MAX_LINE = 64 << 20
MAX_DEPTH = 128
MISSING = object()


class Fault(Exception):
    """A line, or a whole file, that cannot be read."""


# JSON


def refuse_constant(word):
    raise Fault(f"{word} is no JSON")


def nesting(text):
    """How deep a text nests, counted outside of strings."""
    depth = deepest = 0
    inside = escaped = False
    for character in text:
        if inside:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                inside = False
        elif character == '"':
            inside = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def double(text):
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is beyond the range of a double")
    return number


def integer(text):
    """An integer; one that no 64 bits hold is read as the nearest double."""
    number = int(text) if len(text) < 21 else 1 << 65
    return number if -(1 << 63) <= number < 1 << 64 else double(text)


def parse(data):
    if len(data) > MAX_LINE:
        raise Fault("too long")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("no UTF-8") from None
    if nesting(text) > MAX_DEPTH:
        raise Fault("too deep")
    try:
        value = json.loads(text, parse_constant=refuse_constant, parse_float=double, parse_int=integer)
        if "\\u" in text:
            # Half of a surrogate pair, which no UTF-8 can hold.
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except ValueError as error:
        raise Fault(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise Fault("no object")
    return value


def same(a, b):
    """Equality of JSON values; 1, 1.0 and true are three values."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


# Changes


def tokens(pointer):
    if pointer == "":
        return []
    if not pointer.startswith("/"):
        raise Fault(f"{pointer} is no pointer")
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


def step(value, token):
    if isinstance(value, dict) and token in value:
        return token
    if isinstance(value, list):
        if token.isascii() and token.isdigit() and (token == "0" or token[0] != "0") and int(token) < len(value):
            return int(token)
        if token.startswith("[id=") and token.endswith("]"):
            for place, element in enumerate(value):
                if isinstance(element, dict) and "id" in element:
                    text = element["id"] if isinstance(element["id"], str) else json.dumps(element["id"])
                    if text == token[4:-1]:
                        return place
    raise Fault(f"there is nothing at {token}")


def look(root, path):
    for token in path:
        root = root[step(root, token)]
    return root


def add(root, path, value):
    if not path:
        return value
    parent = look(root, path[:-1])
    if isinstance(parent, dict):
        parent[path[-1]] = value
    elif isinstance(parent, list):
        place = len(parent) if path[-1] in ("-", str(len(parent))) else step(parent, path[-1])
        parent.insert(place, value)
    else:
        raise Fault("nothing can be added to a leaf")
    return root


def remove(root, path):
    if not path:
        raise Fault("the root cannot be removed")
    parent = look(root, path[:-1])
    return parent.pop(step(parent, path[-1]))


def apply(root, changes):
    root = copy.deepcopy(root)
    for change in changes:
        op, path = change["op"], tokens(change["path"])
        if op in ("add", "replace", "test") and "value" not in change:
            raise Fault(f"{op} without a value")
        if op == "add":
            root = add(root, path, copy.deepcopy(change["value"]))
        elif op == "remove":
            remove(root, path)
        elif op == "replace":
            if path:
                parent = look(root, path[:-1])
                parent[step(parent, path[-1])] = copy.deepcopy(change["value"])
            else:
                root = copy.deepcopy(change["value"])
        elif op == "move":
            root = add(root, path, remove(root, tokens(change["from"])))
        elif op == "copy":
            root = add(root, path, copy.deepcopy(look(root, tokens(change["from"]))))
        elif not same(look(root, path), change["value"]):
            raise Fault(f"the test at {change['path']} fails")
    return root


# Files


class Store:
    """What is known of a store: transitions by number, whole states by number, gaps."""

    def __init__(self, first):
        self.first = self.last = first
        self.transitions, self.keyframes, self.gaps = {}, {}, []
        self.last_transition = None
        self.known = (-1, None)

    def state(self, seq):
        """The state at a number; MISSING where it is not known."""
        starts = sorted(((number, state) for number, state in self.keyframes.items() if number <= seq),
                        key=lambda start: start[0], reverse=True)
        # The state that was worked out last saves the way there, unless a keyframe is nearer.
        if self.known[0] <= seq and (not starts or starts[0][0] <= self.known[0]) and self.known[0] >= 0:
            starts.insert(0, self.known)
        for at, state in starts:
            start = at
            for number in range(start + 1, seq + 1):
                line = self.transitions.get(number)
                if line is None or "changes" not in line:
                    continue
                begins = line.get("fromSeq", number - 1)
                if begins == at:
                    state, at = apply(state, line["changes"]), number
                elif begins > at:
                    break
            if at == seq:
                self.known = (seq, state)
                return state
        return MISSING

    def missing(self):
        """The ranges that are in no line, and those of the gap lines."""
        told = {number for gap in self.gaps for number in range(gap[0], gap[1] + 1)}
        absent = [number for number in range(self.first + 1, self.last + 1)
                  if number not in self.transitions and number not in told]
        ranges = []
        for number in absent:
            if ranges and ranges[-1][1] == number - 1:
                ranges[-1][1] = number
            else:
                ranges.append([number, number])
        return sorted(self.gaps + ranges)


class Recording:
    def __init__(self, checker):
        self.checker = checker
        self.stores, self.notes, self.damage, self.remarks = {}, [], [], []
        self.header = self.end = None
        self.part_transitions = 0

    def read(self, path):
        """Reads a file and those that go on from it."""
        while path is not None:
            self.read_file(path)
            following = self.end.get("next") if self.end else None
            path = None
            if following:
                for name in (following, following + ".gz"):
                    if "/" not in name and (self.directory / name).is_file():
                        path = self.directory / name

    def read_file(self, path):
        self.directory = path.parent
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        if data[:3] == b"\xef\xbb\xbf":
            data = data[3:]
        self.end, self.part_transitions, is_first = None, 0, True
        for number, line in enumerate(data.split(b"\n"), 1):
            whole = line.lstrip(b"\0")
            if not whole.strip():
                if line:
                    self.damage += [number] if b"\0" in line else []
                continue
            try:
                value = parse(whole)
                if error := next(self.checker.iter_errors(value), None):
                    if value.get("kind") == "header":
                        raise SystemExit(f"{path}: {error.message}")
                    raise Fault(error.message)
                if is_first and value["kind"] != "header":
                    self.damage.append(number)
                self.add(value)
            except Fault as fault:
                self.damage.append(number)
                self.remarks.append(f"line {number}: {fault}")
            is_first = False

    def store(self, id, seq):
        return self.stores.setdefault(id, Store(seq))

    def add(self, line):
        kind = line["kind"]
        if kind == "header":
            if self.header and line["id"] != self.header["id"]:
                raise Fault("another recording")
            self.header = line
            for store in line["stores"]:
                self.introduce(store)
        elif kind == "store":
            self.introduce(line["description"])
        elif kind == "transition":
            self.transition(line)
        elif kind == "keyframe":
            store = self.store(line["store"], line["seq"])
            known = store.state(line["seq"])
            if known is not MISSING and not same(known, line["state"]):
                self.remarks.append(f"the keyframe of {line['store']} at {line['seq']} is not what the changes lead to")
            store.keyframes[line["seq"]] = line["state"]
            store.last = max(store.last, line["seq"])
        elif kind == "note":
            self.notes.append(line["text"])
        elif kind == "gap":
            if line["toSeq"] < line["fromSeq"]:
                raise Fault("a gap that ends before it begins")
            store = self.store(line["store"], line["fromSeq"] - 1)
            store.gaps.append([line["fromSeq"], line["toSeq"]])
            store.last = max(store.last, line["toSeq"])
        elif kind == "removed" and line["store"] not in self.stores:
            raise Fault("an unknown store went")
        elif kind == "end":
            self.end = line
            if line.get("transitions", self.part_transitions) != self.part_transitions:
                self.remarks.append("the end line counts other transitions than there are")

    def introduce(self, description):
        store = self.store(description["id"], description["seq"])
        if "state" in description:
            store.keyframes[description["seq"]] = description["state"]
        store.last = max(store.last, description["seq"])

    def transition(self, line):
        seq = line["seq"]
        store = self.store(line["store"], seq - 1)
        if line.get("fromSeq", seq - 1) >= seq:
            raise Fault("changes that begin behind their end")
        if store.last_transition is not None and seq <= store.last_transition:
            raise Fault("a seq that does not go on")
        store.transitions[seq] = line
        store.last_transition = seq
        store.last = max(store.last, seq)
        self.part_transitions += 1
        # An absent state is no fault; changes that do not fit one that is known are.
        store.state(seq)

    def complete(self):
        return self.end is not None and "next" not in self.end


# Checks

problems = []
counts = {}


def count(what, number=1):
    counts[what] = counts.get(what, 0) + number


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def check_expected(checker, path):
    """Compares a recording with what is said of it."""
    expected = load(path.with_suffix("").with_suffix(".expected.json") if path.suffix == ".gz" else
                    path.with_name(path.name.removesuffix(".jsonl") + ".expected.json"))
    first = path
    if ".2." in path.name:
        first = path.with_name(path.name.replace(".2.", "."))
    recording = Recording(checker)
    recording.read(first)

    def compare(what, found, wanted):
        count("facts")
        if not same(found, wanted):
            problems.append(f"{path}: {what} is {json.dumps(found)}, and not {json.dumps(wanted)}")

    compare("complete", recording.complete(), expected["complete"])
    compare("damage", recording.damage, expected["damage"])
    compare("notes", recording.notes, expected["notes"])
    compare("stores", sorted(recording.stores), sorted(expected["stores"]))
    for id, wanted in expected["stores"].items():
        store = recording.stores.get(id, Store(0))
        compare(f"firstSeq of {id}", store.first, wanted["firstSeq"])
        compare(f"lastSeq of {id}", store.last, wanted["lastSeq"])
        compare(f"transitions of {id}", len(store.transitions), wanted["transitions"])
        compare(f"gaps of {id}", store.missing(), wanted["gaps"])
        for seq, state in wanted["states"].items():
            found = store.state(int(seq))
            compare(f"state of {id} at {seq}", "not known" if found is MISSING else found, state)
        for seq in wanted.get("unknown", []):
            compare(f"state of {id} at {seq}", store.state(seq) is MISSING, True)


def check_own(checker):
    for path in sorted((HERE / "examples").glob("*.jsonl")):
        check_expected(checker, path)
        for line in path.read_bytes().splitlines():
            if line.strip():
                count("lines")
                if error := next(checker.iter_errors(json.loads(line)), None):
                    problems.append(f"{path}: {error.message}")
        count("examples")
    for path in sorted((HERE / "damaged").glob("*.jsonl")):
        check_expected(checker, path)
        count("damaged files")
    for path in sorted((HERE / "invalid").glob("*.jsonl")):
        count("invalid files")
        recording = Recording(checker)
        try:
            recording.read(path)
        except (SystemExit, Fault):
            continue
        if not recording.damage and not recording.remarks:
            problems.append(f"{path}: is accepted, but must not be")
    for what in ("examples", "damaged files", "invalid files", "facts"):
        if not counts.get(what):
            problems.append(f"there are no {what}")


def check_files(checker, paths):
    for path in paths:
        recording = Recording(checker)
        try:
            recording.read(pathlib.Path(path))
        except (OSError, EOFError) as error:
            problems.append(f"{path}: {error}")
            continue
        count("recordings")
        count("transitions", sum(len(store.transitions) for store in recording.stores.values()))
        count("notes", len(recording.notes))
        for line in recording.damage:
            problems.append(f"{path}: line {line} is damaged")
        for remark in recording.remarks:
            problems.append(f"{path}: {remark}")
        for id, store in recording.stores.items():
            told = [gap for gap in store.missing() if gap not in store.gaps]
            if told:
                problems.append(f"{path}: {id} lacks {told} without a gap line")


def main():
    schema = load(HERE / "schema.json")
    Draft202012Validator.check_schema(schema)
    checker = Draft202012Validator(schema)
    if len(sys.argv) > 1:
        check_files(checker, sys.argv[1:])
    else:
        check_own(checker)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print(", ".join(f"{number} {what}" for what, number in counts.items()) + ": all as expected")


if __name__ == "__main__":
    main()
