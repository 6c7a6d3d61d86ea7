-- What DuckDB needs before views.sql: the table of lines, and by the names that Spark has the functions that it calls
-- otherwise. Run it where the recordings are in `recordings/`.

CREATE MACRO explode(list) AS unnest(list);
CREATE MACRO get_json_object(json, path) AS json_extract_string(json, path);
CREATE MACRO json_items(json) AS CAST(json_extract(json, '$[*]') AS VARCHAR[]);
CREATE MACRO json_member(json, name) AS nullif(CAST(json_extract(json, '$."' || name || '"') AS VARCHAR), 'null');
CREATE MACRO timestamp_micros(micros) AS make_timestamp(micros);
CREATE MACRO fingerprint(text) AS CAST(hash(text) % 1099511627776 AS BIGINT);

-- Every line with its file; of damaged ones, and of those that are being written, all columns are NULL.
CREATE VIEW lines AS
SELECT file, kind, store, seq, t, label, CAST(action AS VARCHAR) AS action, origin, cause, CAST(effects AS VARCHAR) AS effects,
    durationNanos, source, error, fromSeq, toSeq, CAST(changes AS VARCHAR) AS changes, CAST(state AS VARCHAR) AS state,
    CAST(description AS VARCHAR) AS description, text, reason, id, part, startMicros, CAST(process AS VARCHAR) AS process,
    CAST(stores AS VARCHAR) AS stores, day, program, host, instance
FROM read_json('recordings/day=*/program=*/host=*/instance=*/*.jsonl*', format = 'newline_delimited', filename = 'file',
    ignore_errors = true, maximum_object_size = 67108864, hive_partitioning = true,
    hive_types = {day: DATE, program: VARCHAR, host: VARCHAR, instance: VARCHAR},
    columns = {
        kind: 'VARCHAR', store: 'VARCHAR', seq: 'BIGINT', t: 'BIGINT', label: 'VARCHAR', action: 'JSON', origin: 'VARCHAR',
        cause: 'BIGINT', effects: 'JSON', durationNanos: 'BIGINT', source: 'VARCHAR', error: 'VARCHAR', fromSeq: 'BIGINT',
        toSeq: 'BIGINT', changes: 'JSON', state: 'JSON', description: 'JSON', text: 'VARCHAR', reason: 'VARCHAR',
        id: 'VARCHAR', part: 'BIGINT', startMicros: 'BIGINT', process: 'JSON', stores: 'JSON'});
