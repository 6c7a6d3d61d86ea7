import SeededTesting
import Strobe
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

/// A breakpoint engine with a store, compared with a list of held actions and a rule evaluated on a copy of the state.
@Suite("The breakpoint engine against a model")
struct BreakpointEngineModelTests {
    /// What the breakpoint is about: some are decided by the case of an action or by bits, some only when it is examined.
    enum Rule: CaseIterable {
        case countAndCondition, count, reset, countByReset, countByIncrement, payload

        var message: BreakpointSet {
            let count = Path(["count"])
            return switch self {
            case .countAndCondition: BreakpointSet(path: count, condition: "/count > 10 || /count < -10")
            case .count: BreakpointSet(path: count)
            case .reset: BreakpointSet(action: ".reset")
            case .countByReset: BreakpointSet(action: ".res*", path: count)
            case .countByIncrement: BreakpointSet(action: ".increment", path: count)
            case .payload: BreakpointSet(action: ".increment(by: 7)")
            }
        }
    }

    private struct Model {
        let rule: Rule

        struct Held {
            var action: ShopAction
            var isLookedAt = false
            var isForced = false
        }

        var state = Shop()
        var held: [Held] = []
        var isPaused = false
        var credit = 0
        var passesFirst = false
        var hits = 0

        mutating func apply(_ action: ShopAction) {
            _ = reduceShop(&state, action)
        }

        /// Whether the breakpoint matches.
        func stops(_ action: ShopAction) -> Bool {
            var after = state
            _ = reduceShop(&after, action)
            let isCounted = after.count != state.count
            let isReset = if case .reset = action { true } else { false }
            let step: Int? = if case .increment(let step) = action { step } else { nil }
            return switch rule {
            case .countAndCondition: isCounted && abs(after.count) > 10
            case .count: isCounted
            case .reset: isReset
            case .countByReset: isCounted && isReset
            case .countByIncrement: isCounted && step != nil
            case .payload: step == 7
            }
        }

        mutating func settle() {
            while let first = held.first {
                guard !isPaused || credit > 0 else { return }
                if !first.isLookedAt, stops(first.action) {
                    hits += 1
                    if !passesFirst, !first.isForced {
                        held[0].isLookedAt = true
                        (isPaused, credit) = (true, 0)
                        return
                    }
                }
                passesFirst = false
                credit = max(0, credit - 1)
                held.removeFirst()
                apply(first.action)
            }
        }
    }

    @Test("whatever clients do, the same actions are held and reduced as by the model", arguments: Rule.allCases)
    func model(rule: Rule) throws {
        for seed in 0..<100 { try play(rule, seed: UInt64(seed)) }
    }

    private func play(_ subject: Rule, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var model = Model(rule: subject)
        let store = makeShop()
        let engine = BreakpointEngine<Shop, ShopAction>(
            reduce: { _ = reduceShop(&$0, $1) }, isReplaying: { true }, seq: { 0 }, describe: { (nil, ".\($0)") },
            signal: {})
        let rule = try BreakpointRule(subject.message).checked(
            StoreShapes(state: SchemaProbe.schema(of: Shop.self), action: SchemaProbe.schema(of: ShopAction.self)))
        engine.set(Breakpoint(id: 1, rule: rule, redaction: .none))
        store.setGateKeeper(engine)

        func anyAction() -> ShopAction {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .annotate("x")
            case 1: .add(Item(id: 1, title: "tea"))
            case 2: .reset
            default: .increment(by: Int.random(in: -8...8, using: &random))
            }
        }

        for turn in 0..<120 {
            switch Int.random(in: 0..<16, using: &random) {
            case 0:
                engine.pause()
                if !model.isPaused { model.isPaused = true }
                (model.credit, model.passesFirst) = (0, false)
            case 1, 2, 3:
                engine.resume()
                (model.isPaused, model.credit, model.passesFirst) = (false, 0, false)
            case 4, 5:
                let count = Int.random(in: 1...3, using: &random)
                engine.step(count)
                (model.isPaused, model.credit, model.passesFirst) = (true, count, true)
            case 6:
                let held = store.held(first: 3)
                guard let id = held.randomElement(using: &random)?.id else { continue }
                let index = try #require(held.firstIndex { $0.id == id })
                engine.dropped(store.dropHeld([id]))
                model.held.remove(at: index)
            case 7:
                guard let first = store.held(first: 1).first else { continue }
                let action = anyAction()
                #expect(store.replaceHeld(first.id, with: action))
                engine.edited(first.id, action)
                model.held[0] = Model.Held(action: action, isForced: model.held[0].isLookedAt || model.held[0].isForced)
            case 8:
                let state = Shop(count: Int.random(in: -12...12, using: &random))
                store.restore(state)
                model.state = state
            default:
                let action = anyAction()
                store.dispatch(action)
                model.held.append(Model.Held(action: action))
            }
            store.recheckHeld()
            model.settle()
            try #require(store.heldCount == model.held.count, "seed \(seed), turn \(turn)")
            try #require(store.state == model.state, "seed \(seed), turn \(turn)")
            try #require(engine.descriptions.first?.hits == model.hits, "seed \(seed), turn \(turn)")
            try #require(engine.status.isPaused == model.isPaused, "seed \(seed), turn \(turn)")
            #expect(engine.status.credit == model.credit, "seed \(seed), turn \(turn)")
        }
    }
}

/// Calls a store in its deinitialiser.
private final class Caller: Sendable {
    let atEnd: @Sendable () -> Void

    init(_ atEnd: @escaping @Sendable () -> Void) {
        self.atEnd = atEnd
    }

    deinit { atEnd() }
}

@Suite("What a breakpoint engine releases", .timeLimit(.minutes(5)))
struct BreakpointEngineReleaseTests {
    private enum Step: Sendable {
        case plain
        case calling(Caller)
    }

    @Test("an action that calls the store when it ends does so without the engine's lock")
    func ending() throws {
        let store = Store<Int, Step, Never>(initial: 0) { sum, _ in
            sum += 1
            return []
        }
        let engine = BreakpointEngine<Int, Step>(
            reduce: { sum, _ in sum += 1 }, isReplaying: { true }, seq: { 0 }, describe: { _ in (nil, "") }, signal: {})
        store.setGateKeeper(engine)
        let changes: [(BreakpointEngine<Int, Step>, Int) -> Void] = [
            { engine, _ in engine.step(1) }, { engine, _ in engine.resume() }, { $0.dropped([$1]) },
            { $0.edited($1, .plain) },
        ]
        for change in changes {
            engine.pause()
            store.dispatch(.calling(Caller { store.dispatch(.plain) }))
            let id = try #require(engine.status.stop?.pending?.id)
            // Only the engine retains it now.
            store.dropHeld([id])
            change(engine, id)
            _ = engine.takeNews()
            engine.resume()
            _ = engine.takeNews()
            store.recheckHeld()
        }
        #expect(store.heldCount == 0 && store.state == changes.count)
    }
}
