-- Where versions of a program differ first: the same state, the same actions, and then something else, each version with
-- what it did there and in how many runs. Only what is known counts: a run up to its first gap, or changes that were merged.
WITH histories AS (
    SELECT t.program, t.version, t.recording, t.store, t.seq, t.label, stores.state,
        coalesce(t.error, t.changes) AS outcome,
        coalesce(t.action, t.label) AS given,
        count(*) OVER earlier AS length,
        sum(CASE WHEN t.changes IS NULL OR t.fromSeq IS NOT NULL THEN 1 ELSE 0 END) OVER earlier AS unknown
    FROM transitions AS t
    JOIN stores ON stores.recording = t.recording AND stores.store = t.store AND stores.seq = 0
    WINDOW earlier AS (PARTITION BY t.recording, t.store ORDER BY t.seq ROWS UNBOUNDED PRECEDING)),
known AS (
    SELECT *, sum(fingerprint(concat_ws(' ', seq, given))) OVER earlier AS actions,
        sum(fingerprint(concat_ws(' ', seq, outcome))) OVER earlier - fingerprint(concat_ws(' ', seq, outcome)) AS before
    FROM histories WHERE length = seq AND unknown = 0
    WINDOW earlier AS (PARTITION BY recording, store ORDER BY seq ROWS UNBOUNDED PRECEDING)),
counted AS (
    SELECT program, store, state, seq, actions, before, label, version, outcome, count(*) AS runs
    FROM known WHERE version IS NOT NULL
    GROUP BY program, store, state, seq, actions, before, label, version, outcome),
compared AS (
    SELECT *, min(version) OVER same AS first, max(version) OVER same AS last, min(outcome) OVER same AS one,
        max(outcome) OVER same AS other
    FROM counted WINDOW same AS (PARTITION BY program, store, state, seq, actions, before))
SELECT program, store, seq, label, version, sum(runs) AS runs, outcome
FROM compared WHERE first <> last AND one <> other
GROUP BY program, store, seq, label, version, outcome
ORDER BY program, store, seq, label, version, outcome;
