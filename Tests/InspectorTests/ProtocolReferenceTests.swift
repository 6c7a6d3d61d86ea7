import Foundation
import StrobeProtocol
import Testing

@testable import Inspector
@testable import InspectorCore

/// The generated reference of the protocol.
struct ProtocolReferenceTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "protocols/v1")

    @Test("the reference of the protocol is the one that strobe protocol prints")
    func current() throws {
        let written = try String(contentsOf: Self.folder.appending(path: "reference.md"), encoding: .utf8)
        // Line by line: a comparison of two long texts would be unreadable.
        let (old, new) = (written.split(separator: "\n"), ProtocolReference.markdown.split(separator: "\n"))
        let first = zip(old, new).first { $0 != $1 }
        #expect(first == nil, "run `strobe protocol > protocols/v1/reference.md`")
        #expect(written == ProtocolReference.markdown, "run `strobe protocol > protocols/v1/reference.md`")
    }

    @Test("the reference has a section for every method, and each folder that it points to is there")
    func complete() {
        let text = ProtocolReference.markdown
        let methods = MethodRegistry.requests.map { $0.method }
        let notifications = (MethodRegistry.clientNotifications + MethodRegistry.notifications).map { $0.method }
        for method in methods + notifications {
            #expect(text.contains("\n### `\(method)`\n"), "\(method)")
        }
        for match in text.matches(of: /\]\(((?:examples|invalid)\/[^)]+)\)/) {
            let folder = Self.folder.appending(path: String(match.output.1)).path()
            #expect(FileManager.default.fileExists(atPath: folder), "\(folder)")
        }
    }
}
