#!/usr/bin/env python3
"""Multiplies the recordings in table/ and times every query in DuckDB, to say what many processes that record cost.

scale.py [PROCESSES ...] [--hosts N] [--files]      default: 100 1000 10000, 200 hosts

Each process gets a recording of its own, with its own identifiers and times over one day. Prints a row for each number of
processes: transitions, bytes, the seconds that DuckDB takes to read the files once and write them as Parquet, and the seconds
for all queries over that, with the growth against the row before. With --files the queries are timed over the files as well:
each reads all of them several times. Needs the Python package duckdb.
"""

import argparse
import gzip
import json
import pathlib
import tempfile
import time
import uuid

import duckdb

from query import HERE, QUERIES, statements

DAY = 86_400


def lay_out(root, count, hosts):
    """Writes the recordings of many processes, compressed, as flight recorders leave finished files; returns their bytes."""
    templates = [[json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
                 for path in sorted(HERE.glob("table/*/*/*/*/*.jsonl"))]
    plain = packed = transitions = 0
    for number in range(count):
        header, *lines = templates[number % len(templates)]
        second = number * DAY // count
        host, clock = f"web-{number % hosts}", time.strftime("%H%M%S", time.gmtime(second))
        started = f"2026-11-26T{clock[:2]}:{clock[2:4]}:{clock[4:]}.000000Z"
        header = header | {
            "id": str(uuid.UUID(int=number)).upper(), "startedAt": started,
            "startMicros": (1_795_651_200 + second) * 1_000_000,
            "process": header["process"] | {"pid": number, "startedAt": started, "host": host}}
        folder = root / "day=2026-11-26" / "program=shop" / f"host={host}" / f"instance=20261126T{clock}Z-{number}"
        folder.mkdir(parents=True)
        text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in [header, *lines]).encode()
        compressed = gzip.compress(text, 6)
        (folder / f"{clock}-{number:08x}.jsonl.gz").write_bytes(compressed)
        plain, packed = plain + len(text), packed + len(compressed)
        transitions += sum(line["kind"] == "transition" for line in lines)
    return transitions, plain, packed


def timed(connection):
    """The seconds that all queries take."""
    start = time.monotonic()
    for name in QUERIES:
        for statement in statements(name):
            connection.execute(statement).fetchall()
    return time.monotonic() - start


def row(directory, count, hosts, over_files):
    """Measures one number of processes."""
    root, parquet = directory / f"recordings-{count}", directory / f"parquet-{count}"
    transitions, plain, packed = lay_out(root, count, hosts)
    connection = duckdb.connect()
    for statement in statements("duckdb"):
        connection.execute(statement.replace("'recordings/", f"'{root}/"))
    for statement in statements("views"):
        connection.execute(statement)
    files = timed(connection) if over_files else None
    start = time.monotonic()
    connection.execute(f"COPY lines TO '{parquet}' (FORMAT parquet, PARTITION_BY (day, program))")
    writing = time.monotonic() - start
    connection.execute("DROP VIEW lines")
    connection.execute(
        f"CREATE VIEW lines AS SELECT * FROM read_parquet('{parquet}/*/*/*.parquet', hive_partitioning = true, "
        "hive_types = {day: DATE, program: VARCHAR})")
    found = {
        "processes": count, "transitions": transitions, "MB": plain / 1e6, "MB compressed": packed / 1e6,
        "MB of Parquet": sum(file.stat().st_size for file in parquet.rglob("*.parquet")) / 1e6,
        "s to write it": writing, "s for all queries": timed(connection)}
    return found if files is None else found | {"s for all queries over the files": files}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("processes", type=int, nargs="*", default=[100, 1000, 10_000], help="the numbers of processes")
    parser.add_argument("--hosts", type=int, default=200, help="the number of machines that they are on")
    parser.add_argument("--files", action="store_true", help="time the queries over the files as well")
    arguments = parser.parse_args()
    before = None
    with tempfile.TemporaryDirectory() as directory:
        for count in arguments.processes:
            found = row(pathlib.Path(directory), count, arguments.hosts, arguments.files)
            print("  ".join(
                f"{name}: {value:,.2f}" if isinstance(value, float) else f"{name}: {value:,}"
                for name, value in found.items()), flush=True)
            if before:
                times = count / before["processes"]
                growth = {name: found[name] / before[name] for name in ("s to write it", "s for all queries")}
                print(f"  x{times:g} processes: " + ", ".join(f"x{ratio:.1f} {name}" for name, ratio in growth.items()), flush=True)
            before = found


if __name__ == "__main__":
    main()
