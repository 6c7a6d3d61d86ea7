import Foundation
import StrobeProtocol
import Testing

/// The rules of the specification, and the table of the tests that prove them.
struct RuleTableTests {
    /// One row of the table in `protocols/README.md`.
    private struct Row {
        var id: String
        var file: String
        var anchor: String
        var evidence: Substring
    }

    private static let package = SpecificationFiles.root.deletingLastPathComponent()

    /// Reads a file below `protocols/`.
    private func page(_ name: String) throws -> String {
        try String(contentsOf: SpecificationFiles.root.appending(path: name), encoding: .utf8)
    }

    private func rows() throws -> [Row] {
        try page("README.md").matches(of: /\n\| \[([^\]]+)\]\(([^)#]+)#([^)]+)\) \| [^|]+ \| (.+) \|/).map { match in
            Row(
                id: String(match.output.1), file: String(match.output.2), anchor: String(match.output.3),
                evidence: match.output.4)
        }
    }

    @Test("every rule has one row in the table, and every row leads to its rule")
    func rules() throws {
        let rows = try rows()
        #expect(rows.count > 100)
        #expect(Set(rows.map(\.id)).count == rows.count)
        for file in Set(rows.map(\.file)) {
            let anchors = try page(file).matches(of: /<a id="([^"]+)"><\/a>\*\*\[([^\]]+)\]\*\*/)
            for match in anchors { #expect(match.output.1 == match.output.2) }
            let ids = anchors.map { String($0.output.1) }
            #expect(ids.count == Set(ids).count)
            #expect(Set(rows.filter { $0.file == file }.map(\.id)) == Set(ids), "\(file)")
        }
        for row in rows { #expect(row.id == row.anchor) }
    }

    @Test("the rules that a page refers to are there")
    func references() throws {
        let ids = Set(try rows().map(\.id))
        for match in try page("v1/specification.md").matches(of: /\]\(#([a-z-]+\.[a-z0-9-]+)\)/) {
            #expect(ids.contains(String(match.output.1)), "\(match.output.1)")
        }
    }

    @Test("the tests that the table names are there")
    func tests() throws {
        var sources: [String: String] = [:]
        for row in try rows() {
            let named = row.evidence.matches(of: /`([A-Za-z\/]+)`: ([^<]+)/)
            #expect(!named.isEmpty || row.evidence.contains("[tap](#the-tap)"), "\(row.id) is proved by nothing")
            for match in named {
                let file = String(match.output.1)
                if sources[file] == nil {
                    let url = Self.package.appending(path: "Tests/\(file).swift")
                    sources[file] = try String(contentsOf: url, encoding: .utf8)
                }
                #expect(sources[file]?.contains("\"\(match.output.2)\"") == true, "\(row.id): \(match.output.2)")
            }
        }
    }

    @Test("the rules that the conformance kit probes are marked")
    func probes() throws {
        let folder = Self.package.appending(path: "protocols/conformance/Probes")
        var probed: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path()) where name.hasSuffix(".swift") {
            let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            probed.formUnion(source.matches(of: /Probe\(\s*"([a-z0-9.-]+)"/).map { String($0.output.1) })
        }
        #expect(probed.count > 50)
        let marked = try rows().filter { $0.evidence.contains("a [probe](#another-implementation)") }
        #expect(Set(marked.map(\.id)) == probed)
    }

    @Test("no page speaks of the language of this implementation, or of its types")
    func language() throws {
        let pages = [
            "v1/specification.md", "v1/schema.json", "v1/transcripts/README.md", "discovery/specification.md",
            "discovery/schema.json", "recording/specification.md", "recording/schema.json",
            "conditions/specification.md",
        ]
        let words = ["Swift", "Codable", "DebugServer", "DebugClient", "ProtocolError", "MethodRegistry", "TreeNode("]
        for name in pages {
            let text = try page(name)
            for word in words { #expect(!text.contains(word), "\(name) says \(word)") }
        }
        #expect(!(try page("v1/reference.md")).contains("Swift"))
    }
}
