import Foundation

/// Tests that take long, which the ordinary run leaves out and CI runs.
public enum LongTests {
    /// Whether they are run: with `STROBE_LONG=1`.
    public static let areRun = ProcessInfo.processInfo.environment["STROBE_LONG"] == "1"
}
