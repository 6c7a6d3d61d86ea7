/// What a history holds in memory.
public struct HistoryMemory: Sendable, Hashable {
    /// The log: actions, effects, and restored states.
    public var logBytes: Int
    /// States: the first one, checkpoints, retained ones, branches, and the copies that the debugger works on.
    public var stateBytes: Int
    /// Changes that were computed.
    public var changeBytes: Int
    /// Memory in reserve for the log.
    public var spareBytes: Int
    /// How many bytes all of it may hold.
    public var budgetBytes: Int
    /// How many states there are to replay from, the first one included; of a store that is not replayed how many are
    /// retained.
    public var checkpoints: Int
    /// What is not kept for lack of room; `nil` if every state of the log is available.
    public var givenUp: GivenUp?

    /// States that are not kept, because one of them does not fit into the budget beside the log.
    public struct GivenUp: Sendable, Hashable {
        /// Since when that is so.
        public enum Cause: Sendable, Hashable {
            /// They were dropped while no client was attached.
            case nobodyAttached
            /// The store is not replayed, and to retain each would cost the program a copy of it.
            case notReplayed
        }

        /// Why they are not kept.
        public var cause: Cause
        /// The first transition that the log has.
        public var logFrom: Int
        /// The first available state; `nil` while there is none, until a client attaches or asks for one.
        public var statesFrom: Int?
    }

    /// All of it.
    public var bytes: Int { logBytes + stateBytes + changeBytes + spareBytes }
}
