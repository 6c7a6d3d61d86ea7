-- Which versions ran where: in how many processes, and when the first and the last of these recordings began, in UTC.
SELECT program, host, version, count(*) AS runs, CAST(min(began) AS STRING) AS first, CAST(max(began) AS STRING) AS last
FROM programs GROUP BY program, host, version ORDER BY program, host, version;
