import DeclarationTesting
import StreamTesting
import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

/// When the program's decoders run.
@Suite("Decoding", .serialized)
struct DecodingTests {
    /// The types that were asked to decode themselves, by name.
    private static let calls = Mutex<[String]>([])

    private static func called(_ type: any Any.Type) {
        calls.withLock { $0.append("\(type)") }
    }

    struct Step: Codable, Sendable {
        var size = 1
        private enum CodingKeys: CodingKey { case size }

        init(size: Int) { self.size = size }

        init(from decoder: any Decoder) throws {
            DecodingTests.called(Self.self)
            size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
        }
    }

    enum Action: Codable, Sendable {
        case add(Step)
        case reset

        private enum CodingKeys: CodingKey { case add, reset }

        init(from decoder: any Decoder) throws {
            DecodingTests.called(Self.self)
            if let text = try? decoder.singleValueContainer().decode(String.self), text == "reset" {
                self = .reset
            } else {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                self = .add(try container.decode(Step.self, forKey: .add))
            }
        }

        init(adding size: Int) { self = .add(Step(size: size)) }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .reset:
                var container = encoder.singleValueContainer()
                try container.encode("reset")
            case .add(let step):
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(step, forKey: .add)
            }
        }
    }

    final class Box: Codable, Sendable {
        let text: String

        init(_ text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            DecodingTests.called(Self.self)
            text = try decoder.singleValueContainer().decode(String.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    enum Mode: String, Codable, Sendable {
        case off, on

        init(from decoder: any Decoder) throws {
            DecodingTests.called(Self.self)
            self = try decoder.singleValueContainer().decode(String.self) == "on" ? .on : .off
        }
    }

    /// Coded as the compiler would, so that paths work.
    struct State: Codable, Sendable {
        var count = 0
        var password = "secret"
        var last: Step?
        var names: Set<String> = ["a", "b", "c"]
        /// The elements of a set in its own order.
        var order: [String] = []
        var box = Box("text")
        var mode = Mode.off

        private enum CodingKeys: CodingKey { case count, password, last, names, order, box, mode }

        init() {}

        init(from decoder: any Decoder) throws {
            DecodingTests.called(Self.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
            password = try container.decode(String.self, forKey: .password)
            last = try container.decodeIfPresent(Step.self, forKey: .last)
            names = try container.decode(Set<String>.self, forKey: .names)
            order = try container.decode([String].self, forKey: .order)
            box = try container.decode(Box.self, forKey: .box)
            mode = try container.decode(Mode.self, forKey: .mode)
        }
    }

    private static func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .add(let step): (state.count, state.last, state.mode) = (state.count + step.size, step, .on)
        case .reset: (state.count, state.mode) = (0, .off)
        }
    }

    /// Stores the order of a newly created set, which is always different.
    private static func reduceImpurely(_ state: inout State, _ action: Action) {
        reduce(&state, action)
        state.order = Array(Set((0..<40).map { "\($0)" }))
    }

    private static let questions = ReadingQuestions(
        number: Path(["count"]), part: Path(["last", "size"]), choice: Path(["mode"]), text: "text")

    @Test("nothing that a session with read access may ask makes a type of the program decode itself")
    func reading() async throws {
        let pure = Store(initial: State(), reduce: Self.reduce)
        let impure = Store(initial: State(), reduce: Self.reduceImpurely)
        let server = DebugServer(
            configuration: .init(access: .control, handshakeTimeout: .seconds(60)), logger: .silent)
        server.add(pure, id: "pure")
        server.add(impure, id: "impure")
        let client = try await server.attach(.read)
        Self.calls.withLock { $0 = [] }
        for size in 1...4 {
            pure.dispatch(Action(adding: size))
            impure.dispatch(Action(adding: size))
        }
        let others = try Self.questions.others
        for (method, params) in Self.questions.all + others {
            let takesStore = !ReadingQuestions.withoutStore.contains(method)
            for store in ["pure", "impure"] {
                var params = params
                if takesStore { params["store"] = .string(store) }
                let answer = try await client.answer(to: client.post(method, params))
                // A store without replay has no past to query, as one with objects that are not known to be immutable; the
                // params of examples are for other stores.
                if store == "pure", Declarations.areRead, !others.contains(where: { $0.method == method }),
                    case .failure(let error) = answer
                {
                    Issue.record("\(method): \(error.message)")
                }
                #expect(Self.calls.withLock { $0 } == [], "\(method)")
            }
        }
        pure.dispatch(.reset)
        impure.dispatch(.reset)
        // Ends the search for the difference.
        _ = try await client.answer(to: client.post("history/verify", ["store": "impure"]))
        try await client.request("state/get", ["store": "pure"])
        #expect(Self.calls.withLock { $0 } == [])

        // Requests that would have to decode are refused before.
        let add: Value = ["add": ["size": 1]]
        for (method, params) in [
            ("action/dispatch", ["action": add]), ("action/dispatch", ["action": add, "dryRun": true]),
            (
                "action/redo",
                ["seq": 1, "dryRun": true, "changes": [["op": "replace", "path": "/add/size", "value": 7]]]
            ),
            ("branch/create", ["edits": [["insert": 1, "action": add]]]),
            ("branch/create", ["edits": [["replace": 1, "action": add]]]),
            ("state/set", ["path": "/count", "value": 1]), ("gate/edit", ["id": 1, "action": add]),
        ] as [(String, Value.Object)] {
            var params = params
            params["store"] = "pure"
            #expect(try await client.failure(method, params).code == .readOnly, "\(method)")
        }
        #expect(Self.calls.withLock { $0 } == [])
        withExtendedLifetime(server) {}
    }

    /// Encoded as text, such as "21.5 °C".
    struct Temperature: Codable, Sendable, SchemaDescribing {
        var celsius: Double

        static var schema: Schema { .scalar(.string) }

        init(from decoder: any Decoder) throws {
            DecodingTests.called(Self.self)
            let text = try decoder.singleValueContainer().decode(String.self)
            celsius = Double(text.prefix { $0 != " " }) ?? 0
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("\(celsius) °C")
        }
    }

    enum Reading: Codable, Sendable { case measured(Temperature) }

    @Test("a type that describes its shape is shown with it, and decodes itself when an action is sent")
    func describing() async throws {
        let store = Store(initial: 0.0) { (state: inout Double, action: Reading) in
            if case .measured(let temperature) = action { state = temperature.celsius }
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "s")
        let client = try await server.attach()
        Self.calls.withLock { $0 = [] }
        let shape = Schema.choice(
            type: "Reading", cases: [.init(name: "measured", payload: [.init(name: nil, schema: .scalar(.string))])])
        #expect(
            try await client.send(ActionSchema()).schema == (Declarations.areRead ? shape : .unknown(type: "Reading")))
        #expect(Self.calls.withLock { $0 } == [])
        try await client.send(ActionDispatch(action: ["measured": "21.5 °C"]))
        #expect(store.state == 21.5)
        #expect(Self.calls.withLock { $0 } == ["Temperature"])
    }
}
