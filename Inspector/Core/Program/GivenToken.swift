package import StrobeClient
import StrobeTransport

/// The token for TCP that the user gave, never on a command line.
package enum GivenToken: Sendable {
    case none
    /// Read from a file that the user named.
    case file(String)
    /// The text of STROBE_TOKEN.
    case variable(String)

    /// A target with the token to present: of the file, otherwise of its discovery file, otherwise of the variable.
    ///
    /// - Throws: `TransportError` if the variable is needed and holds no token.
    package func applied(to target: Discovery.Target) throws -> Discovery.Target {
        var target = target
        switch self {
        case .none: break
        case .file(let token): target.token = token
        case .variable(let text):
            let hasPort = target.endpoints.contains { if case .tcp = $0 { true } else { false } }
            if hasPort, target.token == nil { target.token = try AccessSecret.checked(text, from: "STROBE_TOKEN") }
        }
        return target
    }

    /// What counts for other processes than the one that it was given for.
    package var forOthers: GivenToken {
        if case .file = self { .none } else { self }
    }

    /// Whether it would be sent to whatever listens on a port that no discovery file names.
    package func isSent(to target: Discovery.Target) -> Bool {
        if case .none = self { return false }
        return target.record == nil && target.endpoints.contains { if case .tcp = $0 { true } else { false } }
    }
}
