-- How long effects take from the action that asked for them to the one that they send, half of the times no more than this, in microseconds.
SELECT asking.program, asking.store, asking.name, answer.name AS answer, count(*) AS number,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY answer.t - asking.t) AS median
FROM transitions AS answer JOIN transitions AS asking
    ON asking.recording = answer.recording AND asking.store = answer.store AND asking.seq = answer.cause
GROUP BY asking.program, asking.store, asking.name, answer.name
ORDER BY asking.program, asking.store, asking.name, answer;
