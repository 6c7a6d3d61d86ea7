import Foundation
import Strobe

/// A thing to do.
struct Todo: Reducer {
    struct State: Identifiable, Equatable, Sendable {
        let id: UUID
        var text = ""
        var isComplete = false
    }
    enum Action: Equatable, Sendable { case typed(String), checked(Bool) }

    func reduce(_ todo: inout State, _ action: Action) -> [Never] {
        switch action {
        case .typed(let text): todo.text = text
        case .checked(let isComplete): todo.isComplete = isComplete
        }
        return []
    }
}

/// Things to do, of which a filter shows some; what is done sinks to the end after a moment.
///
/// After `Examples/Todos` of pointfreeco/swift-composable-architecture, where each of several moves sorts, not only the last.
/// Lines of code without views: 66 here, 103 there.
struct Todos: ComposedReducer {
    enum Filter: Equatable, Sendable { case all, active, completed }
    struct State: Equatable, Sendable {
        var isEditing = false
        var filter = Filter.all
        var todos: [Todo.State] = []

        /// Where in the list those are that the filter shows.
        var shown: [Int] {
            todos.indices.filter { filter == .all || todos[$0].isComplete == (filter == .completed) }
        }
    }
    enum Action: Equatable, Sendable {
        case editingChanged(Bool), filterChosen(Filter)
        case addTapped(id: UUID), clearCompletedTapped, delete(IndexSet), move(IndexSet, to: Int), sortCompleted
        case todo(Todo.State.ID, Todo.Action)
    }
    enum Effect: Equatable, Sendable { case sort(after: Duration) }

    var body: some Reducer<State, Action, Effect> {
        CombinedReducer {
            Todo().forEach(\.todos, action: CasePath(Action.todo))
            Reduce(Self.reduceOwn)
        }
    }

    static func reduceOwn(_ state: inout State, _ action: Action) -> [Effect] {
        let shown = state.shown
        switch action {
        case .editingChanged(let isEditing): state.isEditing = isEditing
        case .filterChosen(let filter): state.filter = filter
        case .addTapped(let id): state.todos.insert(Todo.State(id: id), at: 0)
        case .clearCompletedTapped: state.todos.removeAll(where: \.isComplete)
        case .delete(let rows): state.todos.removeSubranges(RangeSet(rows.map { shown[$0] }, within: state.todos))
        case .move(let rows, let row):
            let place = row < shown.count ? shown[row] : state.todos.count
            state.todos.moveSubranges(RangeSet(rows.map { shown[$0] }, within: state.todos), to: place)
            return [.sort(after: .milliseconds(100))]
        case .sortCompleted: state.todos.sort { !$0.isComplete && $1.isComplete }
        case .todo(_, .checked): return [.sort(after: .seconds(1))]
        case .todo(_, .typed): break
        }
        return []
    }

    static func schedule(_ effect: Effect) -> EffectSchedule {
        switch effect {
        case .sort(let interval): .debounced("sort after \(interval)", for: interval)
        }
    }

    static func perform(_ effect: Effect, context: EffectContext<Action>) {
        context.dispatch(.sortCompleted)
    }
}
