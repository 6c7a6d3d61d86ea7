internal import DequeModule

/// The part of a store that only matters while there is something to do outside the lock: what waits to be reduced, and
/// the commit that is being delivered.
///
/// Everything here is protected by the store's lock, but for `commit`, `refusal`, `isReporting` and `trail`: these belong to the
/// thread that drains.
@usableFromInline
final class Backlog<State: Sendable, Action: Sendable, Effect: Sendable> {
    typealias Completion = @Sendable (Result<Receipt<Effect>, StoreError>) -> Void

    enum Work {
        case action(Action)
        case state(State)
        case subscriber(Subscriber<State>)

        var isTransition: Bool {
            if case .subscriber = self { false } else { true }
        }

        /// What it is called in messages.
        var name: String {
            switch self {
            case .action(let action): ActionName.of(action)
            case .state: "restore"
            case .subscriber: "subscribe"
            }
        }
    }

    struct Pending {
        var work: Work
        var origin = Origin.app
        var cause: Int?
        var source: SourceLocation?
        /// How many dispatches deep in one drain; 0 for one from outside.
        var depth = 0
        var isMeasured = false
        /// The number that the store has to stand at, if it matters.
        var ifSeq: Int?
        var completion: Completion?
    }

    /// One committed transition, on its way to subscribers, effect handler and completion.
    struct Commit {
        var seq: Int
        var state: State?
        var subscribers: [Subscriber<State>]
        var effects: [Effect]
        var durationNanos: UInt64?
        var completion: Completion?
        var starting: Subscriber<State>?
    }

    var waiting: Deque<Pending> = []
    var subscribers: [Subscriber<State>] = []
    var effectHandler: (@Sendable (Effect, EffectContext<Action>) -> Void)?
    var faultHandler: @Sendable (StoreError) -> Void
    let nestingLimit: Int
    /// The thread that drains; 0 when nobody does.
    var drainer: UInt = 0
    /// The depth of the action whose commit is being delivered.
    var depth = 0

    var commit: Commit?
    /// Tells the completion of an action that was not reduced.
    var refusal: (() -> Void)?
    var isReporting = false
    /// The names of the last actions of a chain that comes near the limit.
    var trail: [String] = []

    init(nestingLimit: Int, faultHandler: @escaping @Sendable (StoreError) -> Void) {
        self.nestingLimit = nestingLimit
        self.faultHandler = faultHandler
    }
}
