import Strobe
import Testing

/// The list of items of the published state classes, with its fields as on a screen.
@MainActor
private final class Screen {
    var items: [String] = []
    var steps: [String] = []
    weak var machine: StateObjectMachine<Items, ItemsEvent, Screen>?
}

private enum Items: Sendable, Equatable {
    case loading
    case showingData([String])
    case empty
    case error(String)
}

private enum ItemsEvent: Sendable {
    case load
    case loaded([String])
    case failed(String)
    case clear
}

private typealias ItemsState = StateObject<Items, ItemsEvent, Screen>

private class Noting: ItemsState {
    var name: String { "\(type(of: self))" }
    override func enter() { host?.steps.append("enter \(name)") }
    override func exit() { host?.steps.append("exit \(name)") }
}

private final class Loading: Noting {
    override func next(on event: ItemsEvent) -> Items? {
        switch event {
        case .loaded(let items): items.isEmpty ? .empty : .showingData(items)
        case .failed(let reason): .error(reason)
        default: nil
        }
    }
}

private final class ShowingData: Noting {
    let items: [String]

    init(items: [String], host: Screen) {
        self.items = items
        super.init(host: host)
    }

    override func enter() {
        super.enter()
        host?.items = items
    }

    override func exit() {
        super.exit()
        host?.items = []
        if items == ["sends on exit"] { host?.machine?.dispatch(.load) }
    }

    override func next(on event: ItemsEvent) -> Items? {
        if case .clear = event { .empty } else { nil }
    }
}

private final class Empty: Noting {
    override func next(on event: ItemsEvent) -> Items? {
        if case .load = event { .loading } else { nil }
    }
}

/// Retries as soon as it is entered.
private final class Failing: Noting {
    override func enter() {
        super.enter()
        dispatch(.load)
        dispatch(.clear)
        host?.steps.append("sent")
    }

    override func next(on event: ItemsEvent) -> Items? {
        if case .load = event { .loading } else { nil }
    }
}

@MainActor
@Suite("Machine of state objects", .timeLimit(.minutes(5)))
struct StateObjectTests {
    private let screen = Screen()
    private let machine: StateObjectMachine<Items, ItemsEvent, Screen>

    init() {
        machine = StateObjectMachine(initial: .loading, host: screen) { kind, host -> ItemsState in
            host.steps.append("make \(kind)")
            return switch kind {
            case .loading: Loading(host: host)
            case .showingData(let items): ShowingData(items: items, host: host)
            case .empty: Empty(host: host)
            case .error: Failing(host: host)
            }
        }
        screen.machine = machine
    }

    @Test("the first state is made at once and entered by start, once")
    func start() {
        #expect(screen.steps == ["make loading"])
        machine.start()
        machine.start()
        #expect(screen.steps == ["make loading", "enter Loading"])
        #expect(machine.snapshot() == (0, .loading))
    }

    @Test("the first event enters the first state if nothing else did")
    func unstarted() {
        machine.dispatch(.loaded([]))
        #expect(screen.steps == ["make loading", "enter Loading", "exit Loading", "make empty", "enter Empty"])
    }

    @Test("an event leaves the old state, makes the next one, and enters it")
    func transition() {
        machine.start()
        screen.steps = []
        machine.dispatch(.loaded(["a"]))
        #expect(screen.steps == ["exit Loading", "make showingData([\"a\"])", "enter ShowingData"])
        #expect(screen.items == ["a"])
        #expect(machine.state == .showingData(["a"]))
        #expect(machine.current is ShowingData)
    }

    @Test("an illegal event is rejected with a reason: nothing is left or entered")
    func illegal() async throws {
        machine.start()
        screen.steps = []
        let observer = TransitionNotes<Items, ItemsEvent>()
        machine.install(observer)
        machine.dispatch(.clear)
        #expect(observer.told.all == ["1 app clear rejected: clear is illegal in loading -> loading timed"])
        #expect(screen.steps.isEmpty && machine.snapshot() == (1, .loading))
        let receipt = try await machine.receipt(of: .load)
        #expect(receipt.rejection == "load is illegal in loading" && receipt.seq == 2)
    }

    @Test("what a state sends while it is entered waits until it is, and names the transition as its cause")
    func entering() {
        machine.start()
        screen.steps = []
        let observer = TransitionNotes<Items, ItemsEvent>()
        machine.install(observer)
        machine.dispatch(.failed("offline"))
        #expect(
            screen.steps == [
                "exit Loading", "make error(\"offline\")", "enter Failing", "sent",
                "exit Failing", "make loading", "enter Loading",
            ])
        #expect(
            observer.told.all == [
                "1 app failed(\"offline\") -> error(\"offline\") timed", "2 effect cause 1 load -> loading timed",
                "3 effect cause 1 clear rejected: clear is illegal in loading -> loading timed",
            ])
    }

    @Test("what is sent while a state is left waits until the next one was entered")
    func leaving() {
        machine.dispatch(.loaded(["sends on exit"]))
        screen.steps = []
        machine.dispatch(.clear)
        #expect(
            screen.steps == [
                "exit ShowingData", "make empty", "enter Empty", "exit Empty", "make loading", "enter Loading",
            ])
        #expect(machine.snapshot() == (3, .loading))
    }

    @Test("what a state sends after it was left is rejected")
    func late() throws {
        machine.start()
        let loading = machine.current
        machine.dispatch(.loaded([]))
        let observer = TransitionNotes<Items, ItemsEvent>()
        machine.install(observer)
        loading.dispatch(.loaded(["too late"]))
        #expect(
            observer.told.all == [
                "2 effect loaded([\"too late\"]) rejected: loaded came from a state that was left before -> empty timed"
            ])
    }

    @Test("what a state sends later names the transition that entered it as its cause")
    func laterCause() {
        machine.dispatch(.loaded([]))
        machine.dispatch(.load)
        let observer = TransitionNotes<Items, ItemsEvent>()
        machine.install(observer)
        machine.current.dispatch(.loaded(["a"]))
        #expect(observer.told.all == ["3 effect cause 2 loaded([\"a\"]) -> showingData([\"a\"]) timed"])
    }

    @Test("events from other threads are handled on the main actor, in order; what waits can be looked at")
    func threads() async throws {
        let requests = (0..<3).map { _ in ReceiptRequest() }
        let events: [ItemsEvent] = [.loaded([]), .load, .load]
        // The main actor is busy with this test until it waits.
        for (event, request) in zip(events, requests) {
            machine.dispatch(event, origin: .inspector, cause: nil, ifSeq: nil, request: request)
        }
        #expect(machine.queued.count == 3 && machine.pending == nil && machine.seq == 0)
        #expect(try await requests[2].receipt().rejection == "load is illegal in loading")
        #expect(try await requests[0].receipt().seq == 1)
        #expect(machine.queued.isEmpty && machine.snapshot() == (3, .loading))
        await #expect {
            try await machine.receipt(of: .load, ifSeq: 0)
        } throws: { ($0 as? StoreError)?.code == .stale }
    }

    @Test("a restore enters the state as an event does, and counts as a restore")
    func restore() async throws {
        machine.start()
        screen.steps = []
        let observer = TransitionNotes<Items, ItemsEvent>()
        machine.install(observer)
        #expect(try await machine.restore(.showingData(["b"]), cause: 0, note: "back").seq == 1)
        #expect(screen.steps == ["exit Loading", "make showingData([\"b\"])", "enter ShowingData"])
        #expect(screen.items == ["b"])
        #expect(observer.told.all == ["1 restore cause 0 (back) -> showingData([\"b\"])"])
    }

    @Test("a restored state performs no effects: what it sends, and what is sent because of it, is rejected")
    func restoredEffects() async throws {
        machine.start()
        let observer = TransitionNotes<Items, ItemsEvent>()
        try await machine.restore(.showingData(["sends on exit"]))
        machine.install(observer)
        try await machine.restore(.error("again"), origin: .edit)
        #expect(machine.state == .error("again") && machine.current.isReplaying)
        #expect(
            observer.told.all.map { $0.replacing(" timed", with: "") } == [
                "2 edit -> error(\"again\")",
                "3 effect cause 2 load rejected: load was sent while a state was restored, which performs no effects "
                    + "-> error(\"again\")",
                "4 effect cause 2 load rejected: load was sent while a state was restored, which performs no effects "
                    + "-> error(\"again\")",
                "5 effect cause 2 clear rejected: clear was sent while a state was restored, which performs no effects "
                    + "-> error(\"again\")",
            ])
        machine.current.dispatch(.load)
        #expect(observer.told.all.last?.contains("came from a state that was restored") == true)
        // The result of an event is the same as before.
        machine.dispatch(.load)
        #expect(machine.state == .loading && !machine.current.isReplaying)
    }

    @Test("a machine that was not started does not enter its first state for a restore")
    func restoredFirst() async throws {
        try await machine.restore(.empty)
        machine.start()
        #expect(screen.steps == ["make loading", "make empty", "enter Empty"])
    }

    @Test("without its host a machine rejects everything, and does not restore")
    func hostless() async throws {
        var host: Screen? = Screen()
        let machine = StateObjectMachine(initial: Items.loading, host: try #require(host)) { _, host in
            Loading(host: host)
        }
        host = nil
        #expect(try await machine.receipt(of: .failed("")).rejection == "the host of the machine no longer exists")
        await #expect {
            try await machine.restore(.empty)
        } throws: { ($0 as? StoreError)?.code == .ended }
        #expect(machine.snapshot() == (1, .loading))
    }

    @Test("a chain of events without end is broken, and names them")
    func runaway() throws {
        final class Restless: ItemsState {
            override func enter() { dispatch(.load) }
            override func next(on event: ItemsEvent) -> Items? { .loading }
        }
        let machine = StateObjectMachine(initial: Items.loading, host: screen, nestingLimit: 50) { _, host in
            Restless(host: host)
        }
        let faults = Collector<StoreError>()
        machine.setFaultHandler { faults.add($0) }
        machine.start()
        let fault = try #require(faults.all.first)
        #expect(faults.all.count == 1)
        #expect(fault.code == .runawayLoop && fault.actions == Array(repeating: "load", count: 9))
        #expect(machine.seq == 50)
        machine.dispatch(.load)
        #expect(machine.seq == 101 && faults.all.count == 2)
    }

    @Test("the end of the machine is reported to its observer and to waiting callers")
    func end() async throws {
        let observer = TransitionNotes<Items, ItemsEvent>()
        let request = ReceiptRequest()
        do {
            let machine = StateObjectMachine(initial: Items.loading, host: screen) { _, host in Loading(host: host) }
            machine.install(observer)
            machine.dispatch(.load, origin: .app, cause: nil, ifSeq: nil, request: request)
        }
        await #expect { try await request.receipt() } throws: { ($0 as? StoreError)?.code == .ended }
        #expect(observer.told.all == ["uninstalled"])
    }
}
