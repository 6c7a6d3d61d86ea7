/// How a reading ended.
public enum ReadResult: Sendable, Hashable {
    /// A line, without its line break; more than one line's text where `EditorOptions.isComplete` asked for more.
    case line(String)
    /// Ctrl-C: the line was dropped.
    case interrupted
    /// Ctrl-D on an empty line, or the end of the input.
    case endOfFile
    /// `LineEditor.cancel()`, `LineEditor.close()` or the end of the reading task.
    case cancelled
    /// SIGTERM or SIGHUP came, or the terminal went away: time to leave.
    case terminated
    /// A line was longer than `EditorOptions.maxLineBytes` (given here) and was skipped as a whole.
    case lineTooLong(limit: Int)
}
