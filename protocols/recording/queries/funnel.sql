-- How far runs come in a machine: in how many each state was reached, which part of all that is, and after how many actions
-- on average.
WITH machines AS (
    SELECT recording, program, version, store, state FROM stores WHERE kind = 'machine' AND seq = 0),
entries AS (
    SELECT recording, program, version, store, regexp_extract(state, '^[{]?"?([^"{},:]+)', 1) AS state, 0 AS seq
    FROM machines
    UNION ALL
    SELECT changes.recording, changes.program, changes.version, changes.store, changes.entered, changes.seq
    FROM changes JOIN machines ON machines.recording = changes.recording AND machines.store = changes.store
    WHERE changes.path = ''),
reached AS (
    SELECT recording, program, version, store, state, min(seq) AS seq FROM entries
    GROUP BY recording, program, version, store, state),
begun AS (
    SELECT program, version, store, count(*) AS runs FROM machines GROUP BY program, version, store)
SELECT reached.program, reached.version, reached.store, reached.state, count(*) AS runs,
    count(*) / max(begun.runs) AS share, avg(reached.seq) AS actions
FROM reached JOIN begun
    ON begun.program = reached.program AND begun.store = reached.store
        AND begun.version IS NOT DISTINCT FROM reached.version
GROUP BY reached.program, reached.version, reached.store, reached.state
ORDER BY reached.program, reached.version, reached.store, actions, reached.state;
