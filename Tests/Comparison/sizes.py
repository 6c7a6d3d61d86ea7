#!/usr/bin/env python3
"""What the libraries add to the size of a program: release builds, without symbols.

sizes.py [--scratch DIRECTORY]

Three programs are built: one without the package, one with a `Store`, and one that serves it with a `DebugServer`.
"""
import argparse
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

STORE = """
enum Action: Codable, Sendable { case add(Int) }
let store = Store<Int, Action, Never>(initial: 0) { state, action in
    if case .add(let number) = action { state += number }
    return []
}
store.dispatch(.add(CommandLine.arguments.count))
print(store.state)
"""
# A program, its products, its source, and the goal in megabytes beyond the first.
PROGRAMS = [
    ("alone", [], "print(CommandLine.arguments.count)\n", None),
    ("store", ["Strobe"], "import Strobe\n" + STORE, 0.4),
    ("served", ["Strobe", "StrobeServer"], "import Strobe\nimport StrobeServer\n" + STORE + """
let server = DebugServer()
server.add(store, id: "number")
print(try await server.start(on: [.unix()]))
""", 5),
]


def build(scratch):
    for name, _, source, _ in PROGRAMS:
        folder = scratch / "Sources" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "main.swift").write_text(source)
    targets = ", ".join(
        f'.executableTarget(name: "{name}", dependencies: ['
        + ", ".join(f'.product(name: "{product}", package: "strobe")' for product in products) + "])"
        for name, products, _, _ in PROGRAMS)
    (scratch / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "sizes", platforms: [.macOS(.v15)], dependencies: [.package(name: "strobe", path: "{ROOT}")],
    targets: [{targets}])
""")
    subprocess.run(["swift", "build", "--quiet", "-c", "release", "--package-path", scratch], check=True)


def size(program):
    stripped = program.with_name(program.name + "-stripped")
    subprocess.run(["strip", "-o", stripped, program], check=True)
    return stripped.stat().st_size / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scratch", type=pathlib.Path, help="where it is built; a temporary directory if absent")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        scratch = options.scratch or pathlib.Path(temporary)
        build(scratch)
        alone = None
        for name, products, _, goal in PROGRAMS:
            megabytes = size(scratch / ".build" / "release" / name)
            line = f"{' and '.join(products) or 'a program without them':32}{megabytes:8.2f} MB"
            if alone is None:
                alone = megabytes
            else:
                more = megabytes - alone
                line += f"  +{more:.2f} MB  limit +{goal:g} {'ok' if more <= goal else 'missed'}"
            print(line)


if __name__ == "__main__":
    main()
