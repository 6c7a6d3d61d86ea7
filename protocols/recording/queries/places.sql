-- Which places of the states change most often.
SELECT program, store, path, count(*) AS number
FROM changes GROUP BY program, store, path ORDER BY number DESC, program, store, path;
