/// The states before and after one entry, on their way through the log.
struct StatePair<State: Sendable>: Sendable {
    /// How the state before an entry comes about.
    enum Before: Sendable {
        /// It is not needed.
        case unused
        /// It is replayed a second time, so that the reducer never has to copy what both would share: for questions
        /// about small parts of a large state.
        case replayedTwice
        /// It is kept while the entry is reduced, so that parts which the entry leaves unchanged are shared: for
        /// comparing large parts.
        case kept
    }

    let mode: Before
    /// The state after the entry; `nil` before the first one.
    var after: (seq: Int, state: State)?
    /// The state before it; `nil` if that is not needed or not there.
    var before: (seq: Int, state: State)?

    init(_ mode: Before) {
        self.mode = mode
    }

    /// Calls a closure with the places of both states; not before the first entry.
    func withPointers<Result>(_ body: (UnsafePointer<State>, UnsafePointer<State>?) -> Result) -> Result? {
        guard let after else { return nil }
        return withUnsafePointer(to: after.state) { after in
            guard let before else { return body(after, nil) }
            return withUnsafePointer(to: before.state) { body(after, $0) }
        }
    }
}
