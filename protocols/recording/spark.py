#!/usr/bin/env python3
"""Puts the questions in queries/ to recordings in Spark, unchanged, and compares the answers with those of DuckDB.

Takes what query.py takes. Spark reads the recordings as they are, the Parquet that it wrote itself, and the Parquet that
DuckDB wrote. Prints every answer; ends with 1 if one differs. Needs the Python packages pyspark (4.0 or later) and duckdb,
and Java 17 or later.
"""

import pathlib
import sys
import tempfile

from pyspark.sql import SparkSession

import query

COLUMNS = ["day", "program", "host", "instance"]


def main():
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        root, wanted = query.checked(directory, pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None)
        spark = (SparkSession.builder.master("local[*]").config("spark.sql.session.timeZone", "UTC")
                 .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
                 .config("spark.sql.shuffle.partitions", "2").getOrCreate())
        spark.sparkContext.setLogLevel("ERROR")
        print(f"Spark {spark.version}")

        def ask(statement):
            return spark.sql(statement.replace("path 'recordings'", f"path '{root}'")).collect()

        for statement in query.statements("spark"):
            ask(statement)
        found = {"recordings": query.answers(ask)}
        spark.table("lines").write.partitionBy(*COLUMNS).parquet(str(directory / "spark-parquet"))
        for source, path in [("its Parquet", "spark-parquet"), ("DuckDB's Parquet", "parquet")]:
            spark.read.schema(spark.table("lines").schema).parquet(str(directory / path)).createOrReplaceTempView("lines")
            for view in ["parts", "programs", "stores", "transitions", "changes"]:
                ask(f"DROP VIEW {view}")
            found[source] = query.answers(ask)
        for name, rows in found["recordings"].items():
            print(f"\n{name}\n{query.table(rows)}")
        wrong = [f"Spark, {source}: {text}" for source, rows in found.items() for text in query.differences(rows, wanted)]
        if wrong:
            sys.exit("\n".join(wrong))
        for source, rows in found.items():
            print(f"\n{len(rows)} queries over {source}: {sum(map(len, rows.values()))} rows, those of DuckDB", end="")
        print()


if __name__ == "__main__":
    main()
