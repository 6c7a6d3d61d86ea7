import Foundation
import Strobe

struct ToDo: Identifiable, Equatable, Sendable {
    enum Completion: Equatable, Sendable { case unfinished, finished(at: Date?) }

    let id: UUID
    var title = "New Task"
    var completion = Completion.unfinished
    var tags: Set<String> = []
}

/// One entry of a list.
struct ToDoEntry: Reducer {
    enum Action: Equatable, Sendable { case check(at: Date), uncheck, rename(String) }

    func reduce(_ toDo: inout ToDo, _ action: Action) throws -> [Never] {
        switch action {
        case .check(let date): toDo.completion = .finished(at: date)
        case .uncheck: toDo.completion = .unfinished
        case .rename(let title):
            if title == toDo.title { try reject("this is its title already") }
            toDo.title = title
        }
        return []
    }
}

/// A list of entries, one of which may be selected; what would change nothing is rejected.
///
/// After ReSwift/ReSwift-Todo-Example, where an `UndoManager` dispatches opposite actions; here `ToDoDocument` keeps former
/// lists. Lines of code without views, files, `==` and identifiers: 108 here, 386 there.
struct ToDoList: Reducer {
    struct State: Equatable, Sendable {
        var title: String?
        var items: [ToDo] = []
        var selection: Int?

        static let demo = State(
            title: "Welcome!",
            items: [
                ToDo(id: UUID(), title: "create a new list", completion: .finished(at: nil)),
                ToDo(id: UUID(), title: "rename the list"), ToDo(id: UUID(), title: "get productive"),
            ])
    }
    enum Action: Equatable, Sendable {
        case rename(String?), insert(ToDo, at: Int), remove(ToDo.ID)
        case item(ToDo.ID, ToDoEntry.Action)
        case replace(title: String?, [ToDo])
        case select(row: Int?)

        /// What undoes it is called; `nil` for what cannot be undone.
        var undoName: String? {
            switch self {
            case .rename: "Rename Project"
            case .insert: "Append Task"
            case .remove: "Remove Task"
            case .item(_, .check): "Finish Task"
            case .item(_, .uncheck): "Mark as Unfinished"
            case .item(_, .rename): "Rename Task"
            case .replace, .select: nil
            }
        }
    }

    static let entries = ToDoEntry().forEach(\State.items, action: CasePath(Action.item))

    func reduce(_ state: inout State, _ action: Action) throws -> [Never] {
        switch action {
        case .rename(let title):
            if title == state.title { try reject("this is its title already") }
            state.title = title
        case .insert(let toDo, let index): state.items.insert(toDo, at: min(max(index, 0), state.items.count))
        case .remove(let id): state.items.removeAll { $0.id == id }
        case .item: return try Self.entries.reduce(&state, action)
        case .replace(let title, let items): (state.title, state.items) = (title, items)
        case .select(let row):
            if row == state.selection { try reject("it is selected already") }
            state.selection = row
        }
        return []
    }
}

/// A list whose changes can be undone.
struct ToDoDocument: Reducer {
    struct Step: Equatable, Sendable {
        var name: String
        var title: String?
        var items: [ToDo]
    }
    struct State: Equatable, Sendable {
        var list = ToDoList.State.demo
        var past: [Step] = []
        var future: [Step] = []

        /// Puts the list of a step in place of the current one.
        mutating func restore(_ step: Step) -> Step {
            defer { (list.title, list.items) = (step.title, step.items) }
            return Step(name: step.name, title: list.title, items: list.items)
        }
    }
    enum Action: Equatable, Sendable { case list(ToDoList.Action), undo, redo }

    func reduce(_ state: inout State, _ action: Action) throws -> [Never] {
        switch action {
        case .list(let action):
            let before = state.list
            _ = try ToDoList().reduce(&state.list, action)
            if let name = action.undoName {
                state.past.append(Step(name: name, title: before.title, items: before.items))
                state.future = []
            }
        case .undo:
            guard let step = state.past.popLast() else { try reject("nothing to undo") }
            state.future.append(state.restore(step))
        case .redo:
            guard let step = state.future.popLast() else { try reject("nothing to redo") }
            state.past.append(state.restore(step))
        }
        return []
    }
}

func makeToDoStore() -> StoreOf<ToDoDocument> {
    let store = Store(initial: ToDoDocument.State(), reducer: ToDoDocument())
    store.addMiddleware { _, action, _ in print("> \(action)") }
    return store
}
