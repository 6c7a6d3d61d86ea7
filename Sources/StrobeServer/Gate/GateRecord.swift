internal import Strobe

/// What an engine notes of actions, and reports to clients.
enum GateRecord {
    /// The result of examining one action.
    struct Look {
        let id: Int
        let origin: Origin
        /// Where the program dispatched it; `nil` for actions of clients.
        let source: CallSite?
        /// The output of its log points; `nil` for output that can no longer be reported.
        var texts: [(breakpoint: Int, text: String?)] = []
    }

    /// A stop of the gate.
    struct Stop<Action: Sendable>: Sendable {
        enum Reason: Sendable, Equatable {
            case pause, step
            case breakpoint(Int)
        }

        /// The waiting action.
        struct Pending: Sendable {
            var id: Int
            var action: Action
        }

        /// A number that is different for each stop, and changes whenever a stop changes.
        var version: Int
        var reason: Reason
        /// The seq of the last transition.
        var seq: Int
        /// The transition that it stopped after.
        var entry: Int?
        var pending: Pending?
        /// Whether it stopped because of the changes of the entry, not because of the waiting action.
        var isAfter: Bool
    }

    /// The output of a log point.
    struct Line: Sendable {
        let breakpoint: Int
        let seq: Int
        let text: String
    }
}
