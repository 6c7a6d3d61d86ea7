/// A misuse of a store, as it is reported to the store's fault handler and to the completion of the refused dispatch.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
///     do {
///         _ = try await store.receipt(of: 1, ifSeq: 7)
///     } catch {
///         print(error.code, error.message)  // stale, and why
///     }
public struct StoreError: Error, Sendable, Hashable {
    /// The kinds of fault, for callers to distinguish.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Actions that are dispatched in answer to each other did not end.
        case runawayLoop
        /// The store was called while its own reducer, or a closure given to `withState`, ran on the same thread.
        case reentered
        /// The store was no longer at the seq that the dispatch named.
        case stale
        /// The caller stopped waiting; the message says whether the action was reduced nevertheless.
        case cancelled
        /// Too many actions are held at the store's gate for one more.
        case gateFull
        /// The store ended before the action was reduced.
        case ended
        /// A reducer returned an effect that no handler performs.
        case unhandledEffect
        /// A second handler was set for all effects.
        case handlerIsSet
    }

    /// The kind of fault.
    public let code: Code
    /// What happened and what to do, in one sentence for people.
    public let message: String
    /// The names of the actions concerned, oldest first.
    public let actions: [String]

    /// Creates an error.
    public init(_ code: Code, _ message: String, actions: [String] = []) {
        self.code = code
        self.message = message
        self.actions = actions
    }
}

extension StoreError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension StoreError {
    static func stale(expected: Int, seq: Int, _ actions: [String]) -> StoreError {
        StoreError(
            .stale, "The store is at \(seq), not at \(expected): nothing was reduced.", actions: actions)
    }

    /// - Parameters:
    ///   - span: The time in which it happened, where that matters.
    ///   - culprit: What to look for.
    static func runaway(
        limit: Int, within span: Duration? = nil, names: [String], culprit: String
    ) -> StoreError {
        let time = span.map { " within \($0)" } ?? ""
        return StoreError(
            .runawayLoop,
            "Runaway loop: more than \(limit) actions were dispatched in response to each other\(time), the last "
                + "ones \(names.joined(separator: ", ")); the last was not reduced. Look for \(culprit).",
            actions: names)
    }

    /// How many actions a gate holds at most.
    package static let gateLimit = 100_000

    package static func gateFull(_ action: String) -> StoreError {
        StoreError(
            .gateFull,
            "\(action) was rejected: the gate is closed and already holds \(gateLimit) actions. Open the gate, or "
                + "drop some of them.", actions: [action])
    }

    package static func dropped(_ action: String) -> StoreError {
        StoreError(.cancelled, "\(action) was dropped at the gate, and not reduced.", actions: [action])
    }

    static func unhandled<Effect>(_ effects: [Effect]) -> StoreError {
        let names = effects.map { ActionName.of($0) }
        return StoreError(
            .unhandledEffect,
            "The effect \(names.joined(separator: ", ")) is not performed: the store has no handler for it. Call "
                + "setEffectHandler before the first dispatch. This is reported once.", actions: names)
    }

    static let handlerIsSet = StoreError(
        .handlerIsSet,
        "A second effect handler was ignored: the store has one for all effects. Use setEffectHandler(for:action:async:) "
            + "for a part of them.")

    static let takenBack = StoreError(.cancelled, "The action was cancelled before it was reduced.")

    static let ended = StoreError(.ended, "The store ended before the action was reduced.")
}
