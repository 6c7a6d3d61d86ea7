/// A way to find out whether a server keeps one rule.
struct Probe: Sendable {
    /// What there has to be for it to be tried.
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
    /// Throws a ``Finding`` where the rule is broken or cannot be tried.
    let run: @Sendable (Bench) async throws -> Void

    init(_ rule: String, needs: [Need] = [], run: @escaping @Sendable (Bench) async throws -> Void) {
        self.rule = rule
        self.needs = needs
        self.run = run
    }

    /// All of them, in the order in which they are tried.
    static let all: [Probe] =
        framing + json + messages + handshake + session + access + reach + aside + reading + elements + forms + errors
        + actions + filter + truth + rejecting + order + paging + subscriptions + limits + sizes + cancelling + lag
        + gate
        + effects + past + returning
}
