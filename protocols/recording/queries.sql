-- Questions to recordings in DuckDB (https://duckdb.org): a recording is JSON Lines, which it reads as it is, many files at once,
-- compressed or not. Run it in a directory with recordings in `recordings/`. `query.py` holds it to the examples.

-- Every line, with the file that it is from; damaged lines are left out.
CREATE VIEW lines AS
SELECT * FROM read_json('recordings/*.jsonl*', format = 'newline_delimited', filename = true, ignore_errors = true,
    maximum_object_size = 67108864, columns = {
        kind: 'VARCHAR', store: 'VARCHAR', seq: 'BIGINT', t: 'BIGINT', label: 'VARCHAR', action: 'JSON', origin: 'VARCHAR',
        cause: 'BIGINT', durationNanos: 'UBIGINT', error: 'VARCHAR', fromSeq: 'BIGINT', toSeq: 'BIGINT', changes: 'JSON',
        text: 'VARCHAR', reason: 'VARCHAR', id: 'VARCHAR', startMicros: 'BIGINT', process: 'JSON'});

-- Every transition with its process and the time of the clock.
CREATE VIEW transitions AS
SELECT lines.* EXCLUDE (id, startMicros, process), header.id AS recording, header.process ->> 'name' AS process,
    make_timestamp(header.startMicros + lines.t) AS time
FROM lines JOIN lines AS header ON header.filename = lines.filename AND header.kind = 'header'
WHERE lines.kind = 'transition';

-- Which actions there are, how often, how many changed nothing, and how long the slowest took.
SELECT process, store, regexp_extract(label, '^\.?\w+') AS action, count(*) AS number,
    count(*) FILTER (json_array_length(changes) = 0) AS idle, max(durationNanos) AS slowest
FROM transitions GROUP BY ALL ORDER BY number DESC, process, store, action;

-- Which places of the state change most often.
SELECT store, change ->> 'path' AS path, count(*) AS number
FROM (SELECT store, unnest(json_extract(changes, '$[*]')) AS change FROM transitions)
GROUP BY ALL ORDER BY number DESC, store, path;

-- How long effects take from the action that asked for them to the one that they send, in microseconds.
SELECT asking.store, asking.label, answer.label AS answer, median(answer.t - asking.t) AS micros, count(*) AS number
FROM transitions AS answer JOIN transitions AS asking
    ON asking.recording = answer.recording AND asking.store = answer.store AND asking.seq = answer.cause
GROUP BY ALL ORDER BY ALL;

-- What was lost.
SELECT filename, store, fromSeq, toSeq, reason FROM lines WHERE kind = 'gap' ORDER BY ALL;
