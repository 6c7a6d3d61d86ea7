import Strobe
import StrobeTesting
import Testing

@Suite("Functions and objects that a test store cannot compare")
struct FunctionTests {
    let reports = Reports()

    enum Message: Sendable, Equatable { case load, loaded(String), failed(String) }
    typealias Answer = @Sendable (String) -> Message

    enum Command: Sendable {
        case load(String, onComplete: Answer)
        case batch([(name: String, run: Answer?)])
        case named([String: Box])
        case encoded(Encoded)
        case judged(Judged)
        case object(Object)
        case mirrored(Mirrored)
        indirect case boxed(Command)
        case borrowed(Borrowed)
        case any(any Sendable)
    }

    /// Does not show its function.
    struct Mirrored: Sendable, CustomReflectable {
        var answer: Answer
        var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    /// Refers to an object that may be gone.
    struct Borrowed: Sendable {
        unowned var owner: Object
        var answer: Answer
    }

    struct Box: Sendable { var answers: [Answer] }

    /// Encodes all but a function.
    struct Encoded: Codable, Sendable {
        var path: String
        var answer: Answer = { .loaded($0) }
        enum CodingKeys: CodingKey { case path }
    }

    /// Says itself when two are equal.
    struct Judged: Sendable, Equatable {
        var id: Int
        var answer: Answer
        static func == (one: Judged, other: Judged) -> Bool { one.id == other.id }
    }

    final class Object: Sendable {
        let count = Protected(0)
    }

    /// A store whose reducer returns some commands.
    func store(_ commands: Command...) -> TestStore<Int, Message, Command> {
        TestStore(initial: 0, report: { [log = reports.log] in log.add($0) }) { (_: inout Int, _: Message) in commands }
    }

    @Test("an effect with another function is not equal, and the failure says what to do")
    func otherFunction() async {
        let store = store(.load("/rates", onComplete: Message.loaded))
        await store.send(.load)
        store.expect(.load("/rates", onComplete: Message.failed))
        await store.finish()
        #expect(
            reports.messages == [
                """
                send(.load) returned an effect that cannot be compared with the expected one:

                    .load.onComplete  is another function, or the same one made again; Swift cannot compare functions

                Test what it does: store.expect("…") { effect in … }, with a closure that gets the effect, calls the \
                functions in it, and returns whether they return what they should.
                """
            ])
    }

    @Test("functions in collections, optionals and parts that are not encoded are found")
    func places() async {
        let answer: Answer = { .loaded($0) }
        let other: Answer = { .failed($0) }
        let pairs: [(got: Command, expected: Command, place: String)] = [
            (.batch([("a", nil), ("b", answer)]), .batch([("a", nil), ("b", other)]), ".batch[1].run"),
            (
                .named(["x": Box(answers: []), "y": Box(answers: [answer])]),
                .named(["y": Box(answers: [other]), "x": Box(answers: [])]), ".named.y.answers[0]"
            ),
            (
                .encoded(Encoded(path: "/", answer: answer)), .encoded(Encoded(path: "/", answer: other)),
                ".encoded.answer"
            ),
            (.mirrored(Mirrored(answer: answer)), .mirrored(Mirrored(answer: other)), ".mirrored.answer"),
            (
                .boxed(.load("/", onComplete: answer)), .boxed(.load("/", onComplete: other)), ".boxed.load.onComplete"
            ),
            (
                .borrowed(Borrowed(owner: Object(), answer: answer)),
                .borrowed(Borrowed(owner: Object(), answer: other)), ".borrowed.answer"
            ),
            (.any(Box(answers: [answer])), .any(Box(answers: [other])), ".any.answers[0]"),
        ]
        for (index, pair) in pairs.enumerated() {
            let store = store(pair.got)
            await store.send(.load)
            store.expect(pair.expected)
            await store.finish()
            #expect(reports.messages.count == index + 1)
            #expect(reports.messages.last?.contains("    \(pair.place)  is another function") == true)
        }
    }

    @Test("a difference elsewhere in the effect is reported as such")
    func difference() async {
        let store = store(.load("/rates", onComplete: Message.loaded))
        await store.send(.load)
        store.expect(.load("/rats", onComplete: Message.loaded))
        await store.finish()
        #expect(reports.messages.map { $0.prefix(34) } == ["send(.load) returned another effec"])
    }

    @Test("the same function is equal to itself")
    func sameFunction() async {
        let answer: Answer = { .loaded($0) }
        let box = Box(answers: [answer])
        let store = store(.load("/rates", onComplete: answer), .named(["y": box]))
        await store.send(.load)
        store.expect(.load("/rates", onComplete: answer), .named(["y": box]))
        await store.finish()
        #expect(reports.messages == [])
    }

    @Test("where the program defines ==, that decides, about functions as well")
    func equatable() async {
        let store = store(.judged(Judged(id: 1) { .loaded($0) }))
        await store.send(.load)
        store.expect(.judged(Judged(id: 1) { .failed($0) }))
        await store.send(.load)
        store.expect(.judged(Judged(id: 2) { .failed($0) }))
        await store.finish()
        #expect(reports.messages.map { $0.prefix(34) } == ["send(.load) returned another effec"])
    }

    @Test("an effect is tested by what its functions return for given inputs")
    func expectWhere() async {
        let store = store(.load("/rates", onComplete: Message.loaded), .load("/news", onComplete: Message.failed))
        await store.send(.load)
        store.expect("a load of /rates that answers .loaded") { command in
            guard case .load("/rates", let onComplete) = command else { return false }
            return onComplete("EUR") == .loaded("EUR")
        }
        store.expect("a load of /news that answers .loaded") { command in
            guard case .load("/news", let onComplete) = command else { return false }
            return onComplete("hello") == .loaded("hello")
        }
        store.expect("a third one") { _ in true }
        await store.finish()
        #expect(
            reports.messages == [
                """
                send(.load) returned another effect:

                    expected a load of /news that answers .loaded
                         got .load("/news", onComplete: @Sendable (String) -> Message)
                """,
                """
                This effect was expected, but not returned:

                    a third one
                """,
            ])
    }

    struct Form: Sendable {
        var text = ""
        var onSubmit: (@Sendable () -> Int)?
    }

    @Test("a state with another function is not as described; a function can be taken from the store, and called")
    func states() async {
        let store = TestStore(initial: Form(), report: { [log = reports.log] in log.add($0) }) {
            (form: inout Form, text: String) in
            form.text = text
            if text != "again" { form.onSubmit = { text.count } }
        }
        await store.send("four") {
            $0.text = "four"
            $0.onSubmit = store.state.onSubmit
        }
        #expect(store.state.onSubmit?() == 4)
        await store.send("again") { $0.text = "again" }
        #expect(reports.messages == [])
        await store.send("seven") {
            $0.text = "seven"
            $0.onSubmit = { 7 }
        }
        await store.send("seven") { _ in }
        await store.send("seven")
        await store.finish()
        let place = "    .onSubmit  is another function, or the same one made again; Swift cannot compare functions"
        let advice =
            "Take it from the store in the description, $0.onSubmit = store.state.onSubmit, and test what it does."
        #expect(
            reports.messages == [
                "The state after send(\"seven\") cannot be compared with the described one:\n\n\(place)\n\n\(advice)",
                "The state after send(\"seven\") cannot be compared with the described one:\n\n\(place)\n\n\(advice)",
                "send(\"seven\") may have changed the state, but the test describes no change:\n\n\(place)\n\n\(advice)",
            ])
    }

    @Test("a received action with another function is not the expected one")
    func actions() async {
        enum Action: Sendable {
            case answer(Answer)

            var answered: Message {
                switch self {
                case .answer(let answer): answer("")
                }
            }
        }
        let store = TestStore(initial: 0, report: { [log = reports.log] in log.add($0) }) {
            (count: inout Int, _: Action) in count += 1
        }
        let answer: Answer = { .loaded($0) }
        store.dispatch(.answer(answer))
        await store.receive(.answer(answer)) { $0 = 1 }
        #expect(reports.messages == [])
        store.dispatch(.answer(answer))
        await store.receive(.answer { .failed($0) })
        store.dispatch(.answer(answer))
        await store.receive("an answer", where: { $0.answered == .loaded("") }) {
            $0 = 3
        }
        await store.finish()
        #expect(
            reports.messages == [
                """
                An action was received that cannot be compared with the expected one:

                    .answer  is another function, or the same one made again; Swift cannot compare functions

                Test what it does: await store.receive("…", where: { action in … }), with a closure that gets the \
                action, calls the functions in it, and returns whether they return what they should.
                """
            ])
    }
}
