import Dispatch
import Strobe
import Synchronization
import Testing

private enum Game: Sendable, Equatable { case serve, volley, stop }

/// A store with loops that can be switched off, and its reports.
private struct Court: Sendable {
    let store: Store<Int, Game, Game>
    let faults = Collector<StoreError>()
    let isOn = Collector<Bool>()

    init(nestingLimit: Int = 1_000) {
        store = Store(initial: 0, nestingLimit: nestingLimit) { (state: inout Int, action: Game) -> [Game] in
            state += 1
            switch action {
            case .serve: return [.serve]
            case .volley: return [.volley]
            case .stop: return []
            }
        }
        // The speed of the machine must not decide.
        store.chainSpan = .seconds(3_600)
        store.setReportsUnhandledEffects(false)
        let faults = faults
        store.setFaultHandler { faults.add($0) }
    }

    /// The next action after another one, until the switch is off.
    @Sendable
    func answer(_ action: Game) -> Game? {
        guard isOn.all.isEmpty else { return nil }
        return action == .serve ? .volley : .serve
    }

    /// Checks that one error arrived that names the loop, and that the store still works.
    func checkFault() async throws {
        let fault = try #require(try await faults.wait(for: 1).first)
        #expect(fault.code == .runawayLoop)
        #expect(fault.actions.count > 2)
        #expect(fault.actions.suffix(2).contains("serve") && fault.actions.suffix(2).contains("volley"))
        #expect(fault.message.contains("serve, volley"))
        isOn.add(false)
        let receipt = try await store.receipt(of: .stop)
        #expect(store.state == store.seq)
        #expect(try await store.receipt(of: .stop).seq > receipt.seq)
        #expect(faults.all.count == 1)
    }
}

@Suite("Loops without an end")
struct LoopTests {
    @Test("a middleware that always dispatches is cut off, and the fault names the actions")
    func inlineMiddleware() async throws {
        let court = Court()
        court.store.addMiddleware(on: .inline) { _, action, context in
            if let answer = court.answer(action) { context.dispatch(answer) }
        }
        court.store.dispatch(.serve)
        #expect(court.store.state == 1_001)
        try await court.checkFault()
    }

    @Test("two effects that answer each other are cut off")
    func effects() async throws {
        let court = Court()
        court.store.setInlineEffectHandler { effect, context in
            if let answer = court.answer(effect) { context.dispatch(answer) }
        }
        court.store.dispatch(.serve)
        #expect(court.store.state == 1_001)
        try await court.checkFault()
    }

    @Test("two effects that answer each other from tasks are cut off")
    func asynchronousEffects() async throws {
        let court = Court(nestingLimit: 5)
        court.store.setEffectHandler(async: { effect, context in
            await Task.yield()
            if let answer = court.answer(effect) { context.dispatch(answer) }
        })
        court.store.dispatch(.serve)
        try await court.checkFault()
    }

    @Test("a middleware on a queue of its own that always dispatches is cut off", arguments: [false, true])
    func middlewareElsewhere(pastContext: Bool) async throws {
        let court = Court(nestingLimit: 5)
        court.store.addMiddleware { [weak store = court.store] _, action, context in
            guard let answer = court.answer(action) else { return }
            if pastContext { store?.dispatch(answer) } else { context.dispatch(answer) }
        }
        court.store.dispatch(.serve)
        try await court.checkFault()
    }

    @Test("a subscriber elsewhere that always dispatches is cut off", arguments: [0, 1, 2])
    func subscriberElsewhere(place: Int) async throws {
        let court = Court(nestingLimit: 5)
        let delivery: Delivery =
            switch place {
            case 0: .queue(.main)
            case 1: .queue(DispatchQueue(label: "test", attributes: .concurrent))
            default: .executor(globalConcurrentExecutor)
            }
        let subscription = court.store.subscribe(on: delivery) { [weak store = court.store] state in
            if let answer = court.answer(state % 2 == 0 ? .volley : .serve) { store?.dispatch(answer) }
        }
        court.store.dispatch(.serve)
        try await court.checkFault()
        subscription.cancel()
    }

    @Test("effects whose answers double each time are cut off before they fill the memory")
    func branching() async throws {
        let court = Court(nestingLimit: 5)
        court.store.setEffectHandler(async: { effect, context in
            for _ in 0..<2 {
                if let answer = court.answer(effect) { context.dispatch(answer) }
            }
        })
        court.store.dispatch(.serve)
        let fault = try #require(try await court.faults.wait(for: 1).first)
        #expect(fault.code == .runawayLoop)
        court.isOn.add(false)
        #expect(try await court.store.receipt(of: .stop).effects == [])
    }

    @Test("two stores that answer each other are cut off")
    func twoStores() async throws {
        let first = Court(nestingLimit: 5)
        let second = Court(nestingLimit: 5)
        let place = Delivery.serialQueue()
        let subscriptions = [
            first.store.subscribe(on: place) { [weak store = second.store] _ in
                if let answer = first.answer(.serve) { store?.dispatch(answer) }
            },
            second.store.subscribe(on: place) { [weak store = first.store] _ in
                if let answer = first.answer(.volley) { store?.dispatch(answer) }
            },
        ]
        first.store.dispatch(.serve)
        let both = Collector<StoreError>()
        for court in [first, second] { court.store.setFaultHandler { both.add($0) } }
        // Errors from before the handlers were replaced count as well.
        for fault in first.faults.all + second.faults.all { both.add(fault) }
        #expect(try await both.wait(for: 1).first?.code == .runawayLoop)
        first.isOn.add(false)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("an effect that answers many times is no loop, and loses nothing")
    func stream() async throws {
        let court = Court(nestingLimit: 3)
        let states = Collector<Int>()
        let subscription = court.store.subscribe(to: { $0 }, isSame: { $0 / 5_000 == $1 / 5_000 }) { states.add($0) }
        court.store.setEffectHandler(async: { effect, context in
            guard effect == .volley else { return context.dispatch(.volley) }
            for _ in 0..<5_000 { context.dispatch(.stop) }
        })
        court.store.dispatch(.serve)
        _ = try await states.wait(for: 1)
        #expect(court.store.state >= 5_000)
        #expect(court.faults.all.isEmpty)
        subscription.cancel()
    }
}
