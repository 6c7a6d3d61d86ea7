#!/usr/bin/env python3
"""Puts the questions in queries/ to recordings in DuckDB, and compares the answers with those of reference.py.

Without arguments: to the recordings in table/, which visits to a shop have made (Tests/RecordingFixture), and to the
examples; with an argument: to a directory of `strobe record --into` or of flight recorders. Once as they are, and once as
Parquet that DuckDB wrote. Needs the Python package duckdb. Ends with 1 if an answer differs, and says which.
"""

import gzip
import json
import math
import pathlib
import re
import shutil
import sys
import tempfile

import duckdb

import reference

HERE = pathlib.Path(__file__).resolve().parent
PRELUDES = ["duckdb", "spark", "views"]
QUERIES = sorted(path.stem for path in (HERE / "queries").glob("*.sql") if path.stem not in PRELUDES)
PARQUET = "COPY lines TO '{}' (FORMAT parquet, PARTITION_BY (day, program, host, instance))"


def statements(name):
    """The statements of a file, without their comments."""
    text = re.sub(r"^--.*$", "", (HERE / "queries" / f"{name}.sql").read_text(encoding="utf-8"), flags=re.M)
    return [statement for statement in map(str.strip, text.split(";\n")) if statement]


def lay_out(root):
    """Puts the recordings there: the examples beside them, one file compressed, one there twice, one torn."""
    shutil.copytree(HERE / "table", root)
    for path in sorted((HERE / "examples").glob("*.jsonl")):
        header = json.loads(path.read_bytes().split(b"\n")[0].removeprefix(b"\xef\xbb\xbf"))
        folder = root / "day=2026-09-21" / f"program={header['process']['name']}" / "host=__HIVE_DEFAULT_PARTITION__"
        folder = folder / f"instance={header['id']}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / path.name).write_bytes(path.read_bytes())
    first, second, third = sorted(root.glob("day=2026-11-*/*/*/*/*.jsonl"))[:3]
    for file in (first, second):
        file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes()))
    first.unlink()
    with third.open("ab") as file:
        file.write(b'{"kind":"transition","store":"cart","se')


def ordered(rows):
    return sorted(rows, key=lambda row: [(value is not None, value if value is not None else 0) for value in row])


def differences(found, wanted):
    """The answers that are not the same, but for the last bits of a quotient."""
    def same(a, b):
        return math.isclose(a, b, rel_tol=1e-12) if isinstance(a, float) or isinstance(b, float) else a == b

    for name in sorted(set(found) | set(wanted)):
        a, b = ordered(found.get(name, [])), ordered(wanted.get(name, []))
        if len(a) != len(b):
            yield f"{name}: {len(a)} rows, not {len(b)}: {a} is not {b}"
        for one, other in zip(a, b):
            if len(one) != len(other) or not all(map(same, one, other)):
                yield f"{name}: {one} is not {other}"


def answers(ask, views=True):
    """The rows of every query, from something that runs a statement."""
    for statement in statements("views") if views else []:
        ask(statement)
    return {name: [tuple(row) for row in ask(statement)] for name in QUERIES for statement in statements(name)}


def in_duckdb(root, parquet):
    """The answers in DuckDB: from the recordings, and from Parquet, which is written into a directory."""
    connection = duckdb.connect()

    def ask(statement):
        return connection.execute(statement.replace("'recordings/", f"'{root}/")).fetchall()

    for statement in statements("duckdb"):
        ask(statement)
    found = answers(ask)
    ask(PARQUET.format(parquet))
    ask("DROP VIEW lines")
    ask(f"CREATE VIEW lines AS SELECT * FROM read_parquet('{parquet}/*/*/*/*/*.parquet', hive_partitioning = true, "
        "hive_types = {day: DATE, program: VARCHAR, host: VARCHAR, instance: VARCHAR})")
    return found, answers(ask, views=False)


def table(rows):
    """Rows as text."""
    def cell(value):
        return "" if value is None else f"{value:.4g}" if isinstance(value, float) and value < 1000 else str(value)

    return "\n".join("  " + " | ".join(map(cell, row)) for row in rows)


def checked(directory, root=None):
    """The root of the recordings and the answers of DuckDB, both of which are as they have to be."""
    if root is None:
        root = directory / "recordings"
        lay_out(root)
    wanted = reference.expected(root)
    found, parquet = in_duckdb(root, directory / "parquet")
    wrong = [f"DuckDB: {text}" for text in differences(found, wanted)]
    wrong += [f"DuckDB, Parquet: {text}" for text in differences(parquet, found)]
    if root == directory / "recordings":
        wrong += [f"{name}: found nothing" for name, rows in wanted.items() if not rows]
    if wrong:
        sys.exit("\n".join(wrong))
    return root, found


def main():
    with tempfile.TemporaryDirectory() as directory:
        given = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
        root, found = checked(pathlib.Path(directory), given)
        files = sum(1 for _ in root.glob("*/*/*/*/*.jsonl*"))
        print(f"{len(found)} queries over {files} files, as they are and as Parquet, "
              f"{sum(map(len, found.values()))} rows each: all as expected")


if __name__ == "__main__":
    main()
