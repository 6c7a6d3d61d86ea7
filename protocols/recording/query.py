#!/usr/bin/env python3
"""Runs queries.sql in DuckDB over the examples, and compares what it finds with what stands in them.

Needs the Python package duckdb. Prints what is wrong and ends with 1, or prints what was checked and ends with 0.
"""

import collections
import gzip
import json
import os
import pathlib
import re
import statistics
import sys
import tempfile

import duckdb

HERE = pathlib.Path(__file__).resolve().parent
QUERIES = HERE / "queries.sql"


def statements():
    """The statements of the file, without their comments."""
    text = re.sub(r"^--.*$", "", QUERIES.read_text(encoding="utf-8"), flags=re.M)
    return [statement.strip() for statement in text.split(";\n") if statement.strip()]


def lay_out(directory):
    """Puts the examples there, one of them compressed and one damaged, and returns their lines by file."""
    files = {}
    for path in sorted((HERE / "examples").glob("*.jsonl")):
        data = path.read_bytes()
        files[path.name] = [json.loads(line) for line in data.split(b"\n") if line.strip()]
        if path.name == "merged.jsonl":
            with gzip.open(directory / (path.name + ".gz"), "wb") as file:
                file.write(data)
        else:
            (directory / path.name).write_bytes(data)
    torn = b'{"kind":"transition","store":"shop","se'
    with open(directory / "shop.jsonl", "ab") as file:
        file.write(torn)
    return files


def expected(files):
    """What the four queries have to find."""
    actions, idle, slowest = collections.Counter(), collections.Counter(), {}
    places, answers, gaps = collections.Counter(), collections.defaultdict(list), []
    for lines in files.values():
        header = next(line for line in lines if line["kind"] == "header")
        transitions = [line for line in lines if line["kind"] == "transition"]
        for line in transitions:
            name = re.match(r"\.?\w+", line["label"]).group()
            key = (header["process"]["name"], line["store"], name)
            actions[key] += 1
            idle[key] += line.get("changes") == []
            slowest[key] = max((nanos for nanos in (slowest.get(key), line.get("durationNanos")) if nanos), default=None)
            for change in line.get("changes", []):
                places[line["store"], change["path"]] += 1
            for asking in transitions:
                if asking["store"] == line["store"] and asking["seq"] == line.get("cause"):
                    answers[line["store"], asking["label"], line["label"]].append(line["t"] - asking["t"])
        gaps += [(line["store"], line["fromSeq"], line["toSeq"], line["reason"]) for line in lines if line["kind"] == "gap"]
    return [
        {key + (number, idle[key], slowest[key]) for key, number in actions.items()},
        {key + (number,) for key, number in places.items()},
        {key + (statistics.median(times), len(times)) for key, times in answers.items()},
        set(gaps),
    ]


def main():
    with tempfile.TemporaryDirectory() as directory:
        recordings = pathlib.Path(directory) / "recordings"
        recordings.mkdir()
        files = lay_out(recordings)
        os.chdir(directory)
        connection = duckdb.connect()
        results = []
        for statement in statements():
            result = connection.execute(statement)
            if statement.startswith("SELECT"):
                results.append(result.fetchall())
        wanted = expected(files)
        # The file's name comes first in the last one, and depends on where it lies.
        found = [set(rows) for rows in results[:3]] + [{row[1:] for row in results[3]}] if len(results) == 4 else []
        if found != wanted or not all(wanted):
            for number, rows in enumerate(wanted):
                print(f"query {number + 1}: {found[number:number + 1]} is not {rows}", file=sys.stderr)
            sys.exit(1)
        times = connection.execute("SELECT min(time) FROM transitions WHERE process = 'shop'").fetchone()[0]
        if times.isoformat() != "2026-09-21T14:13:20.000010":
            sys.exit(f"the first transition was at {times}")
        print(f"{len(results)} queries over {len(files)} recordings, {sum(map(len, results))} rows: all as expected")


if __name__ == "__main__":
    main()
