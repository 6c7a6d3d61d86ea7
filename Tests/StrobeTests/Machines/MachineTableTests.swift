import Strobe
import Testing

@Suite("Tables that read like a figure")
struct MachineTableTests {
    private struct Broken: Error, Equatable {}

    private enum Items: KindedByName, Equatable {
        case loading, empty, showing([String]), error(Broken)
        enum Kind: CaseIterable { case loading, empty, showing, error }
    }

    private enum ItemsEvent: KindedByName {
        case reload, loaded([String]), failed(Broken)
        enum Kind: CaseIterable { case reload, loaded, failed }
    }

    private let machine = StateMachine<Items, ItemsEvent, String>(
        initial: .loading,
        transitions: [
            .on(
                .loaded, from: .loading, when: Guard("items.isEmpty", of: ItemsEvent.loaded) { $0.isEmpty }, to: .empty),
            .on(.loaded, from: .loading, to: .showing, carrying: ItemsEvent.loaded, into: Items.showing),
            .on(.failed, from: .loading, to: .error, carrying: ItemsEvent.failed, into: Items.error),
            .on(.reload, from: .empty, .showing, .error, to: .loading),
        ],
        enter: [.loading: ["load"]])

    @Test("payloads go from the event into the state")
    func payloads() throws {
        var state = machine.initial
        #expect(try machine.reduce(&state, .loaded(["a", "b"])).isEmpty)
        #expect(state == .showing(["a", "b"]))
        #expect(try machine.reduce(&state, .reload) == ["load"])
        #expect(state == .loading)
        #expect(try machine.reduce(&state, .failed(Broken())).isEmpty)
        #expect(state == .error(Broken()))
    }

    @Test("a guard looks at the payload")
    func guards() throws {
        var state = machine.initial
        #expect(try machine.reduce(&state, .loaded([])).isEmpty)
        #expect(state == .empty)
        #expect(machine.rejection(of: .loaded([]), in: .empty) == "no transition on loaded from empty")
    }

    @Test("an event whose payload is elsewhere is rejected")
    func wrongPath() {
        let machine = StateMachine<Items, ItemsEvent, String>(
            initial: .loading,
            transitions: [
                .on(
                    .reload, from: .loading, when: Guard("any", of: ItemsEvent.loaded) { _ in true }, to: .empty),
                .on(.failed, from: .loading, to: .showing, carrying: ItemsEvent.loaded, into: Items.showing),
            ])
        #expect(machine.rejection(of: .reload, in: .loading) == "on reload from loading: no guard held (any)")
        #expect(
            machine.rejection(of: .failed(Broken()), in: .loading)
                == "on failed from loading: showing could not be created from the event")
    }

    @Test("its declaration has the arrows of the figure, and no issues")
    func figure() {
        #expect(machine.issues.isEmpty)
        #expect(
            machine.declaration.transitions.map { "\($0.from) -> \($0.to): \($0.event) [\($0.guardName ?? "")]" } == [
                "loading -> empty: loaded [items.isEmpty]", "loading -> showing: loaded []",
                "loading -> error: failed []", "empty -> loading: reload []", "showing -> loading: reload []",
                "error -> loading: reload []",
            ])
    }

    private enum Valve: KindedByName, Equatable {
        case open(Int), shut, jammed(String), lost
        enum Kind: CaseIterable { case open, shut }
    }

    private enum Hand: KindedByName, Equatable {
        case turn(Int), hit
        enum Kind: CaseIterable { case turn }
    }

    @Test("a case without a kind of its name is an issue of the table, and is rejected with the reason")
    func unknownKind() {
        let machine = StateMachine<Valve, Hand, Never>(
            initial: .shut,
            transitions: [
                .on(.turn, from: .shut, to: .open, carrying: Hand.turn, into: Valve.open),
                .on(.turn, from: .open, to: .lost),
            ])
        #expect(machine.issues.map(\.description).contains("there is no kind for lost"))
        #expect(machine.rejection(of: .turn(1), in: .shut) == nil)
        #expect(
            machine.rejection(of: .turn(1), in: .open(2)) == "on turn from open: lost was created, but open is declared"
        )
        #expect(machine.rejection(of: .hit, in: .shut) == "on hit from shut: there is no kind for hit")
        #expect(
            machine.rejection(of: .turn(1), in: .jammed("x"))
                == "on turn from jammed: there is no kind for jammed")
        let lost = StateMachine<Valve, Hand, Never>(initial: .jammed(""), transitions: [])
        #expect(lost.issues.first?.description == "there is no kind for jammed")
        #expect(lost.declaration.initial == "jammed")
    }
}
