import SeededTesting
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeRecording

@Suite("Exchange with Redux DevTools")
struct DevToolsTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A lifted state with a skipped action, a failed action, one that is no longer staged, and members of monitors.
    static let lifted = #"""
        {"monitorState":{"selected":3},"actionsById":{
        "0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1461248785265},
        "1":{"type":"PERFORM_ACTION","action":{"type":"todos/add","payload":{"text":"tea","id":1}},"timestamp":1461248788433},
        "2":{"type":"PERFORM_ACTION","action":{"type":"INCREMENT"},"timestamp":1461248788589.5,"stack":"Error\n at x"},
        "3":{"type":"PERFORM_ACTION","action":{"type":"INCREMENT","by":2},"timestamp":1461248788749},
        "5":{"type":"PERFORM_ACTION","action":{"type":"BREAK"},"timestamp":1461250995936},
        "4":{"type":"PERFORM_ACTION","action":{"type":"GONE"},"timestamp":1461250995900}},
        "nextActionId":6,"stagedActionIds":[0,1,2,3,5],"skippedActionIds":[3],"currentStateIndex":2,
        "committedState":{"counter":0,"todos":[]},"isLocked":false,"isPaused":false,
        "computedStates":[{"state":{"counter":0,"todos":[]}},{"state":{"counter":0,"todos":[{"text":"tea","id":1}]}},
        {"state":{"counter":1,"todos":[{"text":"tea","id":1}]}},{"state":{"counter":1,"todos":[{"text":"tea","id":1}]}},
        {"state":{"counter":1,"todos":[{"text":"tea","id":1}]},"error":"TypeError: x is undefined"}]}
        """#.replacing("\n", with: "")

    static let actions =
        #"{"payload":"[{\"type\":\"INCREMENT\"},{\"type\":\"ADD\",\"by\":2}]","preloadedState":"{\"counter\":5}"}"#

    static var wrapped: String {
        JSON.text(["payload": .string(lifted), "preloadedState": "{\"counter\":0}"])
    }

    private func open(_ text: String) throws -> RecordingReader {
        let lines = try DevToolsImport(Array(text.utf8), name: "shop", startMicros: 1_000_000).lines
        return try open(lines)
    }

    private func open(_ lines: [RecordingLine]) throws -> RecordingReader {
        let name = "\(directory.names.count).jsonl"
        let path = try directory.write(lines.map { $0.text + "\n" }.joined(), name)
        let reader = try RecordingReader(paths: [path])
        #expect(reader.damage.isEmpty)
        #expect(reader.isComplete)
        return reader
    }

    /// The value of an export with its JSON strings parsed, so that their layout does not matter.
    private func opened(_ value: Value) throws -> Value {
        guard case .object(var members) = value else { return value }
        for key in ["payload", "preloadedState"] {
            if case .string(let text)? = members[key] { members[key] = try JSON.parse(text) }
        }
        return .object(members)
    }

    @Test(
        "an export that is imported is exported again with everything it had",
        arguments: [lifted, actions, wrapped, #"[{"type":"A"},{"type":"B","meta":null}]"#, #"{"payload":"[]"}"#])
    func roundTrip(text: String) throws {
        let reader = try open(text)
        let export = try DevToolsExport(reader, store: nil)
        #expect(try opened(export.value(export.shape)) == opened(try JSON.parse(text)))
    }

    @Test("the lifted state becomes a recording with states, times, skips and failures", arguments: [lifted, wrapped])
    func importLifted(text: String) throws {
        let reader = try open(text)
        let header = try #require(reader.recordings.first?.header)
        #expect(header.startMicros == 1_461_248_785_265_000)
        #expect(header.recorder.place == "import")
        let transitions = try reader.transitions(1...4, of: "shop")
        #expect(transitions.map(\.label) == ["todos/add", "INCREMENT", "INCREMENT", "BREAK"])
        #expect(transitions[1].t == 3_324_500)
        #expect(transitions[2].changes == [])
        #expect(transitions[3].error == "TypeError: x is undefined")
        #expect(try reader.state(at: 0, of: "shop") == ["counter": 0, "todos": []])
        #expect(try reader.state(at: 2, of: "shop").value(at: Path(["counter"])) == 1)
        let notes = reader.notes(of: "shop")
        #expect(notes.map(\.seq) == [3, 2])
        #expect(notes.map(\.text) == ["skipped in Redux DevTools", "current in Redux DevTools"])
    }

    @Test("actions alone become a recording whose first state is known")
    func importActions() throws {
        let reader = try open(Self.actions)
        #expect(try reader.state(at: 0, of: "shop") == ["counter": 5])
        #expect(
            try reader.transitions(1...9, of: "shop").map(\.action) == [
                ["type": "INCREMENT"], ["type": "ADD", "by": 2],
            ])
        #expect(!reader.isKnown(1, of: "shop"))
        let lifted = try DevToolsExport(reader, store: "shop").value(.lifted)
        #expect(lifted.value(at: Path(["computedStates", "1", "error"])) == "This state is not in the recording.")
        #expect(lifted.value(at: Path(["actionsById", "2", "action", "by"])) == 2)
    }

    private func recording() throws -> (lines: [RecordingLine], sample: SampleStore) {
        var sample = SampleStore(seed: 12)
        var lines: [RecordingLine] = [.header(SampleStore.header([sample.description()]))]
        for seq in 1...30 {
            var transition = sample.step()
            switch seq % 5 {
            case 0: transition.action = .string("load")
            case 1: transition.action = nil
            case 2: transition.action = ["type": "redux", "payload": 1]
            case 3: transition.action = 7
            default: transition.effects = [EffectDescription(label: ".fetch", value: ["fetch": 1])]
            }
            transition.t = Int64(seq) * 1_234
            transition.cause = seq > 3 ? seq - 2 : nil
            transition.origin = seq % 2 == 0 ? "effect" : "inspector"
            transition.error = seq == 7 ? "rejected" : nil
            transition.extra = ["mood": "good"]
            lines.append(.transition(transition))
            if seq == 9 { lines.append(.note(.init(t: 12_000, text: "look", store: "shop", seq: 9))) }
        }
        lines.append(.end(.init(t: 40_000, reason: "stopped", transitions: 30)))
        return (lines, sample)
    }

    @Test("a recording that is exported and imported again has the same transitions, states and notes")
    func ownRoundTrip() throws {
        let (lines, sample) = try recording()
        let reader = try open(lines)
        let export = try DevToolsExport(reader, store: nil)
        #expect(export.shape == .lifted)
        let lifted = try export.value(.lifted)
        for seq in [0, 13, 30] {
            #expect(lifted.value(at: Path(["computedStates", "\(seq)", "state"])) == sample.states[seq])
        }
        let types = (1...30).map { lifted.value(at: Path(["actionsById", "\($0)", "action", "type"])) }
        #expect(types.allSatisfy { if case .string? = $0 { true } else { false } })
        for shape in DevToolsShape.allCases {
            let text = JSON.text(try export.value(shape))
            let again = try open(DevToolsImport(Array(text.utf8), name: "other", startMicros: 5).lines)
            var header = try #require(again.recordings.first?.header)
            let original = try #require(reader.recordings.first?.header)
            header.stores = original.stores
            #expect(header == original)
            #expect(again.stores.map(\.description) == reader.stores.map(\.description))
            #expect(again.notes(of: "shop") == reader.notes(of: "shop"))
            for seq in 1...30 {
                var found = try again.transition(seq, of: "shop")
                let written = try reader.transition(seq, of: "shop")
                found.changes = written.changes
                #expect(found == written)
                if shape == .lifted { #expect(try again.state(at: seq, of: "shop") == sample.states[seq]) }
            }
            #expect(try again.state(at: 0, of: "shop") == sample.states[0])
        }
    }

    @Test("what is no export, or does not fit together, is refused with the reason")
    func refused() throws {
        for (text, word) in [
            ("", "empty"), ("{}", "not an export"), ("7", "not an export"), (#"{"payload":"{}"}"#, "not an export"),
            (#"{"payload":"[1"}"#, "The payload"), (#"{"payload":"[]","preloadedState":"{"}"#, "The preloadedState"),
            (#"{"actionsById":{},"stagedActionIds":[0]}"#, "there is no action 0"),
            (#"{"actionsById":{}}"#, "stagedActionIds"),
            (#"{"actionsById":[],"stagedActionIds":[]}"#, "stagedActionIds"),
            (String(repeating: "[", count: 5_000), "deeper"),
        ] {
            let error = #expect(throws: RecordingError.self) { try self.open(text) }
            #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
        }
        for index in ["-9223372036854775808", "0", "99", "1.5", "null"] {
            _ = try open(Self.lifted.replacing("\"currentStateIndex\":2", with: "\"currentStateIndex\":\(index)"))
        }
        var random = SeededGenerator(seed: 2)
        let bytes = Array(Self.lifted.utf8)
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 32...126, using: &random)
            }
            guard let lines = try? DevToolsImport(changed, name: "x", startMicros: 0).lines else { continue }
            let reader = try open(lines)
            let export = try DevToolsExport(reader, store: nil)
            _ = try export.value(export.shape)
        }
    }

    @Test("of several stores one has to be named")
    func severalStores() throws {
        let stores = [SampleStore().description(), SampleStore(id: "other").description()]
        let end = RecordingLine.end(.init(t: 0, reason: "stopped", transitions: 0))
        let reader = try open([.header(SampleStore.header(stores)), end])
        let error = #expect(throws: RecordingError.self) { try DevToolsExport(reader, store: nil) }
        #expect(error?.message.contains("shop, other") == true)
        #expect(throws: RecordingError.self) { try DevToolsExport(reader, store: "third") }
        _ = try DevToolsExport(reader, store: "other").value(.lifted)
    }
}
