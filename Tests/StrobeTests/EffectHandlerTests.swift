import Strobe
import Testing

@Suite("Handlers of effects")
struct EffectHandlerTests {
    private enum Part {
        enum Action: Sendable, Equatable { case ended(Int) }
        enum Effect: Sendable, Equatable { case begin(Int) }
    }
    private enum Action: Sendable, Equatable { case go(Int), save, part(Part.Action) }
    private enum Effect: Sendable, Equatable { case part(Part.Effect), save }

    private let faults = Collector<StoreError>()

    private func makeStore() -> Store<[Int], Action, Effect> {
        let store = Store<[Int], Action, Effect>(initial: []) { (ended: inout [Int], action: Action) -> [Effect] in
            switch action {
            case .go(let number): return [.part(.begin(number))]
            case .save: return [.save]
            case .part(.ended(let number)): ended.append(number)
            }
            return []
        }
        store.setFaultHandler { [faults] in faults.add($0) }
        return store
    }

    @Test("effects without a handler are one fault that names them, and no other")
    func missing() async throws {
        let store = makeStore()
        #expect(try await store.receipt(of: .save).effects == [.save])
        store.dispatch(.save)
        store.dispatch(.go(1))
        #expect(faults.all.map(\.code) == [.unhandledEffect])
        #expect(faults.all.first?.actions == ["save"])
        #expect(faults.all.first?.message.contains("The effect save is not performed") == true)
        #expect(store.seq == 3)
    }

    @Test("an effect that no handler of a part takes is a fault as well")
    func notTaken() {
        let store = makeStore()
        store.setEffectHandler(for: CasePath(Effect.part), action: Action.part) { _, _ in }
        store.dispatch(.save)
        store.dispatch(.save)
        #expect(faults.all.map(\.actions) == [["save"]])
    }

    @Test("a second handler of all effects is a fault, and ignored")
    func second() {
        let store = makeStore()
        let done = Collector<String>()
        store.setInlineEffectHandler { _, _ in done.add("first") }
        store.setInlineEffectHandler { _, _ in done.add("second") }
        store.setEffectHandler { _, _ in done.add("third") }
        store.dispatch(.save)
        #expect(done.all == ["first"])
        #expect(faults.all.map(\.code) == [.handlerIsSet, .handlerIsSet])
    }

    @Test("a part's handler gets its own effects and dispatches its own actions, the other one the rest")
    func part() async throws {
        let store = makeStore()
        let saved = Collector<Effect>()
        store.setEffectHandler { effect, _ in saved.add(effect) }
        store.setEffectHandler(for: CasePath(Effect.part), action: Action.part) {
            (effect: Part.Effect, context: EffectContext<Part.Action>) in
            if case .begin(let number) = effect { context.dispatch(.ended(number)) }
        }
        store.dispatch(.go(7))
        store.dispatch(.save)
        for await ended in store.states() where ended == [7] { break }
        #expect(try await saved.wait(for: 1) == [.save])
        #expect(faults.all.isEmpty)
    }

    @Test("a handler that awaits nothing does not run on the thread that commits")
    func ordinary() async throws {
        let store = makeStore()
        let gate = Gate()
        store.setEffectHandler { effect, context in
            context.dispatch(.part(.ended(1)))
            gate.open()
        }
        let subscription = store.subscribe { _ in }
        store.dispatch(.save)
        await gate.wait()
        for await ended in store.states() where ended == [1] { break }
        subscription.cancel()
    }

    @Test("what middleware runs is listed, has the action as its cause, and can be cancelled")
    func middleware() async throws {
        let store = makeStore()
        store.setEffectHandler { _, _ in }
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        store.addMiddleware(on: .inline) { _, action, context in
            guard case .go(let number) = action else { return }
            context.run("request", schedule: .replacing("request")) { context in
                begins.yield()
                if number == 1 { try? await Task.sleep(for: .seconds(600)) }
                context.dispatch(.part(.ended(number)))
            }
        }
        var starts = begun.makeAsyncIterator()
        store.dispatch(.go(1))
        await starts.next()
        #expect(store.runningEffects.filter { $0.name == "request" }.map(\.cause) == [1])
        store.dispatch(.go(2))
        for await ended in store.states() where !ended.isEmpty { break }
        #expect(store.state == [2])
        store.dispatch(.go(1))
        await starts.next()
        await starts.next()
        #expect(store.cancelEffects(named: "request") == 1)
        #expect(store.state == [2])
    }
}
