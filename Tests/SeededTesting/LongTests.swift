import Foundation

/// Slow tests, which the default run skips and CI runs.
public enum LongTests {
    /// Whether they run: with `STROBE_LONG=1`.
    public static let areRun = ProcessInfo.processInfo.environment["STROBE_LONG"] == "1"
}
