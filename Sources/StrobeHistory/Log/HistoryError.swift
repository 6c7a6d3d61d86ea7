public import StrobeTree

/// An error of a history.
public struct HistoryError: Error, Sendable, Hashable {
    /// The kinds of failure, for callers to distinguish.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// No transition has that number yet.
        case noSuchSeq
        /// The state at that number is no longer kept.
        case seqEvicted
        /// There is no pure reducer to replay with, so that only retained states are available.
        case notReplayable
        /// The state is not known: it was not retained, and cannot be replayed.
        case stateUnknown
        /// There is no branch with that id or name.
        case noSuchBranch
        /// There are as many branches as a store may have.
        case tooManyBranches
        /// The edits of a branch contradict each other, or name entries that the branch does not have.
        case invalidEdit
        /// The condition holds nowhere in the range.
        case neverHolds
        /// The tree of a state could not be created or compared; see `tree`.
        case tree
        /// The requesting task was cancelled.
        case cancelled
        /// The history has ended.
        case ended
    }

    /// The kind of failure.
    public let code: Code
    /// What happened and what to do, in one sentence for people.
    public let message: String
    /// The number that was requested.
    public let seq: Int?
    /// The first number whose state is available.
    public let firstSeq: Int?
    /// The underlying failure.
    public let tree: TreeError?

    /// Makes an error.
    public init(_ code: Code, _ message: String, seq: Int? = nil, firstSeq: Int? = nil, tree: TreeError? = nil) {
        self.code = code
        self.message = message
        self.seq = seq
        self.firstSeq = firstSeq
        self.tree = tree
    }
}

extension HistoryError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension HistoryError {
    static func noSuchSeq(_ seq: Int, last: Int, first: Int) -> HistoryError {
        HistoryError(
            .noSuchSeq, "There is no transition \(seq) yet: the last is \(last).", seq: seq, firstSeq: first)
    }

    static func seqEvicted(_ seq: Int, first: Int) -> HistoryError {
        HistoryError(
            .seqEvicted, "The state at \(seq) is not kept: use \(first) or later.", seq: seq, firstSeq: first)
    }

    static func stateGivenUp(_ seq: Int, first: Int) -> HistoryError {
        HistoryError(
            .seqEvicted,
            "The state at \(seq) is not kept: states as large as this store's are not kept while no client is attached; "
                + "use \(first) or later.",
            seq: seq, firstSeq: first)
    }

    static func entryEvicted(_ seq: Int, first: Int) -> HistoryError {
        HistoryError(
            .seqEvicted, "Transition \(seq) is not kept: the log begins with \(first).", seq: seq, firstSeq: first)
    }

    static let nothingToVerify = HistoryError(
        .notReplayable,
        "The store is not replayed, so there is nothing to compare its state with: turn replay on first."
    )

    static let cancelled = HistoryError(.cancelled, "The request was cancelled.")

    /// The error for a request about a state; `cancelled` if the task was cancelled.
    static func noAnswer(_ error: TreeError, at seq: Int?) -> HistoryError {
        guard error.code != .interrupted else { return .cancelled }
        var error = error
        if let seq { error.message = "There is no answer for the state at \(seq). \(error.message)" }
        return HistoryError(.tree, error.message, seq: seq, tree: error)
    }

    static let ended = HistoryError(.ended, "The history has ended with its store.")
}
