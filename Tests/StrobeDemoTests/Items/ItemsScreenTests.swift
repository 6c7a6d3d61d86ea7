import Testing

@testable import StrobeDemo

/// The screen as a function of the state: the form that switches over the states.
@Suite struct ItemsScreenTests {
    private let items = [Item(id: 1, title: "Turn the page"), Item(id: 2, title: "Feed the cat")]

    @Test("while it loads, the spinner is shown and nothing else")
    func loading() {
        #expect(ItemsScreen(.loading).visible == .init(spinner: true))
    }

    @Test("with data, the table is shown with a row per item")
    func showingData() {
        let screen = ItemsScreen(.showingData(items))
        #expect(screen.visible == .init(table: true))
        #expect(screen.rows == ["Turn the page", "Feed the cat"])
        #expect(screen.errorText == nil)
    }

    @Test("with no data to show, the label of the empty state is shown")
    func empty() {
        #expect(ItemsScreen(.empty).visible == .init(emptyLabel: true))
    }

    @Test("in case of an error, the error label is shown and says what happened")
    func error() {
        let screen = ItemsScreen(.error(reason: "offline"))
        #expect(screen.visible == .init(errorLabel: true))
        #expect(screen.errorText == "offline")
        #expect(screen.rows.isEmpty)
    }

    @Test("before any state, everything is hidden")
    func hidden() {
        #expect(ItemsScreen().visible == .init(table: false, errorLabel: false, emptyLabel: false, spinner: false))
    }

    @Test("the screen says in words what it shows")
    func words() {
        #expect(ItemsScreen().description == "nothing")
        #expect(ItemsScreen(.loading).description == "a spinner")
        #expect(ItemsScreen(.showingData(items)).description == "a table of 2 rows")
        #expect(ItemsScreen(.empty).description == "that there is nothing")
        #expect(ItemsScreen(.error(reason: "offline")).description == "the error offline")
    }
}
