import Strobe
import StrobeTesting
import Testing

@Suite("Differences that test stores report")
struct DifferenceTests {
    let reports = Reports()

    /// The message of a test store about an unexpected state.
    func message<State: Sendable>(expected: State, got: State) async -> String? {
        let store = TestStore(
            initial: got, report: { [log = reports.log] in log.add($0) }, reduce: { (_: inout State, _: Int) in })
        await store.send(1) { $0 = expected }
        await store.finish()
        return reports.messages.last.map { message in
            message.split(separator: "\n").dropFirst().map { String($0.dropFirst(4)) }.joined(separator: "\n")
        }
    }

    /// A state that is neither Codable nor Equatable.
    struct Plain: Sendable {
        enum Phase: Sendable { case idle, busy(since: Int, by: String), done(Point) }
        struct Point: Sendable {
            var x = 0
            var y = 0
        }

        var phase = Phase.idle
        var points: [Point] = []
        var names: [Int: String] = [:]
        var pair = (1, "a")
        var note: String?
        var action: @Sendable () -> Void = {}
    }

    @Test("are found in states that are neither Codable nor Equatable")
    func plain() async {
        let text = await message(
            expected: Plain(
                phase: .busy(since: 3, by: "me"), points: [.init(x: 1, y: 2)], names: [1: "one"], note: "n"),
            got: Plain(phase: .done(.init(x: 5)), points: [.init(x: 1, y: 3), .init()], pair: (2, "a")))
        #expect(
            text == """
                .phase        expected .busy(since: 3, by: "me")
                                   got .done(Point(x: 5, y: 0))
                .points[1]    expected nothing
                                   got Point(x: 0, y: 0)
                .points[0].y  expected 2
                                   got 3
                .names[1]     expected "one"
                                   got nothing
                .pair[0]      expected 1
                                   got 2
                .note         expected "n"
                                   got nil
                """)
    }

    @Test("there are none between equal states without ==")
    func equalPlain() async {
        let store = TestStore(
            initial: Plain(), reduce: { (state: inout Plain, _: Int) in state.pair.0 = 7 })
        await store.send(1) { $0.pair.0 = 7 }
        await store.send(1)
        await store.finish()
    }

    @Test("a state that is one scalar needs no path")
    func scalar() async {
        #expect(
            await message(expected: 1.5, got: 2.5) == """
                expected 1.5
                     got 2.5
                """)
    }

    @Test("what == says counts, not what is encoded")
    func equality() async {
        struct Loose: Sendable, Codable, Equatable {
            var value = 0
            var cache = 0
            static func == (one: Loose, other: Loose) -> Bool { one.value == other.value }
        }
        let store = TestStore(
            initial: Loose(), reduce: { (state: inout Loose, _: Int) in state.cache += 1 })
        await store.send(1)
        await store.finish()

        struct Secret: Sendable, Codable, Equatable {
            var shown = 1
            var hidden = 0
            enum CodingKeys: CodingKey { case shown }
        }
        let text = await message(expected: Secret(hidden: 1), got: Secret(hidden: 2))
        #expect(text?.contains("hidden: 1") == true && text?.contains("hidden: 2") == true)
    }

    @Test("a state that is not equal to itself does not differ from itself")
    func notANumber() async {
        let store = TestStore(initial: Double.nan, reduce: { (_: inout Double, _: Int) in })
        await store.send(1)
        await store.finish()
    }

    @Test("a long effect is shown by what differs in it")
    func longEffect() async {
        struct Upload: Sendable, Equatable, Codable {
            var names: [String]
            var size: Int
        }
        let names = (1...30).map { "name \($0)" }
        let store = TestStore(initial: 0, report: { [log = reports.log] in log.add($0) }) {
            (_: inout Int, _: Int) -> [Upload] in
            [Upload(names: names, size: 1)]
        }
        await store.send(1)
        store.expect(Upload(names: names, size: 2))
        await store.finish()
        #expect(
            reports.messages == [
                """
                send(1) returned another effect:

                    .size  expected 2
                                got 1
                """
            ])
    }

    @Test("actions behind an existential are named by their types")
    func existential() async {
        let store = TestStore(initial: 0, report: { [log = reports.log] in log.add($0) }) {
            (_: inout Int, _: any Step) in
        }
        await store.send(Walk(to: "home"))
        store.dispatch(Rest())
        await store.receive(Walk(to: "work"))
        store.dispatch(Walk(to: "bed"))
        await store.receive(Walk(to: "bed"))
        await store.finish()
        #expect(
            reports.messages == [
                """
                Another action was received:

                    expected Walk(to: "work")
                         got Rest()
                """
            ])
    }

    protocol Step: Sendable {}
    struct Walk: Step { var to: String }
    struct Rest: Step {}

    @Test("a rejected action has to be expected to be rejected, and for the right reason")
    func rejected() async {
        let store = TestStore(
            Store(
                initial: 0,
                reduce: { (state: inout Int, action: Int) in
                    if action <= 0 { try reject("not a step forward") }
                    state += action
                }),
            report: { [log = reports.log] in log.add($0) })
        await store.sendRejected(-1)
        await store.sendRejected(-1, reason: "not a step forward")
        store.dispatch(0)
        await store.receiveRejected(0, reason: "not a step forward")
        #expect(reports.messages == [])
        await store.send(-1)
        await store.sendRejected(-1, reason: "too small")
        await store.sendRejected(1)
        await store.finish()
        #expect(
            reports.messages == [
                "send(-1) was rejected: not a step forward",
                """
                send(-1) was rejected for another reason:

                    expected "too small"
                         got "not a step forward"
                """,
                """
                send(1) changed the state, but the test describes no change:

                    was 0
                     is 1
                """,
                "send(1) was expected to be rejected, but was not.",
            ])
    }
}
