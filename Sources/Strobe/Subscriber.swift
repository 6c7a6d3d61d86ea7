import Synchronization

/// Whether a subscription still wants to be called.
final class Liveness: Sendable {
    private let flag = Atomic<Bool>(true)

    var isOn: Bool { flag.load(ordering: .acquiring) }

    func turnOff() {
        flag.store(false, ordering: .releasing)
    }
}

/// One subscription as the store keeps it.
///
/// The store calls `start` once and then `commit` for each commit, never two at a time.
final class Subscriber<State: Sendable>: Sendable {
    let liveness: Liveness
    private let begin: @Sendable (State) -> Void
    private let receive: @Sendable (State) -> Void
    private let end: @Sendable () -> Void

    init(
        liveness: Liveness,
        begin: @escaping @Sendable (State) -> Void,
        receive: @escaping @Sendable (State) -> Void,
        end: @escaping @Sendable () -> Void = {}
    ) {
        self.liveness = liveness
        self.begin = begin
        self.receive = receive
        self.end = end
    }

    var wantsMore: Bool { liveness.isOn }

    func start(with state: State) {
        if wantsMore { begin(state) }
    }

    func commit(_ state: State) {
        if wantsMore { receive(state) }
    }

    /// The store is gone.
    func finish() {
        end()
    }
}
