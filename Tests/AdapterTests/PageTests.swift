import Foundation
import Testing

/// The pages on adapters, beside the code that the other suites drive.
@Suite("A page on an adapter")
struct PageTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    private static let libraries = ["ReSwift", "ComposableArchitecture", "Mobius", "Actomaton", "Workflow"]

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    @Test("begins with all of the adapter, in at most 40 lines", arguments: libraries)
    func adapter(library: String) throws {
        let file = try text("Tests/AdapterTests/Adapters/\(library)Adapter.swift")
        let page = try text("Sources/StrobeServer/StrobeServer.docc/Adapters/\(library).md")
        let blocks = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.first == file)
        let lines = file.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.filter { !$0.isEmpty && !$0.hasPrefix("//") }.count <= 40)
    }

    @Test(
        "shows how the adapter is attached, as a test does it, and says what the library cannot give",
        arguments: libraries)
    func attaching(library: String) throws {
        let page = try text("Sources/StrobeServer/StrobeServer.docc/Adapters/\(library).md")
        let tests = try text("Tests/AdapterTests/\(library)Tests.swift")
        let blocks = page.components(separatedBy: "```swift\n").dropFirst(2).compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let indented = block.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n")
            #expect(tests.contains(indented))
        }
        #expect(page.contains("## What works, and what does not"))
    }

    @Test("is linked from the first page")
    func links() throws {
        let page = try text("Sources/StrobeServer/StrobeServer.docc/StrobeServer.md")
        for library in Self.libraries { #expect(page.contains("(Adapters/\(library).md)")) }
    }
}
