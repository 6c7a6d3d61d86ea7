import Strobe

/// Holds everything while it is closed, otherwise the actions chosen by a predicate; records its calls.
///
/// `@unchecked Sendable`: all properties are constant or thread-safe.
final class SwitchKeeper<State: Sendable, Action: Sendable>: GateKeeper, @unchecked Sendable {
    private let closed: Protected<Bool>
    private let wants: @Sendable (Action, State) -> Bool
    /// Its calls, if recorded.
    let told = Collector<String>()
    private let isNoting: Bool

    init(
        isClosed: Bool = true, isNoting: Bool = false,
        wants: @escaping @Sendable (Action, State) -> Bool = { _, _ in false }
    ) {
        closed = Protected(isClosed)
        self.isNoting = isNoting
        self.wants = wants
    }

    var isClosed: Bool {
        get { closed.withLock { $0 } }
        set { closed.withLock { $0 = newValue } }
    }

    private func note(_ text: @autoclosure () -> String) {
        if isNoting { told.add(text()) }
    }

    func answer(
        to _: UnsafePointer<Action>, at _: Int, state: UnsafePointer<State>, _ held: () -> HeldAction<Action>
    ) -> GateAnswer {
        let action = held()
        let isHeld = isClosed || wants(action.action, state.pointee)
        note("\(action.id): \(action.action) in \(state.pointee)? \(isHeld ? "held" : "passes")")
        return isHeld ? .held : .passes
    }

    func didReduce(_ action: Action, seq: Int, state: UnsafePointer<State>) {
        note("#\(seq) \(action) -> \(state.pointee)")
    }

    func didRestore(state: UnsafePointer<State>, seq: Int) {
        note("#\(seq) restored -> \(state.pointee)")
    }
}
