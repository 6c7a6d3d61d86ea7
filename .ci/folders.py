#!/usr/bin/env python3
"""Checks that the folders of every module depend on each other in one direction, and that none has too many files; and
that StrobeTree, which reads what peers send, has no reflection, and unsafe pointers for JSON text alone, that the
metadata of types is read behind TypeMetadata, that scripts do not know the prompt, and that nothing which a program or
`strobe` links loads Foundation's locales.

A folder depends on another where a file of it names a type that is declared there, and nowhere else in the module.
"""
import os
import re
import sys
from collections import defaultdict

DECLARATION = re.compile(
    r"^(?:(?:public|package|internal|private|fileprivate|open|final|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)", re.M)
NAME = re.compile(r"\b[A-Z]\w+\b")
TEXT = re.compile(r'//[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"')
MOST_FILES = 23
REFLECTION = re.compile(r"\b(Mirror|_openExistential|unsafeBitCast|unsafeDowncast|Unmanaged|dlsym)\b")
METADATA = os.path.join("Sources", "StrobeReflection", "Metadata")
# What may be named elsewhere; the rest of the folder is behind TypeMetadata.
METADATA_VALUES = {"TypeMetadata", "EnumTag", "EnumName", "RawCases", "DeclaredField", "DeclaredKey", "TypeKind"}
# What must not depend on the prompt, though it is in its module; scripts hold commands, which a session runs.
PROMPTLESS = ["Scripts", "Scripts/Writing"]
PROMPT = ["Session", "Prompt", "Launching", "Subcommands", "Features"]
# Modules that no program links but those that are meant to show or test something.
FOUNDATION_USERS = ["StrobeSystem", "StrobeDemo", "StrobeTestReporting"]
POINTERS = re.compile(r"\b(unsafe\w+|Unsafe\w+|withUnsafe\w+)\b")


def edges(module):
    """What each folder of a module depends on, with an example."""
    texts, declared = {}, defaultdict(set)
    for folder, _, files in os.walk(module):
        for name in files:
            if name.endswith(".swift"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    text = TEXT.sub(" ", file.read())
                texts[folder, name] = text
                for type_name in DECLARATION.findall(text):
                    declared[type_name].add((folder, name))
    found = defaultdict(dict)
    for (folder, name), text in texts.items():
        for type_name in set(NAME.findall(text)):
            homes = declared.get(type_name, ())
            if len(homes) == 1 and (folder, name) not in homes:
                ((home, _),) = homes
                if home != folder:
                    found[folder].setdefault(home, f"{os.path.join(folder, name)} names {type_name}")
    sizes = defaultdict(int)
    for folder, _ in texts:
        sizes[folder] += 1
    return found, sizes


def circle(found):
    """A circle of folders, as a list that ends where it begins; `None` if there is none."""
    done = set()

    def walk(folder, path):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in done:
            return None
        for other in found.get(folder, ()):
            if way := walk(other, path + [folder]):
                return way
        done.add(folder)
        return None

    return next((way for folder in list(found) if (way := walk(folder, []))), None)


def unsafe(module, pointers):
    """Where a module uses reflection, or pointers outside of one folder."""
    for folder, _, files in os.walk(module):
        for name in sorted(files):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = TEXT.sub(" ", file.read())
            used = set(REFLECTION.findall(text))
            if folder != pointers:
                used.update(POINTERS.findall(text))
            if used:
                yield f"{os.path.join(folder, name)} uses {', '.join(sorted(used))}; StrobeReflection is the place for that"


def metadata_users(module):
    """Where a module goes past TypeMetadata to what reads the metadata of types."""
    inside = set()
    for name in os.listdir(METADATA):
        with open(os.path.join(METADATA, name), encoding="utf-8") as file:
            inside.update(re.findall(r"^(?:struct|enum|final class|class) ([A-Z]\w*)", file.read(), re.M))
    inside -= METADATA_VALUES
    for folder, _, files in os.walk(module):
        if folder == METADATA:
            continue
        for name in sorted(files):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                used = inside & set(NAME.findall(TEXT.sub(" ", file.read())))
            if used:
                yield f"{os.path.join(folder, name)} names {', '.join(sorted(used))}; ask TypeMetadata"


def prompt_users(module, found):
    """Where a folder of the inspector that needs no prompt depends on it."""
    for name in PROMPTLESS:
        folder = os.path.join(module, name)
        for other, example in found.get(folder, {}).items():
            if os.path.relpath(other, module).split(os.sep)[0] in PROMPT:
                yield f"{folder} depends on the prompt: {example}"


def foundation_users(module):
    """Where a module imports Foundation, which brings ICU; StrobeSystem has what needs no locales."""
    for folder, _, files in os.walk(module):
        for name in sorted(files):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                if name.endswith(".swift") and re.search(r"^[^/\n]*\bimport Foundation$", file.read(), re.M):
                    yield f"{os.path.join(folder, name)} imports Foundation; import StrobeSystem"


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    modules = sorted(os.path.join("Sources", name) for name in os.listdir("Sources")) + ["Inspector", "protocols/conformance"]
    faults = []
    for module in modules:
        found, sizes = edges(module)
        for folder, count in sizes.items():
            if count > MOST_FILES:
                faults.append(f"{folder} has {count} files; at most {MOST_FILES}")
        if os.path.basename(module) not in FOUNDATION_USERS:
            faults += foundation_users(module)
        if module == "Inspector":
            faults += prompt_users(module, found)
        if way := circle(found):
            steps = "; ".join(found[a][b] for a, b in zip(way, way[1:]))
            faults.append(f"{' -> '.join(way)}: {steps}")
    faults += unsafe("Sources/StrobeTree", pointers="Sources/StrobeTree/JSON")
    faults += metadata_users("Sources/StrobeReflection")
    print("\n".join(faults) or f"{len(modules)} modules, no circle of folders")
    sys.exit(1 if faults else 0)


main()
