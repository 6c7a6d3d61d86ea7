/// What a keeper noted for whoever tells clients of it.
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

        /// Another one for each stop, and each time that one becomes another.
        var version: Int
        var reason: Reason
        /// The number of the last transition.
        var seq: Int
        /// The transition that it stopped after.
        var entry: Int?
        var pending: Pending?
        /// Whether it stopped because of what the entry did, and not because of what waits.
        var isAfter: Bool
    }

    /// What a log point said.
    struct Line: Sendable {
        let breakpoint: Int
        let seq: Int
        let text: String
    }
}
