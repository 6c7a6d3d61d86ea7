import SeededTesting
import Strobe
import Synchronization
import Testing

@testable import StrobeDemo

/// The items screen with the state pattern: a class for each state, which applies itself.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ItemsClassesTests {
    private let items = ItemsMachineTests.items

    /// A screen whose requests are never answered.
    private func screen() -> ItemsController {
        ItemsController {
            try? await Task.sleep(for: .seconds(3_600))
            return .failed(reason: "nobody answered")
        }
    }

    @Test("the factory makes the object of a kind", arguments: ItemsMachineTests.states)
    func factory(kind: ItemsState) {
        let controller = screen()
        let object = ItemsStateObject.make(kind, host: controller)
        let isOfKind =
            switch kind {
            case .loading: object is LoadingState
            case .showingData: object is ShowingDataState
            case .empty: object is EmptyState
            case .error: object is ErrorState
            }
        #expect(isOfKind)
    }

    @Test("entering a state shows its own part and hides what others showed", arguments: ItemsMachineTests.states)
    func enter(kind: ItemsState) {
        let controller = screen()
        for earlier in ItemsMachineTests.states {
            ItemsStateObject.make(earlier, host: controller).enter()
            let object = ItemsStateObject.make(kind, host: controller)
            object.enter()
            #expect(controller.screen == ItemsScreen(kind))
            object.exit()
        }
    }

    @Test("the spinner is shown while it loads, as in the form that switches, not the label of the empty state")
    func spinner() {
        let controller = screen()
        ItemsStateObject.make(.loading, host: controller).enter()
        #expect(controller.screen == .spinner)
    }

    @Test("before the view is there nothing is shown; then loading starts immediately")
    func viewDidLoad() {
        let controller = screen()
        #expect(controller.screen == .nothing)
        #expect(controller.machine.state == .loading)
        controller.viewDidLoad()
        #expect(controller.screen == ItemsScreen(.loading))
        #expect(controller.machine.current is LoadingState)
        #expect(controller.machine.seq == 0)
        #expect(controller.machine.runningEffects.map(\.name) == ["load"])
    }

    @Test("one can subscribe to the machine, or to a part of its state, as to any store")
    func subscribed() {
        let controller = screen()
        controller.viewDidLoad()
        var kinds: [ItemsState.Kind] = []
        let subscription = controller.machine.subscribe(to: \.kind, on: .mainActor) { kinds.append($0) }
        for event: ItemsEvent in [.load, .loaded(items), .loaded([]), .load, .failed(reason: "offline")] {
            controller.machine.dispatch(event)
        }
        #expect(kinds == [.showingData, .loading, .error])
        subscription.cancel()
    }

    @Test("the states keep no screen alive, and a screen owns its machine")
    func weakHost() {
        var controller: ItemsController? = screen()
        controller?.viewDidLoad()
        weak var host: ItemsController?
        host = controller
        let state = controller?.machine.current
        controller = nil
        #expect(host == nil)
        #expect(state?.host == nil)
    }

    @Test("items that arrive without a request are rejected, and change nothing")
    func illegal() async throws {
        let controller = screen()
        controller.machine.dispatch(.loaded(items))
        let shown = controller.screen
        let receipt = try await controller.machine.receipt(of: .loaded([]))
        #expect(receipt.rejection == "loaded is illegal in showingData")
        #expect(controller.machine.state == .showingData(items))
        #expect(controller.screen == shown)
    }

    @Test("what was loaded comes back as an event, and after another load only the last answer does")
    func answers() async {
        let requests = Mutex(0)
        let controller = ItemsController {
            let request = requests.withLock { requests in
                requests += 1
                return requests
            }
            return request == 1 ? .loaded(ItemsMachineTests.items) : .loaded([])
        }
        let states = await controller.states(ending: .showingData(items)) { controller.viewDidLoad() }
        #expect(states == [.showingData(items)])
        #expect(controller.screen == ItemsScreen(.showingData(items)))
        let more = await controller.states(ending: .empty) {
            controller.machine.dispatch(.load)
            controller.machine.dispatch(.load)
        }
        // The first of the two requests was dropped before it began.
        #expect(more == [.loading, .loading, .empty])
        #expect(requests.withLock { $0 } == 2)
    }

    @Test("a return to loading shows it and requests nothing")
    func restored() async throws {
        let requests = Mutex(0)
        let controller = ItemsController {
            requests.withLock { $0 += 1 }
            return .loaded(ItemsMachineTests.items)
        }
        _ = await controller.states(ending: .showingData(items)) { controller.viewDidLoad() }
        try await controller.machine.restore(.loading)
        #expect(controller.screen == ItemsScreen(.loading))
        // An earlier request would have begun before this one is handled.
        _ = await controller.states(ending: .showingData(items)) { controller.machine.dispatch(.load) }
        #expect(requests.withLock { $0 } == 2)
    }

    @Test("table and classes agree: the same state, the same screen, the same rejections, whatever happens")
    func agreement() async throws {
        var random = SeededGenerator(seed: 28)
        let controller = screen()
        let store = Store(machine: ItemsMachine.machine)
        for _ in 0..<500 {
            let event = try #require(ItemsMachineTests.events.randomElement(using: &random))
            let ofTable = try await store.receipt(of: event)
            let ofClasses = try await controller.machine.receipt(of: event)
            #expect(controller.machine.state == store.state)
            #expect(controller.screen == ItemsScreen(store.state))
            #expect((ofTable.rejection == nil) == (ofClasses.rejection == nil))
        }
        #expect(controller.machine.seq == 500)
    }
}
