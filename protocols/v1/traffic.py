"""Reads what went over the wire, as the tests' tap wrote it down, and holds every line to schema.json and reference.md.

Used by validate.py. A file holds the lines of many sessions, each as SESSION>LINE (from the client) or SESSION<LINE (from the
server); SESSION>!LENGTH stands for one that was too long to be written down.

What a server says has to be right in any case; only the last line of a session may be cut off, since a server may be killed. A client's request has to be right if it was answered with a result: tests send
wrong ones on purpose, and then an error has to come, of a kind that the method may meet. Every request is answered at most once,
and nothing else is answered.

Lines are told apart by their shape (names of members, kinds of values, the words that the schema lists); of each shape of a
message the first SAMPLES are held to the schema.
"""

import json
import re

SAMPLES = 5
# Members that may hold any JSON: what is in them makes no other shape.
ANYTHING = {"value", "old", "action"}
# Members whose texts the schema knows.
WORDS = {"op", "kind", "access", "needed", "events", "scalar", "phase", "reason", "effects", "in", "jsonrpc", "origin"}
POINTER = re.compile(r"^(/([^~/]|~[01])*)*$")
POSITION = re.compile(r"^branch:([^@]+|.+@[0-9]+)$")
# The errors of lines and of any request.
GENERAL = {"parseError", "invalidRequest", "methodNotFound", "invalidParams", "internalError", "cancelled", "lineTooLong",
           "tooLarge"}


def errors_of_methods(reference):
    """The kinds of errors that reference.md lists for each method."""
    kinds = {}
    for section in re.split(r"^### ", reference, flags=re.M)[1:]:
        method = re.match(r"`([^`]+)`", section).group(1)
        line = re.search(r"^Errors: (.*)$", section, flags=re.M)
        kinds[method] = set(re.findall(r"`(\w+)`", line.group(1))) if line else set()
    return kinds


def shape(value, name=None):
    if isinstance(value, dict):
        return tuple(sorted((key, "any" if key in ANYTHING and name != "properties" else shape(member, key))
                            for key, member in value.items()))
    if isinstance(value, list):
        return ("list", frozenset(shape(element, name) for element in value))
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        if name in WORDS and len(value) <= 32:
            return "text:" + value
        if value == "live" or POSITION.match(value):
            return "position"
        return "pointer" if POINTER.match(value) else "text"
    if isinstance(value, int):
        return "negative" if value < 0 else "zero" if value == 0 else "integer"
    return type(value).__name__


def identity(value):
    """What tells ids apart: 1 and "1" are two, and true is none."""
    return (type(value).__name__, value) if isinstance(value, (int, str)) and not isinstance(value, bool) else None


class Traffic:
    def __init__(self, definition, methods, reference):
        """definition(METHOD, PART) gives a check, and None where there is none."""
        self.definition, self.methods = definition, methods
        self.kinds = errors_of_methods(reference)
        self.checks, self.samples = {}, {}
        self.problems, self.counts = [], {}
        self.seen, self.met = set(), {}

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def problem(self, place, text, line):
        if len(self.problems) < 100:
            shown = line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
            self.problems.append(f"{place}: {text}\n    {shown[:400]}")

    def hold(self, place, method, part, value):
        key = (method, part, shape(value))
        number = self.samples.get(key, 0)
        if number >= SAMPLES:
            return
        self.samples[key] = number + 1
        self.count("lines held to the schema")
        if (method, part) not in self.checks:
            self.checks[method, part] = self.definition(method, part)
        check = self.checks[method, part]
        if check is None:
            return self.problem(place, f"there is no {part} of {method}", value)
        errors = sorted(check.iter_errors(value), key=lambda error: [str(part) for part in error.path])
        if errors:
            path = "/".join(str(part) for part in errors[0].path)
            self.problem(place, f"{method}.{part}: {path}: {errors[0].message[:200]}", value)

    def read(self, path):
        sessions = {}
        # session -> what is wrong with its last line from the server, which was cut off if no other follows.
        cut_off = {}
        with open(path, "rb") as file:
            for number, entry in enumerate(file, 1):
                found = re.match(rb"(\d+)([<>])", entry)
                place = f"{path.name}:{number}"
                if not found:
                    self.problem(place, "is no line of a tap", repr(entry[:80]))
                    continue
                self.count("lines")
                # id -> method and params, of what waits for an answer, oldest first.
                session = int(found.group(1))
                waiting = sessions.setdefault(session, {})
                line = entry[found.end():].rstrip(b"\r\n")
                if found.group(2) == b"<" and session in cut_off:
                    self.problem(*cut_off.pop(session))
                if line.startswith(b"!"):
                    self.count("lines too long to be looked at")
                elif found.group(2) == b">":
                    self.from_client(line, waiting)
                else:
                    try:
                        message = json.loads(line)
                    except (ValueError, RecursionError) as error:
                        cut_off[session] = (place, f"is no JSON: {error}", repr(line[:200]))
                        continue
                    self.from_server(place, message, waiting)
        if cut_off:
            self.counts["lines cut off"] = self.counts.get("lines cut off", 0) + len(cut_off)
        self.counts["sessions"] = self.counts.get("sessions", 0) + len(sessions)

    def from_client(self, line, waiting):
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return self.count("lines that are wrong on purpose")
        if not isinstance(message, dict):
            return self.count("lines that are wrong on purpose")
        if "id" in message and (key := identity(message["id"])):
            waiting.setdefault(key, []).append(message)

    def from_server(self, place, message, waiting):
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return self.problem(place, "is no message", message)
        if "method" in message:
            if set(message) - {"jsonrpc", "method", "params"}:
                self.problem(place, "is no notification", message)
            self.seen.add(message["method"])
            return self.hold(place, message["method"], "params", message.get("params", {}))
        if ("result" in message) == ("error" in message) or set(message) - {"jsonrpc", "id", "result", "error"}:
            return self.problem(place, "is neither a result nor an error", message)
        if "error" in message:
            self.hold(place, None, "error", message["error"])
        request = None
        if message.get("id") is not None or "result" in message:
            asked = waiting.get(identity(message.get("id")))
            if not asked:
                return self.problem(place, "answers nothing that was asked, or for the second time", message)
            request = asked.pop(0)
        if request is not None:
            self.answer(place, request, message)

    def answer(self, place, request, message):
        method = request.get("method")
        if "error" in message:
            kind = message["error"].get("data", {}).get("kind") if isinstance(message["error"], dict) else None
            allowed = GENERAL | self.kinds.get(method, set()) if isinstance(method, str) else GENERAL
            self.met.setdefault(method if isinstance(method, str) else None, set()).add(kind)
            self.count("errors")
            if kind not in allowed:
                self.problem(place, f"{method} may not meet {kind}", message)
            return
        self.count("results")
        if method not in self.methods:
            return self.problem(place, "is the result of what is no method", request)
        self.seen.add(method)
        if request.get("jsonrpc") != "2.0":
            self.problem(place, "is the result of what is no message", request)
        # A member that is null is absent where it is optional.
        params = {key: value for key, value in request.get("params", {}).items() if value is not None or key in ANYTHING}
        self.hold(place, method, "params", params)
        self.hold(place, method, "result", message["result"])
