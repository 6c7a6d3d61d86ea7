import Strobe
import Testing

@testable import StrobeDemo

/// The items screen as a finite state machine: a table of transitions.
@Suite struct ItemsMachineTests {
    private let machine = ItemsMachine.machine
    static let items = [Item(id: 1, title: "Turn the page"), Item(id: 2, title: "Feed the cat")]
    static let states: [ItemsState] = [.loading, .showingData(items), .empty, .error(reason: "offline")]
    static let events: [ItemsEvent] = [.load, .loaded(items), .loaded([]), .failed(reason: "timeout")]

    private func after(_ event: ItemsEvent, in state: ItemsState) -> (state: ItemsState, effects: [ItemsEffect]) {
        var state = state
        let effects = (try? machine.reduce(&state, event)) ?? []
        return (state, effects)
    }

    @Test("the black circle leads to loading: that is the initial state")
    func initial() {
        #expect(machine.initial == .loading)
        #expect(Store(machine: machine).state == .loading)
    }

    @Test("loading starts immediately: the initial state is entered without an event")
    func viewDidLoad() {
        #expect(machine.initialEffects == [.load])
    }

    @Test("there are four states, three events, and the arrows of the figure")
    func declaration() {
        let declaration = machine.declaration
        #expect(declaration.initial == "loading")
        #expect(declaration.states == ["loading", "showingData", "empty", "error"])
        #expect(declaration.events == ["load", "loaded", "failed"])
        let arrows = declaration.transitions.map { arrow in
            "\(arrow.from) -> \(arrow.to): \(arrow.event)" + (arrow.guardName.map { " [\($0)]" } ?? "")
        }
        #expect(
            Set(arrows) == [
                "loading -> loading: load", "showingData -> loading: load", "empty -> loading: load",
                "error -> loading: load",
                "loading -> empty: loaded [items.isEmpty]",
                "loading -> showingData: loaded [not items.isEmpty]",
                "loading -> error: failed",
            ])
    }

    @Test("every state can be reached and left, and every event is answered somewhere")
    func noIssues() {
        #expect(machine.issues.isEmpty)
    }

    @Test("the table is populated with the items that were loaded")
    func loaded() {
        let (state, effects) = after(.loaded(Self.items), in: .loading)
        #expect(state == .showingData(Self.items))
        #expect(effects.isEmpty)
    }

    @Test("the square brackets choose the arrow: no items lead to empty, not to a table without rows")
    func nothingLoaded() {
        #expect(after(.loaded([]), in: .loading).state == .empty)
    }

    @Test("a network error leads to error, which knows what happened")
    func failed() {
        #expect(after(.failed(reason: "timeout"), in: .loading).state == .error(reason: "timeout"))
    }

    @Test("load enters loading, and entering it requests the items", arguments: states)
    func load(state: ItemsState) {
        let (next, effects) = after(.load, in: state)
        #expect(next == .loading)
        #expect(effects == [.load])
    }

    @Test(
        "an answer without a request is illegal: the state stays as it is, and a reason is given", arguments: states
    )
    func illegal(state: ItemsState) {
        guard state != .loading else { return }
        for event in Self.events where event != .load {
            #expect(machine.rejection(of: event, in: state) == "no transition on \(event.kind) from \(state.kind)")
            let (next, effects) = after(event, in: state)
            #expect(next == state)
            #expect(effects.isEmpty)
        }
    }

    @Test("six of the twelve pairs of event and state are legal, and no other")
    func legalPairs() {
        let legal = Self.states.map { state in
            Set(Self.events.filter { machine.rejection(of: $0, in: state) == nil }.map(\.kind))
        }
        #expect(legal == [[.load, .loaded, .failed], [.load], [.load], [.load]])
    }

    @Test("a store rejects an illegal event: the state is unchanged, the log counts on and keeps the reason")
    func store() async throws {
        let store = Store(machine: machine)
        store.dispatch(.loaded(Self.items))
        let receipt = try await store.receipt(of: .loaded([]))
        #expect(receipt.rejection == "no transition on loaded from showingData")
        #expect(receipt.seq == 2)
        #expect(store.state == .showingData(Self.items))
    }
}
