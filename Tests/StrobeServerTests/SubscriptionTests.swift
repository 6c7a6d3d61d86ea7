import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Subscriptions")
struct SubscriptionTests {
    private let store = makeShop(Shop(items: [Item(id: 7, title: "tea")]))
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    @Test("what an action causes is sent before the answer to the dispatch that caused it")
    func beforeTheAnswer() async throws {
        let client = try await server.attach()
        let subscription = try await client.send(Subscribe(store: "shop", events: [.log, .state]))
        #expect(subscription.seq == 0)
        for step in 1...50 {
            let answer = try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
            let told = client.takeNotifications()
            #expect(told.map(\.method) == ["log/appended", "state/changed"])
            guard told.count == 2 else { return }
            let appended = try LogAppended(params: told[0].params)
            #expect(appended.entry.seq == step && appended.entry.changed == true)
            #expect(appended.subscription == subscription.subscription && appended.store == "shop")
            let changed = try StateChanged(params: told[1].params)
            #expect(changed.fromSeq == step - 1 && changed.seq == step && changed.changes == answer.changes)
        }
    }

    @Test("a jump is reported before its answer as well")
    func jump() async throws {
        let client = try await server.attach()
        store.dispatch(.increment(by: 1))
        try await client.send(Subscribe(store: "shop", events: [.log, .state]))
        try await client.send(HistoryJump(seq: 0))
        #expect(client.takeNotifications().map(\.method) == ["log/appended", "state/changed"])
    }

    @Test("what others do is sent too, every entry once and in order, and changes that lead from one state to the next")
    func others() async throws {
        let client = try await server.attach(.read)
        let store = store
        try await client.send(Subscribe(store: "shop", events: [.log, .state]))
        let writer = Task.detached {
            for step in 1...500 { store.dispatch(.increment(by: step)) }
        }
        var seqs: [Int] = []
        var state: Value = ["count": 0]
        var seq = 0
        while seqs.count < 500 || seq < 500 {
            let (method, params) = try await client.notification()
            switch method {
            case LogAppended.method: seqs.append(try LogAppended(params: params).entry.seq)
            case StateChanged.method:
                let changed = try StateChanged(params: params)
                #expect(changed.fromSeq == seq)
                try Patch.apply(changed.changes ?? [], to: &state)
                seq = changed.seq
            default: Issue.record("unexpected \(method)")
            }
        }
        await writer.value
        #expect(seqs == Array(1...500))
        #expect(state == ["count": .int(Int64(store.state.count))])
    }

    @Test("a new subscription gets nothing from before it, even if the last one was just being notified")
    func successor() async throws {
        let client = try await server.attach()
        for round in 0..<300 {
            let old = try await client.send(Subscribe(store: "shop", events: [.log]))
            for _ in 0...(round % 5) { store.dispatch(.increment(by: 1)) }
            try await client.send(Unsubscribe(subscription: old.subscription))
            store.dispatch(.increment(by: 1))
            let new = try await client.send(Subscribe(store: "shop", events: [.state]))
            _ = try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
            for (method, params) in client.takeNotifications() where method == StateChanged.method {
                let changed = try StateChanged(params: params)
                #expect(changed.subscription == new.subscription)
                #expect(changed.fromSeq >= new.seq ?? .max && changed.changes != nil, "\(changed), from \(new)")
            }
            try await client.send(Unsubscribe(subscription: new.subscription))
        }
    }

    @Test("an action that changes nothing is an entry, but no change")
    func noChange() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.log, .state]))
        try await client.send(ActionDispatch(action: "save"))
        let told = client.takeNotifications()
        #expect(told.map(\.method) == ["log/appended"])
        #expect(try LogAppended(params: try #require(told.first).params).entry.changed == false)
    }

    @Test("with paths only changes of them are sent")
    func paths() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.log, .state], paths: [Path(["items", "0"])]))
        try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
        #expect(client.takeNotifications().isEmpty)
        try await client.send(ActionDispatch(action: ["rename": ["id": 7, "title": "coffee"]]))
        let told = client.takeNotifications()
        #expect(told.map(\.method) == ["log/appended", "state/changed"])
        try await client.send(ActionDispatch(action: "reset"))
        let changed = try StateChanged(params: try #require(client.takeNotifications().last).params)
        #expect(changed.changes?.allSatisfy { $0.path.tokens.first == "items" } == true)
    }

    @Test("of an array what counts is which element is there before and after, by its index or its id")
    func elements() async throws {
        let client = try await server.attach()
        let items = [100, 101].map { id -> Value in ["id": .int(id), "title": "x"] }
        for item in items { try await client.send(ActionDispatch(action: ["add": item])) }
        let byIndex = try await client.send(
            Subscribe(store: "shop", events: [.state], paths: [Path(["items", "1"])]))
        let byID = try await client.send(
            Subscribe(store: "shop", events: [.state], paths: [Path(["items", "[id=101]"])]))
        // From here on another element has the index, and the one with the id is unchanged.
        let removed = try await client.send(StateSet(path: Path(["items"]), value: .array(items)))
        #expect(removed.changes?.map(\.path) == [Path(["items", "0"])])
        let shifted = try client.takeNotifications().map { try StateChanged(params: $0.params) }
        #expect(shifted.map(\.subscription) == [byIndex.subscription] && shifted.first?.changes == removed.changes)
        try await client.send(StateSet(path: Path(["items", "[id=101]", "title"]), value: "y"))
        let told = try client.takeNotifications().map { try StateChanged(params: $0.params) }
        #expect(Set(told.map(\.subscription)) == [byIndex.subscription, byID.subscription])
        #expect(told.first?.changes == [Change(.replace, Path(["items", "1", "title"]), value: "y", old: "x")])
    }

    @Test("fromSeq sends the past first, after the answer, and continues without a gap")
    func past() async throws {
        let client = try await server.attach()
        for step in 1...400 { store.dispatch(.increment(by: step)) }
        let answer = try await client.send(Subscribe(store: "shop", events: [.log, .state], fromSeq: 10))
        #expect(answer.seq == 10)
        #expect(client.takeNotifications().isEmpty)
        try await client.send(ActionDispatch(action: "save"))
        let told = client.takeNotifications()
        let seqs = try told.filter { $0.method == LogAppended.method }.map {
            try LogAppended(params: $0.params).entry.seq
        }
        #expect(seqs == Array(11...401))
        let changes = try told.filter { $0.method == StateChanged.method }.map { try StateChanged(params: $0.params) }
        #expect(changes.first?.fromSeq == 10 && changes.first?.seq == 400)
        #expect(changes.first?.changes?.count == 1)
    }

    @Test("a subscription that joins in the middle of traffic gets everything once")
    func joining() async throws {
        let client = try await server.attach(.read)
        let store = store
        let writer = Task.detached {
            for step in 1...2_000 {
                store.dispatch(.increment(by: step))
                if step % 50 == 0 { await Task.yield() }
            }
        }
        let answer = try await client.send(Subscribe(store: "shop", events: [.log], fromSeq: 0))
        #expect(answer.seq == 0)
        await writer.value
        var next = 1
        while next <= 2_000 {
            let (method, params) = try await client.notification()
            if method == StreamLagged.method {
                let lagged = try StreamLagged(params: params)
                #expect(lagged.fromSeq == next)
                next = lagged.toSeq + 1
            } else {
                #expect(try LogAppended(params: params).entry.seq == next)
                next += 1
            }
        }
    }

    @Test("two subscriptions of one session and those of others are independent")
    func several() async throws {
        let first = try await server.attach()
        let second = try await server.attach(.read)
        let log = try await first.send(Subscribe(store: "shop", events: [.log])).subscription
        let state = try await first.send(Subscribe(store: "shop", events: [.state])).subscription
        #expect(log != state)
        try await second.send(Subscribe(store: "shop", events: [.state]))
        try await first.send(ActionDispatch(action: ["increment": ["by": 1]]))
        #expect(first.takeNotifications().map { $0.params["subscription"] } == [.string(log), .string(state)])
        #expect(try await second.notification(StateChanged.self).seq == 1)
    }

    @Test("after unsubscribe nothing is sent")
    func unsubscribe() async throws {
        let client = try await server.attach()
        let id = try await client.send(Subscribe(store: "shop", events: [.log, .state])).subscription
        try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
        #expect(client.takeNotifications().count == 2)
        try await client.send(Unsubscribe(subscription: id))
        try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
        try await client.request("ping")
        #expect(client.takeNotifications().isEmpty)
        #expect(try await client.failure("unsubscribe", ["subscription": .string(id)]).code == .invalidParams)
    }

    @Test("subscribing again after the last listener left sends only what is new")
    func again() async throws {
        let client = try await server.attach()
        for round in 0..<5 {
            let answer = try await client.send(Subscribe(store: "shop", events: [.log, .state]))
            #expect(answer.seq == 2 * round)
            try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
            #expect(client.takeNotifications().count == 2)
            try await client.send(Unsubscribe(subscription: answer.subscription))
            try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
        }
    }

    @Test("a session has a bounded number of subscriptions")
    func bounded() async throws {
        let client = try await server.attach()
        for _ in 0..<100 { try await client.send(Subscribe(store: "shop", events: [.log])) }
        #expect(try await client.failure("subscribe", ["events": ["log"]]).code == .tooLarge)
    }

    @Test("a subscription to all stores covers later ones, and reports their addition and removal")
    func stores() async throws {
        let client = try await server.attach()
        let answer = try await client.send(Subscribe(events: [.log, .stores]))
        #expect(answer.seq == nil)
        let second = makeShop()
        server.add(second, id: "second", name: "Second")
        #expect(try await client.notification(StoreAdded.self).store.name == "Second")
        second.dispatch(.save)
        #expect(try await client.notification(LogAppended.self).store == "second")
        try await client.send(ActionDispatch(store: "shop", action: "save"))
        #expect(client.takeNotifications().map { $0.params["store"] } == ["shop"])
        server.remove(id: "second")
        #expect(try await client.notification(StoreRemoved.self).store == "second")
        #expect(try await client.failure("state/get", ["store": "second"]).code == .unknownStore)
    }

    @Test("a subscription with more paths than all should wait for is refused with the limit")
    func pathLimit() async throws {
        let client = try await server.attach(.read)
        let paths = (0...100).map { Path(["items", String($0)]) }
        let error = try await client.failure(Subscribe.method, Subscribe(events: [.log], paths: paths).params())
        #expect(error.code == .tooLarge && error.data["limit"] == 100 && error.data["count"] == 101)
        try await client.send(Subscribe(events: [.log], paths: Array(paths.dropLast())))
    }

    @Test("stores that are added while clients subscribe to all of them are reported exactly once")
    func addedMeanwhile() async throws {
        for _ in 1...20 {
            let server = DebugServer.serving(makeShop())
            let client = try await server.attach(.read)
            let added = makeShop()
            async let adding: Void = Task.detached { server.add(added, id: "late") }.value
            try await client.send(Subscribe(events: [.log]))
            await adding
            added.dispatch(.increment(by: 1))
            let appended = try await client.notification(LogAppended.self)
            #expect(appended.store == "late" && appended.entry.seq == 1)
            added.dispatch(.increment(by: 1))
            #expect(try await client.notification(LogAppended.self).entry.seq == 2)
            await server.stop()
        }
    }
}
