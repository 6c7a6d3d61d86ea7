import Strobe
import Testing

@testable import StrobeDemo

/// The screen as a function of the state: the form that switches over the states.
@Suite struct ItemsScreenTests {
    private let items = [Item(id: 1, title: "Turn the page"), Item(id: 2, title: "Feed the cat")]

    @Test("each state shows its own part: a spinner, a table with a row for each item, a label, or what happened")
    func parts() {
        #expect(ItemsScreen(.loading) == .spinner)
        #expect(ItemsScreen(.showingData(items)) == .table(["Turn the page", "Feed the cat"]))
        #expect(ItemsScreen(.empty) == .emptyLabel)
        #expect(ItemsScreen(.error(reason: "offline")) == .errorLabel("offline"))
    }

    @Test("the screen says in words what it shows")
    func words() {
        #expect(ItemsScreen.nothing.description == "nothing")
        #expect(ItemsScreen(.loading).description == "a spinner")
        #expect(ItemsScreen(.showingData(items)).description == "a table: Turn the page, Feed the cat")
        #expect(ItemsScreen(.empty).description == "that there is nothing")
        #expect(ItemsScreen(.error(reason: "offline")).description == "the error offline")
    }

    @Test("both forms of the screen are drawn as their states change", arguments: [false, true])
    @MainActor func drawing(ofClasses: Bool) async throws {
        let (answers, answer) = AsyncStream.makeStream(of: ItemsEvent.self)
        let load: @Sendable () async -> ItemsEvent = {
            for await event in answers { return event }
            return .failed(reason: "nobody answers")
        }
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        let controller = ItemsController(load: load)
        let store = Store(machine: ItemsMachine.machine)
        if !ofClasses {
            store.setEffectHandler(schedule: \.schedule) { _, context in context.dispatch(await load()) }
        }
        let items = store.observed
        let screen = Screen(
            { ofClasses ? controller.screen : ItemsScreen(items.state) }, show: { line.yield("\($0)") })
        var said = lines.makeAsyncIterator()
        if ofClasses { #expect(await said.next() == "nothing") }
        for (event, words) in [
            (ItemsEvent.loaded(self.items), "a table: Turn the page, Feed the cat"),
            (.loaded([]), "that there is nothing"), (.failed(reason: "offline"), "the error offline"),
        ] {
            if ofClasses {
                controller.machine.dispatch(.load)
            } else if items.state != .loading {
                items.dispatch(.load)  // it begins by loading
            }
            #expect(await said.next() == "a spinner")
            answer.yield(event)
            #expect(await said.next() == words)
        }
        #expect(screen.content == .errorLabel("offline"))
    }
}
