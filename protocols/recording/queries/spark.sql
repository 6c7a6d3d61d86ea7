-- What Spark (4.0 or later) needs before views.sql: the table of lines, and functions that DuckDB has in a line as well.
-- Run it where the recordings are in `recordings/`, with `spark.sql.session.timeZone` set to UTC.

CREATE TEMPORARY FUNCTION json_items(json STRING) RETURNS ARRAY<STRING> RETURN from_json(json, 'array<string>');
CREATE TEMPORARY FUNCTION json_member(json STRING, name STRING) RETURNS STRING
    RETURN nullif(to_json(from_json(json, 'map<string,variant>')[name]), 'null');
CREATE TEMPORARY FUNCTION fingerprint(text STRING) RETURNS BIGINT RETURN pmod(xxhash64(text), 1099511627776);

CREATE TEMPORARY VIEW files (
    kind STRING, store STRING, seq BIGINT, t BIGINT, label STRING, action VARIANT, origin STRING, cause BIGINT,
    effects STRING, durationNanos BIGINT, source STRING, error STRING, fromSeq BIGINT, toSeq BIGINT, changes STRING,
    state VARIANT, description STRING, text STRING, reason STRING, id STRING, part BIGINT, startMicros BIGINT,
    process STRING, stores STRING, day DATE, program STRING, host STRING, instance STRING)
USING json OPTIONS (path 'recordings', pathGlobFilter '*.jsonl*');

-- Every line with its file; of damaged ones, and of those that are being written, all columns are NULL.
CREATE TEMPORARY VIEW lines AS
SELECT input_file_name() AS file, kind, store, seq, t, label, nullif(to_json(action), 'null') AS action, origin, cause,
    effects, durationNanos, source, error, fromSeq, toSeq, changes, nullif(to_json(state), 'null') AS state,
    description, text, reason, id, part, startMicros, process, stores, day, program, host, instance
FROM files;
