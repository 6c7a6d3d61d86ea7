/// A test of whether a server keeps one rule.
struct Probe: Sendable {
    /// A requirement of a probe.
    enum Need: Sendable {
        /// Connections that reach the same server.
        case sharedServer
        /// A server that requires a token.
        case token
        /// A session with control.
        case control
        /// At least one store.
        case store
        /// An action that can be dispatched.
        case action
        /// A method that the server declares.
        case method(String)
        /// An event that the server declares.
        case event(String)
    }

    let rule: String
    let needs: [Need]
    /// Throws a ``Finding`` if the rule is broken or cannot be tested.
    let run: @Sendable (Bench) async throws -> Void

    init(_ rule: String, needs: [Need] = [], run: @escaping @Sendable (Bench) async throws -> Void) {
        self.rule = rule
        self.needs = needs
        self.run = run
    }

    /// All probes, in the order in which they run.
    static let all: [Probe] =
        framing + json + messages + handshake + session + access + reach + aside + reading + elements + forms + errors
        + actions + filter + truth + rejecting + order + paging + subscriptions + limits + sizes + cancelling + lag
        + gate
        + effects + past + returning
}
