import Foundation
import LineEditing
import StrobeProtocol
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Auditing a recording")
struct RecordingAuditTests {
    private func audit(_ lines: [RecordingLine], state: Value) throws -> RecordingAudit {
        let path = FileManager.default.temporaryDirectory.appending(path: "audit-\(UUID().uuidString).jsonl").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let header = RecordingHeader(
            id: "1", startMicros: 0, process: .init(pid: 1, name: "a"),
            recorder: .init(name: "t", version: "1", place: "process"),
            stores: [
                RecordedStore(
                    id: "login", name: "login", kind: "reducer", stateType: "A", actionType: "B", seq: 0, state: state,
                    replay: true)
            ])
        let writer = try RecordingWriter(path: path, header: header)
        writer.write(lines)
        writer.close()
        var audit = RecordingAudit()
        try audit.run(try RecordingReader(paths: [path]))
        return audit
    }

    @Test("a store that claims a huge seq takes no longer than the existing lines")
    func farSeq() throws {
        let audit = try audit(
            [
                .transition(
                    RecordedTransition(
                        store: "login", seq: 9_007_199_254_740_992, t: 1, action: ["login": ["password": "hunter22"]],
                        label: ".login", origin: "app"))
            ], state: [:])
        #expect(audit.found.map(\.firstSeq) == [9_007_199_254_740_992])
    }

    @Test("states, changes, actions, effects, keyframes and notes are audited, and places are distinguished")
    func places() throws {
        let audit = try audit(
            [
                .transition(
                    RecordedTransition(
                        store: "login", seq: 1, t: 1, action: ["login": ["password": "hunter22"]], label: ".login",
                        origin: "app", effects: [.init(label: ".mail", value: ["to": "ada@example.org"])],
                        changes: [
                            Change(.replace, Path(["user", "password"]), value: "hunter22", old: ""),
                            Change(.add, Path(["keys", "0"]), value: "AKIAIOSFODNN7EXAMPLE"),
                            Change(.add, Path(["keys", "1"]), value: "AKIAIOSFODNN7EXAMPLF"),
                        ])),
                .keyframe(RecordedKeyframe(store: "login", seq: 1, t: 2, state: ["card": "4111111111111111"])),
                .note(RecordedNote(t: 3, text: "token=abcdef", store: "login", seq: 1)),
                .note(RecordedNote(t: 3, text: "Bearer abcdefghijkl")),
            ], state: ["user": ["password": "‹redacted›", "name": "Ada"], "session": ["token": "t0ken"]])
        let found = Dictionary(grouping: audit.found, by: \.place)
        #expect(
            Set(found.keys) == [
                ".session.token", "action.login.password", "effect.to", ".user.password", ".keys[*]", ".card", "note",
            ])
        #expect(found[".keys[*]"]?.first?.count == 2 && found[".keys[*]"]?.first?.firstSeq == 1)
        #expect(found["note"]?.count == 2)
        #expect(audit.hidden == 1)
        let shown = AuditRendering().lines(audit, of: "x.jsonl", rules: 20).map(\.plain).joined(separator: "\n")
        for secret in ["hunter22", "t0ken", "4111111111111111", "AKIAIOSFODNN7", "ada@example.org", "abcdefghijkl"] {
            #expect(!shown.contains(secret), "\(secret)")
        }
        #expect(shown.contains("8 possible secrets"))
    }

    @Test("a recording without secrets says so")
    func clean() throws {
        let audit = try audit([], state: ["count": 3, "title": "tea"])
        #expect(audit.found.isEmpty)
        let shown = AuditRendering().lines(audit, of: "x.jsonl", rules: nil).map(\.plain)
        #expect(shown.first == "x.jsonl  no possible secrets")
    }
}
