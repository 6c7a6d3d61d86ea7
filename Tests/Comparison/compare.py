#!/usr/bin/env python3
"""Compares a dispatch of Strobe's store with those of other libraries, built from their sources.

compare.py FOLDER [--rounds N] [--scratch DIRECTORY]

FOLDER has clones of the libraries, by the names of their repositories: ReSwift, Mobius.swift, Actomaton. What is missing there
is said, and left out. Each library is compiled with the program of its name in `Programs` and with the state, actions and
reducer of the benchmarks. The programs run by turns, so that other load on the machine hits all of them; rows are medians.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Program, repository, module, folder of its sources, and the files that need packages of others and that a dispatch does not.
LIBRARIES = [
    ("ReSwift", "ReSwift", "ReSwift", "ReSwift", []),
    ("Mobius", "Mobius.swift", "MobiusCore", "MobiusCore/Source", ["EffectHandlers/EnumRoute.swift"]),
    ("Actomaton", "Actomaton", "ActomatonCore", "Sources/ActomatonCore", []),
]


def prepare(folder, scratch, program, dependency, targets=""):
    """Lays out a package with one program, and returns its directory."""
    package = scratch / program
    sources = package / "Sources" / "compared"
    sources.mkdir(parents=True, exist_ok=True)
    for file in [HERE / "Programs" / f"{program}.swift", HERE / "Programs" / "Measured.swift",
                 ROOT / "Tests" / "Benchmarks" / "ShopState.swift"]:
        link = sources / file.name
        link.unlink(missing_ok=True)
        link.symlink_to(file)
    dependencies = f'.package(name: "strobe", path: "{ROOT}")' if program == "Strobe" else ""
    (package / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "compared", platforms: [.macOS(.v15)], dependencies: [{dependencies}],
    targets: [{targets}.executableTarget(name: "compared", dependencies: [{dependency}])])
""")
    return package


def library(folder, scratch, program, repository, module, path, excluded):
    """The package of a program with the sources of its library, or None if they are not there."""
    source = folder / repository / path
    if not source.is_dir():
        return None
    package = scratch / program
    place = package / "Sources" / module
    for file in source.rglob("*.swift"):
        name = file.relative_to(source)
        if str(name) in excluded:
            continue
        link = place / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(file)
    target = f'.target(name: "{module}", swiftSettings: [.swiftLanguageMode(.v5)]), '
    return prepare(folder, scratch, program, f'"{module}"', target)


def build(package):
    """Builds a package for release, and returns its program."""
    done = subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", package], capture_output=True, text=True)
    if done.returncode != 0:
        print("\n".join((done.stdout + done.stderr).splitlines()[-20:]), file=sys.stderr)
        return None
    return package / ".build" / "release" / "compared"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="the folder with the clones")
    parser.add_argument("--rounds", type=int, default=5, help="how often each program is run (default 5)")
    parser.add_argument("--scratch", type=pathlib.Path, help="where to build (default: a new temporary directory)")
    arguments = parser.parse_args()
    scratch = (arguments.scratch or pathlib.Path(tempfile.mkdtemp(prefix="compare-"))).resolve()

    packages = {"Strobe": prepare(
        arguments.folder, scratch, "Strobe", '.product(name: "Strobe", package: "strobe")')}
    for entry in LIBRARIES:
        package = library(arguments.folder.resolve(), scratch, *entry)
        if package is None:
            print(f"{entry[0]}: there is no {entry[1]}/{entry[3]} in {arguments.folder}", file=sys.stderr)
        else:
            packages[entry[0]] = package
    programs = {}
    for name, package in packages.items():
        print(f"building {name}", file=sys.stderr)
        program = build(package)
        if program is None:
            print(f"{name}: not built", file=sys.stderr)
        else:
            programs[name] = program
    if "Strobe" not in programs:
        return 1

    rows = {}
    for _ in range(arguments.rounds):
        for name, program in programs.items():
            out = subprocess.run([program], capture_output=True, text=True, check=True).stdout
            for line in out.splitlines():
                row, nanoseconds = line.rsplit("\t", 1)
                rows.setdefault(row, {}).setdefault(name, []).append(float(nanoseconds))
    width = max(map(len, rows)) + 2
    print("ns a dispatch".ljust(width) + "".join(f"{name:>28}" for name in programs))
    for row, times in rows.items():
        ours = statistics.median(times["Strobe"])
        cells = [f"{ours:,.1f}"] + [
            f"{statistics.median(times[name]):,.1f} (x{statistics.median(times[name]) / ours:,.1f})"
            if name in times else "-" for name in programs if name != "Strobe"]
        print(row.ljust(width) + "".join(f"{cell:>28}" for cell in cells))
    return 0


if __name__ == "__main__":
    sys.exit(main())
