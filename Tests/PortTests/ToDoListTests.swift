import Foundation
import Strobe
import StrobeTesting
import Testing

/// The tests of the example's reducers and list, and some of undoing, which it does not test.
///
/// It also tests actions that a reducer does not know; here there are none. Lines of code without those: 110 here, 74 of
/// them without undoing; 251 there.
struct ToDoListTests {
    let tea = ToDo(id: UUID(), title: "tea")
    let milk = ToDo(id: UUID(), title: "milk")
    let date = Date(timeIntervalSince1970: 12345)

    func makeStore(_ items: [ToDo] = [], selection: Int? = nil) -> TestStoreOf<ToDoList> {
        TestStore(initial: ToDoList.State(items: items, selection: selection), reducer: ToDoList())
    }

    @Test("selects a row, another one and none", arguments: [nil, 456])
    func select(row: Int?) async {
        let store = makeStore(selection: row)
        await store.send(.select(row: 9812)) { $0.selection = 9812 }
        await store.send(.select(row: nil)) { $0.selection = nil }
        await store.sendRejected(.select(row: nil))
        await store.finish()
    }

    @Test("is a demo at first")
    func demo() {
        #expect(
            makeToDoStore().state.list.items.map(\.title) == ["create a new list", "rename the list", "get productive"])
    }

    @Test("is renamed and replaced")
    func rename() async {
        let store = makeStore()
        await store.send(.rename("a new name")) { $0.title = "a new name" }
        await store.sendRejected(.rename("a new name"))
        await store.send(.replace(title: "new", [tea])) {
            $0.title = "new"
            $0.items = [tea]
        }
        await store.finish()
    }

    @Test("inserts an entry, where its index is in the list", arguments: [(-999, 0), (0, 0), (1, 1), (2, 2), (123, 2)])
    func insert(index: Int, place: Int) async {
        let store = makeStore([milk, ToDo(id: UUID())])
        await store.send(.insert(tea, at: index)) { $0.items.insert(tea, at: place) }
        await store.finish()
    }

    @Test("inserts the first entry at any index", arguments: [-123, 0, 1000])
    func insertFirst(index: Int) async {
        let store = makeStore()
        await store.send(.insert(tea, at: index)) { $0.items = [tea] }
        await store.finish()
    }

    @Test("removes the entry that is meant")
    func remove() async {
        let store = makeStore([tea, milk])
        await store.send(.remove(UUID()))
        await store.send(.remove(tea.id)) { $0.items = [milk] }
        await store.send(.remove(milk.id)) { $0.items = [] }
        await store.finish()
    }

    @Test("checks, unchecks and renames the entry that is meant")
    func entries() async {
        let store = makeStore([tea, milk])
        for action in [.check(at: date), .uncheck, .rename("salt")] as [ToDoEntry.Action] {
            await store.send(.item(UUID(), action))
        }
        await store.send(.item(milk.id, .check(at: .distantPast))) {
            $0.items[1].completion = .finished(at: .distantPast)
        }
        await store.send(.item(milk.id, .check(at: date))) {
            $0.items[1].completion = .finished(at: date)
        }
        await store.send(.item(milk.id, .uncheck)) { $0.items[1].completion = .unfinished }
        await store.send(.item(milk.id, .uncheck))
        await store.send(.item(milk.id, .rename("salt"))) { $0.items[1].title = "salt" }
        await store.sendRejected(.item(milk.id, .rename("salt")))
        await store.finish()
    }

    @Test("is undone and redone, but its selection is not")
    func undo() async {
        let store = TestStore(
            initial: ToDoDocument.State(list: ToDoList.State(title: "shopping", items: [tea])), reducer: ToDoDocument())
        let step = ToDoDocument.Step(name: "Remove Task", title: "shopping", items: [tea])
        await store.send(.list(.remove(tea.id))) {
            $0.list.items = []
            $0.past = [step]
        }
        await store.send(.list(.select(row: 3))) { $0.list.selection = 3 }
        await store.send(.undo) {
            $0.list.items = [tea]
            $0.past = []
            $0.future = [ToDoDocument.Step(name: "Remove Task", title: "shopping", items: [])]
        }
        await store.sendRejected(.undo, reason: "nothing to undo")
        await store.send(.redo) {
            $0.list.items = []
            $0.past = [step]
            $0.future = []
        }
        await store.sendRejected(.redo, reason: "nothing to redo")
        await store.finish()
    }

    @Test("is not redone once it was changed otherwise")
    func change() async {
        let step = ToDoDocument.Step(name: "Rename Project", title: "later", items: [])
        let store = TestStore(
            initial: ToDoDocument.State(list: ToDoList.State(), future: [step]), reducer: ToDoDocument())
        await store.send(.list(.rename("now"))) {
            $0.list.title = "now"
            $0.past = [ToDoDocument.Step(name: "Rename Project", title: nil, items: [])]
            $0.future = []
        }
        await store.finish()
    }
}
