import Foundation
import Testing

/// Holds the documentation to the code that is compiled and run in the folders `Examples`.
@Suite("The documentation")
struct DocumentationTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    private static let modules = ["Strobe", "StrobeTesting"]
    private static let examples = ExampleCode(
        files: modules.flatMap { swiftFiles(in: "Tests/\($0)Tests/Examples") }.map(\.text))

    @Test("has an example for every public type", arguments: modules)
    func everyType(module: String) {
        let types = Self.comments(in: module).filter { $0.typeName != nil && !$0.isNested }
        #expect(types.count > 3)
        for type in types where type.code.isEmpty {
            Issue.record("\(type.typeName ?? "") in \(type.file) has no example in its documentation")
        }
    }

    @Test("shows only code that is compiled and run", arguments: modules)
    func everyExample(module: String) {
        for comment in Self.comments(in: module) {
            for code in comment.code where !Self.examples.contains(code) {
                Issue.record("this example of \(comment.file) is in none of the folders Examples:\n\(code)")
            }
        }
    }

    @Test("says something about every public declaration", arguments: modules)
    func everyDeclaration(module: String) {
        for comment in Self.comments(in: module) where comment.isEmpty {
            Issue.record("\(comment.file) has no documentation for: \(comment.declaration)")
        }
    }

    @Test("has a guide in the README whose code is compiled and run")
    func guide() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let parts = readme.components(separatedBy: "\n## ")
        for title in ["Which design when", "Testing"] {
            let part = try #require(parts.first { $0.hasPrefix(title + "\n") })
            let codes = part.components(separatedBy: "```swift\n").dropFirst().compactMap {
                $0.components(separatedBy: "\n```").first
            }
            #expect(!codes.isEmpty)
            for code in codes where !Self.examples.contains(code) {
                Issue.record("this code of the README is in none of the folders Examples:\n\(code)")
            }
        }
    }

    @Test("is not held to code that differs")
    func differences() {
        let examples = ExampleCode(files: ["func test() {\n    if isOn {\n        start()\n    }\n\n    end()\n}"])
        #expect(examples.contains("if isOn {\n    start()\n}\n\nend()"))
        #expect(!examples.contains("if isOn {\n    stop()\n}"))
        #expect(!examples.contains("if isOn {\nstart()\n}"))
        #expect(!examples.contains("if isOn {\n    start()\n}\nend()"))
        #expect(!examples.contains(""))
    }

    private static func comments(in module: String) -> [DocumentationComment] {
        swiftFiles(in: "Sources/\(module)").flatMap { DocumentationComment.all(in: $0.text, file: $0.name) }
    }

    private static func swiftFiles(in folder: String) -> [(name: String, text: String)] {
        let folder = root.appending(path: folder).resolvingSymlinksInPath()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.compactMap { file in
            (try? String(contentsOf: file, encoding: .utf8)).map { (file.lastPathComponent, $0) }
        }
    }
}
