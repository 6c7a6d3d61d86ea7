-- What is done before something fails: the most common four actions of a store that lead to a state called failed or error,
-- and how often each ends there.
WITH steps AS (
    SELECT *, concat_ws(' ', lag(name, 3) OVER run, lag(name, 2) OVER run, lag(name, 1) OVER run, name) AS steps
    FROM transitions WINDOW run AS (PARTITION BY recording, store ORDER BY seq))
SELECT steps.program, steps.store, failures.path, failures.entered, steps.steps, count(*) AS number,
    count(DISTINCT steps.instance) AS instances
FROM steps JOIN changes AS failures
    ON failures.recording = steps.recording AND failures.store = steps.store AND failures.seq = steps.seq
WHERE lower(failures.entered) LIKE 'fail%' OR lower(failures.entered) LIKE 'error%'
GROUP BY steps.program, steps.store, failures.path, failures.entered, steps.steps
ORDER BY number DESC, steps.program, steps.store, failures.path, failures.entered, steps.steps;
