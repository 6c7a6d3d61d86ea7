@preconcurrency @MainActor
public final class Store<State, Action> {
    private var state: State
    private let reducer: Reduce<State, Action>
    private var waiting: [Action] = []
    private var isSending = false

    public convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> R.State, @ReducerBuilder<State, Action> reducer: () -> R
    ) {
        self.init(state: initialState(), reducer: Reduce(reducer()))
    }

    private init(state: State, reducer: Reduce<State, Action>) {
        (self.state, self.reducer) = (state, reducer)
    }

    @discardableResult
    public func send(_ action: Action) -> StoreTask { StoreTask(rawValue: apply(action)) }

    /// Reduces the action, and those sent in the meantime, on a copy of the state, which is then the state.
    private func apply(_ action: Action) -> Task<Void, Never>? {
        waiting.append(action)
        guard !isSending else { return nil }
        isSending = true
        var (copy, tasks, index) = (state, [Task<Void, Never>](), 0)
        while index < waiting.count {
            for run in reducer._reduce(into: &copy, action: waiting[index]).runs {
                tasks.append(
                    Task { @MainActor [weak self] in await run(Send { answer in _ = self?.apply(answer) }) })
            }
            index += 1
        }
        waiting.removeAll()
        state = copy
        isSending = false
        return tasks.isEmpty ? nil : Task { @MainActor [tasks] in for task in tasks { await task.value } }
    }
}

public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

public struct StoreTask: Hashable, Sendable {
    let rawValue: Task<Void, Never>?

    public func finish() async { await rawValue?.value }

    public func cancel() { rawValue?.cancel() }
}
