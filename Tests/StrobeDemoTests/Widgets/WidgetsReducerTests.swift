import Foundation
import Strobe
import Testing

@testable import StrobeDemo

/// The claims of the author about state, actions and reducers, tested without a store.
@Suite struct WidgetsReducerTests {
    static let sprocket = Widget(id: 1, name: "Sprocket", imageID: "sprocket-1")
    static let flange = Widget(id: 2, name: "Flange", imageID: "flange-2")
    static let state = WidgetsState(widgets: [sprocket, flange], loadState: .loaded, selection: 1, refreshes: 3)
    static let actions: [any WidgetAction & Codable] = [
        RefreshWidgets(), FetchStarted(), RefreshSkipped(retryAfter: 8), UpdateWidgets(widgets: [flange]),
        FetchFailed(reason: "offline"), SelectWidget(id: 2), ClearSelection(), RefreshAndSelectFirst(),
        UpdateDetails(details: ofFlange), DetailsFailed(id: 2, reason: "offline"),
    ]
    static let ofFlange = WidgetDetails(id: 2, price: 6, text: "A flange")

    private func reduce(_ state: WidgetsState, _ actions: any WidgetAction...) -> WidgetsState {
        actions.reduce(state) { WidgetsReducers.all($0, $1) }
    }

    @Test("an action is a simple value that can be written down and read again")
    func serialised() throws {
        func again<Action: WidgetAction & Codable>(_ action: Action) throws -> any WidgetAction {
            try JSONDecoder().decode(Action.self, from: try JSONEncoder().encode(action))
        }
        for action in Self.actions {
            let read = try again(action)
            #expect(String(reflecting: read) == String(reflecting: action))
        }
    }

    @Test("a reducer gives the same state for the same state and action, every time")
    func pure() {
        for action in Self.actions {
            let once = reduce(Self.state, action)
            #expect(reduce(Self.state, action) == once)
        }
    }

    @Test("a reducer that does not handle an action returns its part of the state unchanged")
    func unhandled() {
        let state = Self.state
        let unhandled: [(isUnchanged: (any WidgetAction) -> Bool, handles: Set<String>)] = [
            ({ WidgetsReducers.widgets(widgets: state.widgets, action: $0) == state.widgets }, ["UpdateWidgets"]),
            (
                { WidgetsReducers.loadState(loadState: .idle, action: $0) == .idle },
                ["FetchStarted", "UpdateWidgets", "FetchFailed"]
            ),
            (
                { WidgetsReducers.selection(state: state, action: $0) == state },
                ["SelectWidget", "ClearSelection", "UpdateWidgets"]
            ),
            (
                { WidgetsReducers.refreshes(count: 3, action: $0) == 3 },
                ["UpdateWidgets", "FetchFailed", "RefreshSkipped"]
            ),
            ({ WidgetsReducers.details(state: state, action: $0) == state }, ["UpdateDetails", "DetailsFailed"]),
        ]
        for (isUnchanged, handles) in unhandled {
            for action in Self.actions where !handles.contains("\(type(of: action))") { #expect(isUnchanged(action)) }
        }
    }

    @Test("reducers are called in order: the choice is judged by the widgets that are there after the update")
    func order() {
        let update = UpdateWidgets(widgets: [Self.flange])
        #expect(reduce(Self.state, update).selection == nil)
        let selectionFirst = CombinedReducer<WidgetsState, any WidgetAction, Never> {
            Reduce(WidgetsReducers.selection)
            Reduce(WidgetsReducers.widgets).scoped(state: \.widgets, action: .whole)
        }
        #expect(
            selectionFirst(Self.state, update).selection == 1, "in another order a choice would be left that is gone")
    }

    @Test("an update replaces the widgets, and keeps the choice that is still there")
    func update() {
        let state = reduce(Self.state, SelectWidget(id: 2), UpdateWidgets(widgets: [Self.flange]))
        #expect(state.widgets == [Self.flange])
        #expect(state.selection == 2)
    }

    @Test("only a widget that is there can be chosen")
    func select() {
        #expect(reduce(Self.state, SelectWidget(id: 2)).selection == 2)
        #expect(reduce(Self.state, SelectWidget(id: 99)).selection == 1)
        #expect(reduce(Self.state, ClearSelection()).selection == nil)
    }

    @Test("the load state is updated in failure as well as in success")
    func loadState() {
        let loading = reduce(WidgetsState(), FetchStarted())
        #expect(loading.loadState == .loading)
        #expect(reduce(loading, UpdateWidgets(widgets: [])).loadState == .loaded)
        let failed = reduce(loading, FetchFailed(reason: "offline"))
        #expect(failed.loadState == .failed(reason: "offline"))
        #expect(reduce(failed, FetchStarted(), UpdateWidgets(widgets: [])).loadState == .loaded)
    }

    @Test("a failed fetch takes nothing away that was there")
    func failureKeeps() {
        let failed = reduce(Self.state, FetchStarted(), FetchFailed(reason: "offline"))
        #expect(failed.widgets == Self.state.widgets)
        #expect(failed.selection == 1)
    }

    @Test("a refresh alone changes nothing: the store does not know what becomes of it")
    func refresh() {
        #expect(reduce(Self.state, RefreshWidgets()) == Self.state)
    }

    @Test("every refresh is answered in the state: by widgets, by a failure, or by its being too soon")
    func answered() {
        let state = reduce(
            WidgetsState(), RefreshWidgets(), FetchStarted(), UpdateWidgets(widgets: []), RefreshWidgets(),
            RefreshSkipped(retryAfter: 5), RefreshWidgets(), FetchStarted(), FetchFailed(reason: "offline"))
        #expect(state.refreshes == 3)
    }

    @Test("actions hold values alone: an action with an object in it would be changed from elsewhere")
    func noReferences() {
        func holdsObject(_ value: Any) -> Bool {
            let mirror = Mirror(reflecting: value)
            return mirror.displayStyle == .class || mirror.children.contains { holdsObject($0.value) }
        }
        #expect(holdsObject([[StubProvider()]]))
        #expect(Self.actions.filter(holdsObject).isEmpty)
    }

    @Test("the state is model data: what a view shows is computed from it")
    func view() {
        #expect(WidgetsState().rows() == [])
        #expect(Self.state.rows() == ["▸ Sprocket", "    …", "  Flange"])
        #expect(reduce(WidgetsState(), FetchStarted()).rows() == ["Loading…"])
        #expect(
            reduce(Self.state, ClearSelection(), FetchFailed(reason: "offline")).rows()
                == ["  Sprocket", "  Flange", "offline"])
    }
}
