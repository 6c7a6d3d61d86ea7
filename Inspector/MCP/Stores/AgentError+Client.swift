import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentError {
    /// The error of a question about a store, with the call that would work.
    init(_ error: ClientError, of store: AgentStore) {
        switch error.code {
        case .cancelled: self = .cancelled
        case .refused:
            guard let refusal = error.serverError else { fallthrough }
            self.init(refusal, of: store)
        case .timedOut:
            self.init(
                .tool, "\(store.name) did not answer in time: its process may be stopped, or busy.",
                next: AgentText.call("list_stores", [:]))
        case .connectionLost, .closed, .cannotConnect:
            self.init(
                .tool, "The connection to \(store.name) ended. The last request may or may not have been carried out.",
                quoted: [error.message], next: AgentText.call("list_stores", [:]))
        default:
            self.init(.tool, "The request to \(store.name) failed.", quoted: [error.message])
        }
        let unanswered: [ClientError.Code] = [.timedOut, .connectionLost, .closed, .malformedAnswer]
        isUnanswered = code == .cancelled || unanswered.contains(error.code)
    }

    /// The error of a question that a process refused.
    private init(_ refusal: ProtocolError, of store: AgentStore) {
        func number(_ key: String) -> Int64? {
            if case .int(let number)? = refusal.data[key] { number } else { nil }
        }
        let (what, next): (String, String?)
        switch refusal.code {
        case .cancelled:
            self = .cancelled
            return
        case .noSuchPath: (what, next) = ("There is nothing at that path.", store.call("read_state", ["depth": 1]))
        case .seqEvicted:
            let first = number("firstSeq")
            what = "That seq is no longer kept" + (first.map { "; the history begins at \($0)." } ?? ".")
            next = store.call("read_state", ["at": first.map { .string(String($0)) } ?? "live", "depth": 1])
        case .stale:
            let (expected, seq) = (number("ifSeq"), number("seq"))
            let now = seq.map { "\(store.name) is at seq \($0)" } ?? "\(store.name) has moved on"
            what = now + (expected.map { ", not at \($0)" } ?? "") + "; nothing was done. Look again, then decide."
            next = expected.map { store.call("diff_states", ["from": .string(String($0)), "to": "live"]) }
        case .undecodableAction:
            (what, next) = ("That is not an action of \(store.name).", store.call("list_actions"))
        case .readOnly:
            (what, next) = (
                "That runs code of the program, or changes it, and needs control: `strobe mcp --control`, and a process "
                    + "that grants it.", nil
            )
        case .tooLarge: (what, next) = ("That is too much at once: ask for a part.", nil)
        case .notSupported: (what, next) = ("\(store.name) cannot do that.", store.call("read_store"))
        case .unknownStore: (what, next) = ("That store is gone.", AgentText.call("list_stores", [:]))
        case .methodNotFound: (what, next) = ("The process of \(store.name) does not support that request.", nil)
        case .invalidParams:
            (what, next) =
                number("seq").map { ("There is no such seq yet: the last one is \($0).", store.call("list_log")) }
                ?? ("An argument was refused.", AgentText.call("help", ["topic": Self.topic(refusal)]))
        default: (what, next) = ("\(store.name) could not do that.", nil)
        }
        self.init(.tool, what, quoted: refusal.message.split(separator: "\n").map(String.init), next: next)
        isUnsupported = refusal.code == .notSupported
    }

    /// The topic that explains a refused argument.
    private static func topic(_ refusal: ProtocolError) -> Value {
        guard case .string(let path)? = refusal.data["path"] else { return "conditions" }
        if path.hasPrefix("/condition") { return "conditions" }
        if path.hasPrefix("/action") { return "actions" }
        return path.hasPrefix("/path") ? "paths" : "positions"
    }
}
