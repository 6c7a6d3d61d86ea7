-- The tables that questions are put to, for every engine that has `lines` (duckdb.sql, spark.sql).

-- Every file once, with what its header says. A file that is there twice, compressed and not, or copied, counts once.
CREATE TEMPORARY VIEW parts AS
SELECT min(file) AS file, id AS recording, coalesce(part, 1) AS part, min(startMicros) AS startMicros,
    min(get_json_object(process, '$.version')) AS version
FROM lines WHERE kind = 'header' GROUP BY id, coalesce(part, 1);

-- Every run of a program: where it ran, which version it was, and when it was recorded.
CREATE TEMPORARY VIEW programs AS
SELECT lines.program, lines.host, lines.instance, min(parts.version) AS version,
    timestamp_micros(min(parts.startMicros)) AS began, count(DISTINCT parts.recording) AS recordings
FROM lines JOIN parts ON parts.file = lines.file
WHERE lines.kind = 'header' GROUP BY lines.program, lines.host, lines.instance;

-- Every store of a recording with the state in which it was first seen, as JSON text.
CREATE TEMPORARY VIEW stores AS
SELECT recording, program, host, instance, version, get_json_object(description, '$.id') AS store,
    min(get_json_object(description, '$.kind')) AS kind,
    min(CAST(get_json_object(description, '$.seq') AS BIGINT)) AS seq,
    min_by(json_member(description, 'state'), CAST(get_json_object(description, '$.seq') AS BIGINT)) AS state
FROM (
    SELECT file, program, host, instance, explode(items) AS description
    FROM (SELECT file, program, host, instance, json_items(stores) AS items FROM lines WHERE kind = 'header') AS headers
    UNION ALL
    SELECT file, program, host, instance, description FROM lines WHERE kind = 'store') AS described
JOIN (SELECT file AS of, recording, version FROM parts) AS parts ON parts.of = described.file
GROUP BY recording, program, host, instance, version, get_json_object(description, '$.id');

-- Every transition: `name` is the action without its values, `time` that of the clock in UTC; values are JSON text.
CREATE TEMPORARY VIEW transitions AS
SELECT parts.recording, lines.program, lines.host, lines.instance, parts.version, lines.day, store, seq,
    t, timestamp_micros(parts.startMicros + t) AS time, label, regexp_extract(label, '^[.]?[^( {]+', 0) AS name, action, origin,
    cause, effects, durationNanos, source, error, fromSeq, changes
FROM lines JOIN parts ON parts.file = lines.file
WHERE lines.kind = 'transition';

-- Every change of a transition; `entered` is the name of the case that the place has since, or a text or a number there.
CREATE TEMPORARY VIEW changes AS
SELECT recording, program, host, instance, version, day, store, seq, time, name, get_json_object(change, '$.op') AS op,
    get_json_object(change, '$.path') AS path, json_member(change, 'value') AS value, json_member(change, 'old') AS old,
    regexp_extract(json_member(change, 'value'), '^[{]?"?([^"{},:]+)', 1) AS entered
FROM (SELECT *, explode(items) AS change FROM (SELECT *, json_items(changes) AS items FROM transitions) AS listed) AS single;
