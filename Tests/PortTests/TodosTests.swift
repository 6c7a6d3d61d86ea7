import Foundation
import Strobe
import StrobeTesting
import Testing

/// The tests of the example.
///
/// Lines of code: 79 here, 323 there.
struct TodosTests {
    let milk = Todo.State(id: UUID(), text: "milk")
    let tea = Todo.State(id: UUID(), text: "tea")
    let done = Todo.State(id: UUID(), text: "done", isComplete: true)
    let gone = Todo.State(id: UUID(), text: "gone", isComplete: true)

    func makeStore(_ todos: [Todo.State] = [], filter: Todos.Filter = .all) -> TestStoreOf<Todos> {
        let store = TestStore(initial: Todos.State(filter: filter, todos: todos), reducer: Todos())
        store.setEffectHandler(schedule: Todos.schedule, async: Todos.perform)
        return store
    }

    @Test("adds at the top")
    func add() async {
        let store = makeStore([milk])
        let id = UUID()
        await store.send(.addTapped(id: id)) { $0.todos = [Todo.State(id: id), milk] }
        await store.finish()
    }

    @Test(
        "changes the text of the one that is meant, whatever is shown", arguments: [.all, .completed] as [Todos.Filter])
    func edit(filter: Todos.Filter) async {
        let store = makeStore([milk, done], filter: filter)
        await store.send(.todo(done.id, .typed("bread"))) { $0.todos[1].text = "bread" }
        await store.finish()
    }

    @Test("moves what is done to the end, a second after the last change")
    func complete() async {
        let store = makeStore([milk, tea])
        await store.send(.todo(milk.id, .checked(true))) { $0.todos[0].isComplete = true }
        store.clock.advance(by: .milliseconds(500))
        await store.send(.todo(milk.id, .checked(false))) { $0.todos[0].isComplete = false }
        await store.send(.todo(milk.id, .checked(true))) { $0.todos[0].isComplete = true }
        store.clock.advance(by: .seconds(1))
        await store.receive(.sortCompleted) { $0.todos.swapAt(0, 1) }
        await store.finish()
    }

    @Test("clears what is done")
    func clear() async {
        let store = makeStore([milk, done])
        await store.send(.clearCompletedTapped) { $0.todos = [milk] }
        await store.finish()
    }

    @Test("deletes rows")
    func delete() async {
        let store = makeStore([milk, tea, done])
        await store.send(.delete([1])) { $0.todos = [milk, done] }
        await store.finish()
    }

    @Test("deletes rows of those that are shown")
    func deleteFiltered() async {
        let store = makeStore([milk, tea, done])
        await store.send(.filterChosen(.completed)) { $0.filter = .completed }
        await store.send(.delete([0])) { $0.todos = [milk, tea] }
        await store.finish()
    }

    @Test("moves rows, and then what is done to the end")
    func move() async {
        let store = makeStore([milk, tea, done])
        await store.send(.editingChanged(true)) { $0.isEditing = true }
        await store.send(.move([0], to: 3)) { $0.todos = [tea, done, milk] }
        store.clock.advance(by: .milliseconds(100))
        await store.receive(.sortCompleted) { $0.todos = [tea, milk, done] }
        await store.finish()
    }

    @Test("moves rows of those that are shown")
    func moveFiltered() async {
        let store = makeStore([milk, done, tea, gone], filter: .completed)
        await store.send(.move([1], to: 0)) { $0.todos = [milk, gone, done, tea] }
        store.clock.advance(by: .milliseconds(100))
        await store.receive(.sortCompleted) { $0.todos = [milk, tea, gone, done] }
        await store.send(.move([0], to: 2)) { $0.todos = [milk, tea, done, gone] }
        store.clock.advance(by: .milliseconds(100))
        await store.receive(.sortCompleted)
        await store.finish()
    }
}
