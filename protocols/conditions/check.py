#!/usr/bin/env python3
"""Runs vectors.json and examples/ by a reading of specification.md of its own, and holds them and invalid/ to schema.json.

Needs the Python package jsonschema. Prints what is wrong and ends with 1, or prints what was checked and ends with 0.
"""

import json
import pathlib
import re
import sys
import unicodedata

from jsonschema import Draft202012Validator

HERE = pathlib.Path(__file__).resolve().parent
MISSING = object()
UNITS = {"ns": 1, "us": 10**3, "µs": 10**3, "ms": 10**6, "s": 10**9}
COMPARATORS = ("==", "!=", "<=", ">=", "<", ">")
WORDS = ("contains", "startsWith", "endsWith", "like", "matches")
ORIGINS = ("app", "effect", "inspector", "script", "restore", "edit")
FACTS = {"action": "text", "origin": "text", "seq": "number", "duration": "number",
         "source": "text", "error": "text"}
POINTER_ENDS = set("/()<>{}=!&|,+\"]")


class Refused(Exception):
    pass


def is_name(character):
    return character in "_-$" or character.isalpha() or unicodedata.category(character) == "Nd"


class Reader:
    """Reads a condition into nested tuples, whose first member tells what they are."""

    def __init__(self, text):
        if len(text.encode()) > 4096:
            raise Refused("too long")
        self.text, self.place, self.depth = text, 0, 0

    def read(self):
        expression = self.any()
        self.skip()
        if self.place < len(self.text):
            raise Refused("more than a condition")
        return self.boolean(expression)

    # Characters

    def skip(self):
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1

    def peek(self, count=1):
        return self.text[self.place:self.place + count]

    def take(self, sign):
        if self.text.startswith(sign, self.place):
            self.place += len(sign)
            return True
        return False

    def need(self, sign):
        self.skip()
        if not self.take(sign):
            raise Refused(f"no {sign}")

    def match(self, pattern):
        found = re.compile(pattern).match(self.text, self.place)
        if found:
            self.place = found.end()
        return found

    # Conditions

    def any(self):
        return self.joined("||", "any", self.all)

    def all(self):
        return self.joined("&&", "all", self.negation)

    def joined(self, sign, kind, part):
        parts = [part()]
        while True:
            self.skip()
            if not self.take(sign):
                break
            parts.append(part())
        return parts[0] if len(parts) == 1 else (kind, [self.boolean(part) for part in parts])

    def negation(self):
        self.skip()
        if self.peek() == "!":
            self.place += 1
            with Nested(self):
                return ("not", self.boolean(self.negation()))
        return self.comparison()

    def comparison(self):
        left = self.sum()
        relation = self.relation()
        if relation is None:
            return left
        if relation in COMPARATORS:
            self.skip()
            start = self.place
            right = self.right(left) if relation in ("==", "!=") else self.sum()
            result = self.compare(relation, left, right, self.text[start:self.place])
            if self.relation() is not None:
                raise Refused("two comparisons")
            return result
        if self.kind(left) != "any" and self.kind(left) != "text":
            raise Refused("no text")
        self.skip()
        if relation == "like":
            return ("like", left, self.quoted())
        if relation == "matches":
            return ("matches", left, self.regex())
        self.skip()
        right = self.parts_or_sum() if relation == "contains" and self.kind(left) == "any" else self.sum()
        if self.kind(right) not in ("any", "text") and not (relation == "contains" and self.kind(left) == "any"):
            raise Refused("no text")
        return (relation, left, right)

    def right(self, left):
        """What may follow == and !=."""
        start = self.place
        if left == ("fact", "origin"):
            dot = self.take(".")
            word = self.match(r"[^\W\d]\w*(?![-$\w.(\[])")
            if word and word.group() in ORIGINS:
                return ("literal", word.group())
            if word and not dot and word.group() not in ("true", "false", "null", "nil", *FACTS):
                raise Refused("no origin")
            self.place = start
        if left == ("fact", "action"):
            name = self.match(r"(?:\.\w+)+(?![-$\w.(\[])")
            if name:
                return ("name", name.group()[1:])
        return self.parts_or_sum()

    def parts_or_sum(self):
        """A value with parts, or what can stand anywhere."""
        start, path = self.place, None
        if self.peek() == "[":
            try:
                kind, tokens, _ = self.path()
                if kind == "case" or len(tokens) > 1 or tokens[0].startswith("[id="):
                    raise ValueError
                path = tokens
            except Refused:
                pass
            except ValueError:
                self.place = start
                return self.sum()
            self.place = start
        elif not re.compile(r"\.\w+\(|[A-Z]\w*(?:\.\w+)*\(|-\.|\{").match(self.text, start):
            return self.sum()
        return ("parts", self.written(), path)

    def written(self):
        """The JSON form of a value as labels are written."""
        self.skip()
        first = self.peek()
        if first == '"':
            return self.quoted()
        if self.take("-.infinity"):
            return "-Infinity"
        if first == "-" or first.isdigit():
            return self.number()
        if first == "{":
            try:
                value, self.place = json.JSONDecoder().raw_decode(self.text, self.place)
            except ValueError:
                raise Refused("no JSON") from None
            return value
        if first == "[":
            return self.collection()
        name = self.match(r"(?:\.|(?:[A-Z]\w*\.)+)?[^\W\d]\w*")
        if not name:
            raise Refused("no value")
        name = name.group()
        if name in ("true", "false", "null", "nil"):
            return {"true": True, "false": False}.get(name)
        case = name.rpartition(".")[2] if "." in name else None
        if not self.take("("):
            if case is None:
                raise Refused("no value")
            return case
        members, unlabelled = {}, 0
        self.skip()
        while not self.take(")"):
            label = self.match(r"([^\W\d]\w*)\s*:")
            unlabelled += not label
            key = label.group(1) if label else f"_{len(members)}"
            if key in members:
                raise Refused("a label twice")
            members[key] = self.written()
            self.skip()
            if self.peek() != ")":
                self.need(",")
                self.skip()
                if self.peek() == ")":
                    raise Refused("no argument")
        if case is None:
            if unlabelled:
                raise Refused("no label")
            return members
        if not members:
            return case
        if len(members) == 1 and unlabelled:
            only = members["_0"]
            return {case: {"_0": only} if isinstance(only, dict) and list(only) == ["_0"] else only}
        return {case: members}

    def collection(self):
        self.place += 1
        self.skip()
        if self.take(":"):
            self.need("]")
            return {}
        elements, members = [], {}
        self.skip()
        while not self.take("]"):
            element = self.written()
            self.skip()
            if self.take(":"):
                members[element if isinstance(element, str) else json.dumps(element)] = self.written()
            else:
                elements.append(element)
            self.skip()
            if self.peek() != "]":
                self.need(",")
                self.skip()
                if self.peek() == "]":
                    raise Refused("no element")
        if elements and members:
            raise Refused("a list and a dictionary")
        return members or elements

    def relation(self):
        self.skip()
        signs = re.compile("[=!<>~]{1,3}").match(self.text, self.place)
        if signs:
            for sign in COMPARATORS:
                if signs.group() in (sign, sign + "!"):
                    self.place += len(sign)
                    return sign
            raise Refused("no comparator")
        for word in WORDS:
            if re.compile(word + r"(?!\w)").match(self.text, self.place):
                self.place += len(word)
                return word
        return None

    def compare(self, sign, left, right, written):
        if sign in ("==", "!="):
            if right[0] == "name":
                return ("isAction", right[1], sign == "!=")
            if left == ("fact", "action") and right[0] == "parts":
                return ("compare", sign, left, right)
            for side, other in ((left, right), (right, left)):
                if side == ("fact", "origin") and other[0] == "literal" and other[1] not in ORIGINS:
                    raise Refused("no origin")
            if (left[0] in ("place", "case") and right[0] == "place" and not right[2] and len(right[1]) == 1
                    and written.startswith(".") and not written.startswith(".[")):
                return ("isCase", left, right, sign == "!=")
        elif {self.kind(left), self.kind(right)} & {"boolean", "null", "parts"}:
            raise Refused("no order")
        kinds = {self.kind(left), self.kind(right)} - {"any"}
        if len(kinds) == 2:
            raise Refused("two kinds")
        return ("compare", sign, left, right)

    def boolean(self, part):
        if self.kind(part) not in ("any", "boolean"):
            raise Refused("no condition")
        return part

    @staticmethod
    def kind(part):
        if part[0] == "literal":
            value = part[1]
            if value is None:
                return "null"
            return "boolean" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"
        if part[0] == "parts":
            return "parts"
        if part[0] in ("place", "case"):
            return "any"
        if part[0] in ("count", "sum"):
            return "number"
        return FACTS[part[1]] if part[0] == "fact" else "boolean"

    # Operands

    def sum(self):
        terms = [(1, self.operand())]
        while True:
            self.skip()
            if self.peek() not in ("+", "-"):
                break
            sign = 1 if self.peek() == "+" else -1
            self.place += 1
            terms.append((sign, self.operand()))
        if len(terms) == 1:
            return terms[0][1]
        if any(self.kind(term) not in ("any", "number") for _, term in terms):
            raise Refused("no number")
        return ("sum", terms)

    def operand(self):
        self.skip()
        first = self.peek()
        if first == "(":
            self.place += 1
            with Nested(self):
                inner = self.any()
                self.need(")")
                return inner
        if first == '"':
            return ("literal", self.quoted())
        if first in ("/", ".", "["):
            return self.path()
        if first == "-" or first.isdigit():
            return ("literal", self.number())
        word = self.match(r"\w+")
        word = word.group() if word else None
        if word in ("true", "false", "null", "nil"):
            return ("literal", {"true": True, "false": False}.get(word))
        if word in FACTS:
            return ("fact", word)
        if word not in ("count", "exists", "changed", "before"):
            raise Refused("no operand")
        self.need("(")
        self.skip()
        nested = word in ("count", "exists") and self.match(r"before\(")
        self.skip()
        if self.peek() not in ("/", ".", "["):
            raise Refused("no path")
        kind, path, _ = self.path()
        if nested:
            self.need(")")
        self.need(")")
        if word == "before":
            return (kind, path, True)
        if word == "changed":
            return ("changed", kind, path)
        if kind == "case":
            raise Refused("a case")
        return (word, ("place", path, bool(nested)))

    def path(self):
        start = self.place
        tokens = self.pointer() if self.peek() == "/" else self.dotted()
        if tokens and tokens[-1] == "case" and self.text[start:self.place].endswith("case"):
            return ("case", tokens[:-1], False)
        return ("place", tokens, False)

    def pointer(self):
        tokens = []
        while self.take("/"):
            if self.peek() == '"':
                tokens.append(self.quoted())
            elif self.peek() == "[":
                tokens.append(self.bracket())
            else:
                token = ""
                while self.peek() and self.peek() not in POINTER_ENDS and not self.peek().isspace():
                    if self.take("~"):
                        if self.peek() not in ("0", "1"):
                            raise Refused("no escape")
                        token += "~" if self.peek() == "0" else "/"
                    else:
                        token += self.peek()
                    self.place += 1
                if not token:
                    raise Refused("no key")
                tokens.append(token)
        return tokens

    def dotted(self):
        following = self.text[self.place + 1:self.place + 2]
        if self.peek() == "." and following != "[" and not (following and is_name(following)):
            self.place += 1
            return []
        tokens = []
        while True:
            if self.take("."):
                if self.peek() == "[":
                    tokens.append(self.bracket())
                    continue
                name = ""
                while self.peek() and is_name(self.peek()):
                    name += self.peek()
                    self.place += 1
                if not name:
                    raise Refused("no name")
                tokens.append(name)
            elif self.peek() == "[":
                tokens.append(self.bracket())
            else:
                return tokens

    def bracket(self):
        self.place += 1
        if self.peek() == '"':
            token = self.quoted()
        elif self.take("id="):
            token = "[id=" + (self.quoted() if self.peek() == '"' else self.match(r'[^\]"]*').group()) + "]"
        else:
            digits = self.match("[0-9]+")
            if not digits:
                raise Refused("no index")
            token = digits.group()
        if not self.take("]"):
            raise Refused("no bracket")
        return token

    def quoted(self):
        found = self.match(r'"(?:[^"\\\n\r]|\\(?:["\\/\'nrt0bf]|u\{[0-9A-Fa-f]{1,8}\}|u[0-9A-Fa-f]{4}))*"')
        if not found:
            raise Refused("no text")
        plain = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "b": "\b", "f": "\f"}

        def one(escape):
            code = escape.group(1)
            return chr(int(code[1:].strip("{}"), 16)) if code[0] == "u" else plain.get(code, code)

        return re.sub(r"\\(u\{[^}]*\}|u....|.)", one, found.group()[1:-1])

    def number(self):
        found = self.match(r"-?(?:0x([0-9A-Fa-f_]+)|[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9][0-9_]*)?)")
        if not found:
            raise Refused("no number")
        written = found.group().replace("_", "")
        if written.endswith("0x"):
            raise Refused("no digits")
        is_integer = not (found.group(2) or found.group(3))
        value = int(written, 16 if found.group(1) else 10) if is_integer else float(written)
        unit = None if found.group(1) else self.match(r"\w+")
        if not unit:
            return value
        if unit.group() not in UNITS or abs(value * UNITS[unit.group()]) >= 2**63:
            raise Refused("no time")
        return round(value * UNITS[unit.group()])

    def regex(self):
        if self.peek() == '"':
            return pattern(self.quoted())
        found = self.match(r"/((?:[^/\\]|\\.)*)/(i?)")
        if not found:
            raise Refused("no regular expression")
        return pattern(("(?i)" if found.group(2) else "") + found.group(1).replace("\\/", "/"))


class Nested:
    """Counts what is within each other."""

    def __init__(self, reader):
        self.reader = reader

    def __enter__(self):
        self.reader.depth += 1
        if self.reader.depth > 64:
            raise Refused("too deep")

    def __exit__(self, *_):
        self.reader.depth -= 1


def pattern(source):
    """A regular expression of the specification as one of Python; what Python has beyond it is refused."""
    plain = re.sub(r"\\[^1-9A-Za-z]", "_", source)
    if re.search(r"\(\?(?!:|i\))|\\[1-9]|[*+?}][*+]|\\$", plain) or "(?i)" in plain[1:]:
        raise Refused("no such thing")
    plain = plain.replace("(?i)", "").replace("(?:", "(")
    if re.search(r"(?:^|[(|])[*+?{]|\{(?!\d+(?:,\d*)?\})", re.sub(r"\\u\{[^}]*\}", "_", plain)):
        raise Refused("nothing to repeat")
    if any(int(count) > 1000 for count in re.findall(r"\{(?:\d+,)?(\d+)", plain)):
        raise Refused("too often")
    source = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda code: "\\U" + code.group(1).zfill(8), source)
    try:
        return re.compile(re.sub(r"(?<!\\)\$", r"\\Z", source.replace("[]", "[\\]")))
    except (re.error, OverflowError, ValueError) as error:
        raise Refused(str(error)) from None


def glob(source):
    parts = {"*": ".*", "?": "."}
    return re.compile("".join(parts.get(character, re.escape(character)) for character in source), re.DOTALL)


def lookup(value, tokens):
    for token in tokens:
        if isinstance(value, dict):
            value = value.get(token, MISSING)
        elif isinstance(value, list) and re.fullmatch("0|[1-9][0-9]*", token):
            value = value[int(token)] if int(token) < len(value) else MISSING
        elif isinstance(value, list) and token.startswith("[id="):
            value = next((element for element in value if isinstance(element, dict)
                          and text_of(element.get("id")) == token[4:-1]), MISSING)
        else:
            return MISSING
        if value is MISSING:
            return MISSING
    return value


def text_of(value):
    return value if isinstance(value, str) else json.dumps(value)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def normal(text):
    return unicodedata.normalize("NFC", text)


def equal(a, b):
    if a is MISSING or b is MISSING:
        return None
    if is_number(a) and is_number(b):
        return a == b
    if isinstance(a, str) and isinstance(b, str):
        return normal(a) == normal(b)
    return type(a) is type(b) and a == b


def fits(value, written):
    """Whether a value is one that is written with its parts; a member that is null may be left out."""
    if isinstance(value, dict) and isinstance(written, dict):
        return all(fits(value.get(key), written.get(key)) for key in value.keys() | written.keys())
    if isinstance(value, list) and isinstance(written, list):
        return len(value) == len(written) and all(map(fits, value, written))
    return equal(value, written) is True


def case_of(value):
    """The case of the enum that a plain form may be."""
    if isinstance(value, str):
        return value
    return next(iter(value)) if isinstance(value, dict) and len(value) == 1 else None


class State:
    """What a condition is asked of."""

    def __init__(self, after, before, entry):
        self.after, self.before, self.entry = after, before, entry or {}

    def holds(self, part):
        kind = part[0]
        if kind == "not":
            return not self.holds(part[1])
        if kind in ("all", "any"):
            return {"all": all, "any": any}[kind](self.holds(each) for each in part[1])
        if kind == "exists":
            return self.value(part[1]) is not MISSING
        if kind == "changed":
            if self.before is MISSING:
                return False
            old, new = lookup(self.before, part[2]), lookup(self.after, part[2])
            if part[1] == "case":
                return old is not MISSING and case_of(old) != case_of(new)
            return (old is MISSING) != (new is MISSING) or equal(old, new) is False
        if kind == "compare" and part[3][0] == "parts":
            return self.compare_parts(part[1], part[2], part[3])
        if kind == "compare":
            return self.compare(part[1], self.value(part[2]), self.value(part[3]))
        if kind == "isAction":
            label = self.value(("fact", "action"))
            return label is not MISSING and (
                label == "." + part[1] or label.startswith(f".{part[1]}(")) != part[2]
        if kind == "isCase":
            fits = self.is_case(part[1], part[2])
            return fits is not None and fits != part[3]
        if kind in WORDS:
            return self.search(kind, self.value(part[1]), part[2])
        return self.value(part) is True

    def compare_parts(self, sign, left, right):
        value = self.value(left)
        if right[2] is not None and not isinstance(value, list):
            return self.compare(sign, value, lookup(self.after, right[2]))
        if left == ("fact", "action") and value is not MISSING:
            value = Reader(value).written()
        return value is not MISSING and fits(value, right[1]) == (sign == "==")

    def compare(self, sign, a, b):
        if sign in ("==", "!="):
            fits = equal(a, b)
            return fits is not None and fits == (sign == "==")
        if isinstance(a, str) and isinstance(b, str):
            a, b = normal(a), normal(b)
        elif not (is_number(a) and is_number(b)):
            return False
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[sign]

    def is_case(self, left, right):
        value, other, name = self.value(left), self.value(right), right[1][0]
        if value is MISSING:
            return None
        if left[0] == "case":
            return value == name
        if other is not MISSING:
            return equal(value, other)
        case = case_of(value)
        return None if case is None else case == name

    def search(self, kind, whole, part):
        if kind == "like":
            return isinstance(whole, str) and glob(part).fullmatch(whole) is not None
        if kind == "matches":
            return isinstance(whole, str) and part.search(whole) is not None
        if part[0] == "parts":
            return isinstance(whole, list) and any(fits(element, part[1]) for element in whole)
        part = self.value(part)
        if isinstance(whole, str) and isinstance(part, str):
            return {"contains": part in whole, "startsWith": whole.startswith(part),
                    "endsWith": whole.endswith(part)}[kind]
        if kind != "contains" or part is MISSING:
            return False
        if isinstance(whole, list):
            return any(equal(element, part) for element in whole)
        return isinstance(whole, dict) and isinstance(part, str) and part in whole

    def value(self, part):
        kind = part[0]
        if kind == "literal":
            return part[1]
        if kind == "fact":
            name = "durationNanos" if part[1] == "duration" else part[1]
            return self.entry.get(name, MISSING)
        if kind in ("place", "case"):
            root = self.before if part[2] else self.after
            value = MISSING if root is MISSING else lookup(root, part[1])
            if kind == "place" or value is MISSING:
                return value
            case = case_of(value)
            return case if case is not None else lookup(value, ["case"])
        if kind == "count":
            value = self.value(part[1])
            return len(value) if isinstance(value, (list, dict, str)) else MISSING
        if kind == "sum":
            values = [self.value(term) for _, term in part[1]]
            if not all(is_number(value) for value in values):
                return MISSING
            return sum(sign * value for (sign, _), value in zip(part[1], values))
        return self.holds(part)


def refused(read, source):
    try:
        read(source)
    except Refused:
        return True
    return False


KINDS = ("conditions", "invalid", "plainest", "patterns", "invalidPatterns")


def check_vectors(vectors):
    """What is wrong with the vectors of a file, by what this reading makes of them."""
    states, problems = vectors.get("states", {}), []
    for case in vectors.get("conditions", []):
        unknown = {case["state"], case.get("before", case["state"])} - states.keys()
        if unknown:
            problems.append(f"{case['condition']}: there is no state {', '.join(unknown)}")
            continue
        before = states[case["before"]] if "before" in case else MISSING
        state = State(states[case["state"]], before, case.get("entry"))
        try:
            if state.holds(Reader(case["condition"]).read()) != case["holds"]:
                problems.append(f"{case['condition']}: must be {case['holds']}")
        except Refused as error:
            problems.append(f"{case['condition']}: is refused ({error})")
    for case in vectors.get("invalid", []):
        if not refused(lambda text: Reader(text).read(), case["condition"]):
            problems.append(f"{case['condition']}: is read, but must not be")
        if not 0 <= case["offset"] <= len(case["condition"].encode()):
            problems.append(f"{case['condition']}: its offset is outside")
    for case in vectors.get("plainest", []):
        if Reader(case["condition"]).read() != Reader(case["plainest"]).read():
            problems.append(f"{case['condition']}: does not mean {case['plainest']}")
    for case in vectors.get("patterns", []):
        if "glob" in case:
            fits = (glob(case["glob"]).fullmatch(case["text"]) is not None) == case["matches"]
        else:
            found = pattern(case["regex"]).search(case["text"])
            fits = (list(found.span()) if found else None) == case["first"]
        if not fits:
            problems.append(f"{case}: does not fit as it says")
    for case in vectors.get("invalidPatterns", []):
        if not refused(pattern, case["regex"]):
            problems.append(f"{case['regex']}: is read, but must not be")
    return problems


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def main():
    schema = load(HERE / "schema.json")
    Draft202012Validator.check_schema(schema)
    checker = Draft202012Validator(schema)
    problems, counts, seen = [], {"vectors": 0, "examples": 0, "invalid examples": 0}, set()
    for path in [HERE / "vectors.json"] + sorted((HERE / "examples").glob("*.json")):
        vectors = load(path)
        error = next(checker.iter_errors(vectors), None)
        problems += [f"{path}: {what}" for what in ([error.message] if error else check_vectors(vectors))]
        counts["vectors"] += sum(len(vectors[kind]) for kind in KINDS if kind in vectors)
        if path.name != "vectors.json":
            counts["examples"] += 1
            seen |= vectors.keys()
    for path in sorted((HERE / "invalid").glob("*.json")):
        counts["invalid examples"] += 1
        if checker.is_valid(load(path)):
            problems.append(f"{path}: is accepted, but must not be")
    problems += [f"there are no {what}" for what, number in counts.items() if not number]
    problems += [f"there is no example of {kind}" for kind in KINDS if kind not in seen]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print(", ".join(f"{number} {what}" for what, number in counts.items()) + ": all as expected")


if __name__ == "__main__":
    main()
