/// What an input brought about that must not happen.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// What happened.
    public let message: String

    /// Makes a finding.
    public init(_ message: String) {
        self.message = message
    }

    public var description: String { message }

    /// Throws a finding where something does not hold.
    static func unless(_ holds: Bool, _ message: @autoclosure () -> String) throws(FuzzFinding) {
        if !holds { throw FuzzFinding(message()) }
    }
}
