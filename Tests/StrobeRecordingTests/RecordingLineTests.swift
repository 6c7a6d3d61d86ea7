import StrobeProtocol
import StrobeRecording
import StrobeTree
import Testing

@Suite("Lines of a recording")
struct RecordingLineTests {
    @Test("a line is read as it was written, with what is not known to this release")
    func roundTrip() throws {
        let texts = [
            #"{"kind":"transition","store":"a","seq":3,"t":-5,"fromSeq":1,"label":".x","action":null,"origin":"effect","#
                + #""cause":1,"effects":[{"label":"e","value":null},{"label":"f"}],"durationNanos":9007199254740992,"#
                + #""source":"a:1","error":"no","changes":[{"op":"replace","path":"/a~1b","value":null,"old":1},"#
                + #"{"op":"replace","path":"/f","value":"F","old":"F","incomparable":true}],"#
                + #""later":{"kind":1}}"#,
            #"{"kind":"keyframe","store":"a","seq":0,"t":0,"state":{"kind":"x","b":[1.5]},"more":true}"#,
            #"{"kind":"note","t":1,"text":"a \"quoted\"\nnote","more":1}"#,
            #"{"kind":"gap","store":"a","t":1,"fromSeq":2,"toSeq":9,"reason":"evicted"}"#,
            #"{"kind":"removed","store":"a","t":1}"#,
            #"{"kind":"end","t":1,"reason":"rotated","transitions":5,"next":"a.2.jsonl"}"#,
            #"{"kind":"weather","t":1,"rain":[1,{"a":2}]}"#,
        ]
        for text in texts { #expect(try RecordingLine(parsing: text).text == text) }
    }

    @Test("a header is read as it was written")
    func header() throws {
        let store = RecordedStore(
            id: "shop", name: "Shop", kind: "machine", stateType: "S", actionType: "A", seq: 4, state: ["n": 1],
            stateSchema: .object(type: "S", fields: [.init(name: "n", schema: .scalar(.int))]),
            actionSchema: .choice(type: "A", cases: [.init(name: "x")]), declaration: ["states": []], replay: true,
            redaction: ["/n"], extra: ["colour": "red"])
        let header = RecordingHeader(
            id: "0B5B1C5E-0000-4000-8000-000000000000", part: 2, startMicros: 1_790_000_000_000_000,
            process: .init(pid: 7, name: "p", startedAt: nil, extra: ["kind": "x"]),
            recorder: .init(name: "r", version: "1", place: "process"), redaction: ["/a"], stores: [store],
            extra: ["x": 1])
        let text = RecordingLine.header(header).text
        #expect(text.contains(#""startedAt":"2026-09-21T14:13:20.000000Z""#))
        #expect(try RecordingLine(parsing: text) == .header(header))
    }
}
