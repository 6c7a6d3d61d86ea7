/// What an engine recorded for reporting to clients.
enum GateRecord {
    /// Where a gate stopped.
    struct Stop<Action: Sendable>: Sendable {
        enum Reason: Sendable, Equatable {
            case pause, step
            case breakpoint(Int)
        }

        /// The action that waits.
        struct Pending: Sendable {
            var id: Int
            var action: Action
        }

        /// A number that differs for each stop, and changes whenever a stop changes.
        var version: Int
        var reason: Reason
        /// The number of the last transition.
        var seq: Int
        /// The transition that it stopped after.
        var entry: Int?
        var pending: Pending?
        /// Whether it stopped because of what the entry did, not because of the waiting action.
        var isAfter: Bool
    }

    /// The output of a log point.
    struct Line: Sendable {
        let breakpoint: Int
        let seq: Int
        let text: String
    }
}
