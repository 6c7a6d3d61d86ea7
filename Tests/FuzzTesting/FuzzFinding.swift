/// A violation found with an input.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// What happened.
    public let message: String

    /// Creates a finding.
    public init(_ message: String) {
        self.message = message
    }

    public var description: String { message }

    /// Throws a finding unless a condition holds.
    static func unless(_ holds: Bool, _ message: @autoclosure () -> String) throws(FuzzFinding) {
        if !holds { throw FuzzFinding(message()) }
    }
}
