import Strobe
import Testing

@Suite("Tables that read like a figure")
struct MachineTableTests {
    private struct Broken: Error, Equatable {}

    private enum Items: Kinded, Equatable {
        case loading, empty, showing([String]), error(Broken)
        enum Kind: CaseIterable { case loading, empty, showing, error }

        var kind: Kind {
            switch self {
            case .loading: .loading
            case .empty: .empty
            case .showing: .showing
            case .error: .error
            }
        }
    }

    private enum ItemsEvent: Kinded {
        case reload, loaded([String]), failed(Broken)
        enum Kind: CaseIterable { case reload, loaded, failed }

        var kind: Kind {
            switch self {
            case .reload: .reload
            case .loaded: .loaded
            case .failed: .failed
            }
        }
    }

    private static let loaded = CasePath(ItemsEvent.loaded)
    private let machine = StateMachine<Items, ItemsEvent, String>(
        initial: .loading,
        transitions: [
            .on(.loaded, from: .loading, when: Guard("items.isEmpty", of: loaded) { $0.isEmpty }, to: .empty),
            .on(.loaded, from: .loading, to: .showing, carrying: loaded, into: Items.showing),
            .on(.failed, from: .loading, to: .error, carrying: CasePath(ItemsEvent.failed), into: Items.error),
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
                    .reload, from: .loading, when: Guard("any", of: Self.loaded) { _ in true }, to: .empty),
                .on(.failed, from: .loading, to: .showing, carrying: Self.loaded, into: Items.showing),
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
}
