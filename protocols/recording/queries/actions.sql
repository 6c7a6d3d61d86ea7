-- Which actions there are, how often, how many changed nothing, and how many were rejected.
SELECT program, store, name, count(*) AS number, count(*) FILTER (WHERE changes = '[]') AS idle, count(error) AS rejected
FROM transitions GROUP BY program, store, name ORDER BY number DESC, program, store, name;
