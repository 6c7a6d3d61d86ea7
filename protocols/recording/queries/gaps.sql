-- What is not in the recordings, because it was lost.
SELECT lines.program, lines.host, lines.instance, lines.store, lines.fromSeq, lines.toSeq, lines.reason
FROM lines JOIN parts ON parts.file = lines.file
WHERE lines.kind = 'gap'
ORDER BY lines.program, lines.host, lines.instance, lines.store, lines.fromSeq;
