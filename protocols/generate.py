#!/usr/bin/env python3
"""Writes what follows from the messages in Sources/StrobeProtocol and from the table of rules in README.md:

- v1/schema.json and v1/reference.md, which `strobe protocol` prints, and the methods in v1/examples/initialize/result.json;
- the comments of types and properties in Sources/StrobeProtocol, from `summary` and `members`;
- the methods and the rules of the conformance kit, in conformance/Rules/Generated.

With --check: writes nothing, prints what would change, and ends with 1 if anything would. `strobe` is taken from PATH_TO_STROBE or
built before; build again afterwards, since it has the kit.
"""
import argparse
import json
import pathlib
import re
import subprocess
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
MESSAGES = HERE.parent / "Sources/StrobeProtocol"
GENERATED = HERE / "conformance/Rules/Generated"
WIDTH = 120

TEXT = r'"(?:\\.|[^"\\])*"'
TEXTS = rf"{TEXT}(?:\s*\+\s*{TEXT})*"
TYPE = re.compile(r"^( *)public (?:indirect )?(?:struct|enum) \w+[^\n]*\{$")
SUMMARY = re.compile(rf"static let summary =\s*({TEXTS})")
PROPERTY = re.compile(r"^ *public var `?(\w+)`?: ([^{=\n]+)$", re.M)
ROW = re.compile(
    rf"\.(required|optional)\(\s*\\\.(\w+), ({TEXT}),(?: in: (?:{TEXT}|[^\n\"])*?,)?(?: default: (\w+),)?\s*({TEXTS})\s*\)")
SHARED_ROW = re.compile(r"\.(\w+)\(\\\.(\w+)\)")
SHARED = re.compile(rf"static func (\w+)\([^)]*[^\n]* -> MessageMember \{{\s*optional\(\s*value, {TEXT},\s*({TEXTS})\)")


def joined(texts):
    """Swift literals with + between them as one text."""
    return "".join(json.loads(text) for text in re.findall(TEXT, texts))


def comment(lines, declaration, indent, sentence):
    """Makes a sentence the first paragraph of the comment before a line; returns how many lines there are more."""
    start = declaration
    while lines[start - 1].startswith(indent + "///"):
        start -= 1
    end = start
    while end < declaration and lines[end].strip() != "///":
        end += 1
    new = [f"{indent}/// {line}" for line in textwrap.wrap(sentence, WIDTH - len(indent) - 4, break_on_hyphens=False)]
    lines[start:end] = new
    return len(new) - (end - start)


def commented(source, shared):
    """A source file with the comments that its summaries and rows give."""
    lines = source.split("\n")
    at = 0
    while at < len(lines):
        if match := TYPE.match(lines[at]):
            indent = match[1]
            inner = indent + "    "
            end = at + next(k for k, line in enumerate(lines[at:]) if line == indent + "}")
            body = "\n".join(line for line in own(lines[at + 1:end], inner))
            sentences, required = {}, set()
            if rows := re.search(rf"{inner}public static let members: Members = \[\n(.*?)\n{inner}\]", body, re.S):
                for match in re.finditer(f"{ROW.pattern}|{SHARED_ROW.pattern}", rows[1]):
                    kind, name, wire, default, texts, shared_kind, shared_name = match.groups()
                    if shared_kind:
                        sentences[shared_name] = shared[shared_kind]
                        continue
                    sentence = joined(texts)
                    if default:
                        number = re.search(rf"static let {default} = (\d+)", body)
                        sentence = f"{sentence[:-1]}; default: {number[1] if number else default}."
                    sentences[name] = sentence
                    required |= {name} if kind == "required" else set()
                    if json.loads(wire) != name and f"case {name} = {wire}" not in body:
                        raise SystemExit(f"{lines[at].strip()}: `{name}` is written as {wire}")
                properties = PROPERTY.findall(body)
                if [name for name, _ in properties] != list(sentences):
                    raise SystemExit(f"{lines[at].strip()}: members and properties differ")
                if required != {name for name, kind in properties if not kind.endswith("?")}:
                    raise SystemExit(f"{lines[at].strip()}: a member is required that may be absent, or the reverse")
            for name, sentence in sentences.items():
                line = next(k for k in range(at, end) if re.match(rf"{inner}public var `?{name}`?:", lines[k]))
                end += comment(lines, line, inner, sentence)
            if summary := SUMMARY.search(body):
                at += comment(lines, at, indent, joined(summary[1]))
        at += 1
    return "\n".join(lines)


def own(lines, indent):
    """The lines of a type without those of types inside it."""
    inside = False
    for line in lines:
        if not inside and re.match(rf"^{indent}public (?:struct|enum) ", line):
            inside = True
        if not inside:
            yield line
        elif line == indent + "}":
            inside = False


def swift(name, what, values):
    return f"// Written by protocols/generate.py.\n\nextension {name} {{\n    /// {what}\n" + values + "}\n"


def kit_methods(description, schema):
    """The methods with the types of what params need, for the kit, which does not know this package's messages."""
    text = "    static let specified: [Method] = [\n"
    for method in description["methods"]:
        if not method.get("access"):
            continue
        rules = schema["$defs"][method["method"] + ".params"]
        needed = rules.get("required", []) + [
            name for either in ("anyOf", "oneOf") for name in rules.get(either, [{}])[0].get("required", [])]
        members = {m["name"]: m["type"] for m in method["params"] if m["name"] in ["store"] + needed}
        arguments = [f'name: "{method["method"]}"']
        if method["access"] == "control":
            arguments.append("needsControl: true")
        if members:
            arguments.append("members: [" + ", ".join(f'"{name}": "{kind}"' for name, kind in members.items()) + "]")
        text += f"        Method({', '.join(arguments)}),\n"
    return swift("SpecifiedMethods", "All requests, in the order of the specification.", text + "    ]\n")


def kit_rules(readme, specification):
    """The rules: where the specification has them, and the sentences that the table has."""
    sentences = dict(re.findall(r"^\| \[([^\]]+)\]\(v1/specification\.md#[^|]* \| ([^|]+) \|", readme, re.M))
    text = "    static let all: [Rule] = [\n"
    section = ""
    for heading, rule in re.findall(r'^## (\d+)\.|<a id="([a-z0-9-]+\.[a-z0-9.-]+)"></a>', specification, re.M):
        section = heading or section
        if rule:
            text += f"        Rule(\n            id: {json.dumps(rule)}, section: {json.dumps(section)},\n"
            text += f"            text: {literal(sentences[rule], 12)}),\n"
    return swift("RuleBook", "All rules, in the order of the specification.", text + "    ]\n")


def literal(text, indent):
    whole = json.dumps(text)
    if indent + len("text: " + whole + "),") <= WIDTH:
        return whole
    cut = text.rfind(" ", 0, WIDTH - indent - 12) + 1
    return f"{json.dumps(text[:cut])}\n{' ' * (indent + 4)}+ {json.dumps(text[cut:])}"


def outputs(strobe):
    def printed(*arguments):
        return subprocess.run([strobe, "protocol", *arguments], capture_output=True, text=True, check=True).stdout

    shared = {}
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(MESSAGES.rglob("*.swift"))}
    for source in sources.values():
        shared |= {name: joined(texts) for name, texts in SHARED.findall(source)}
    for path, source in sources.items():
        yield path, commented(source, shared)
    schema, description = printed("--schema"), json.loads(printed("--json"))
    yield HERE / "v1/schema.json", schema
    yield HERE / "v1/reference.md", printed()
    path = HERE / "v1/examples/initialize/result.json"
    example = json.loads(path.read_text(encoding="utf-8"))
    example["capabilities"]["methods"] = [m["method"] for m in description["methods"] if m.get("access")]
    yield path, json.dumps(example, indent=2, ensure_ascii=False) + "\n"
    yield GENERATED / "SpecifiedMethods+All.swift", kit_methods(description, json.loads(schema))
    yield GENERATED / "RuleBook+All.swift", kit_rules(
        (HERE / "README.md").read_text(encoding="utf-8"), (HERE / "v1/specification.md").read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0] + ".")
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 if anything would change")
    parser.add_argument("strobe", nargs="?", default=HERE.parent / ".build/debug/strobe", metavar="PATH_TO_STROBE")
    options = parser.parse_args()
    changed = []
    for path, text in outputs(options.strobe):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed.append(path.relative_to(HERE.parent))
            if not options.check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    for path in changed:
        print(f"{path}: {'run protocols/generate.py' if options.check else 'written'}")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
