-- Which actions are slow: how often each was reduced, and how many nanoseconds that took: half of the times, 99 of 100
-- times, and all times no more than that.
SELECT program, version, store, name, count(*) AS number,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY durationNanos) AS median,
    percentile_cont(0.99) WITHIN GROUP (ORDER BY durationNanos) AS slow,
    max(durationNanos) AS slowest
FROM transitions WHERE durationNanos IS NOT NULL
GROUP BY program, version, store, name
ORDER BY slowest DESC, program, version, store, name;
