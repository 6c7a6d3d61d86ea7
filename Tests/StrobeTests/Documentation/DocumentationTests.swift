import Foundation
import Synchronization
import Testing

/// Checks the documentation against the code in the folders `Examples`, which is compiled and run.
@Suite("The documentation")
struct DocumentationTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    private static let products = [
        "Strobe", "StrobeTesting", "StrobeServer", "StrobeClient", "StrobeRecording", "StrobePlayback", "StrobeLogging",
        "StrobeService", "StrobeTracing", "StrobeMetrics",
    ]
    private static let catalogues = ["Strobe", "StrobeTesting"]
    private static let pages =
        ["README.md"] + ["Sources", "Inspector"].flatMap { files("md", in: $0) }.map(\.path)
    private static let folders = ["StrobeTests", "StrobeTestingTests", "ProgramTests"].map { "Tests/\($0)/Examples" }
    /// The package of examples, which depends on more than the products.
    private static let programs =
        ["Sources/shop", "Sources/sessions", "Tests/ServerTests/Examples", "Package.swift"].map {
            "Tests/Examples/\($0)"
        }
    /// Adapters of other libraries are there, and how they are attached.
    private static let adapters = ["Tests/AdapterTests"]
    private static let files = (folders + programs + adapters).flatMap { swiftFiles(in: $0) }
    private static let examples = ExampleCode(files: files.map(\.text))
    private static let examplesOfFiles = files.map { (text: $0.text, code: ExampleCode(files: [$0.text])) }
    private static let comments = Mutex<[String: [DocumentationComment]]>([:])

    @Test("has an example for every public type", arguments: products)
    func everyType(module: String) {
        let comments = Self.comments(in: module)
        #expect(!comments.isEmpty)
        let types = comments.filter { $0.typeName != nil && !$0.isNested }
        for type in types where type.code.isEmpty {
            Issue.record("\(type.typeName ?? "") in \(type.file) has no example in its documentation")
        }
    }

    @Test("shows only code that is compiled and run", arguments: products)
    func everyExample(module: String) {
        for comment in Self.comments(in: module) + Self.exported(by: module) {
            for code in comment.code where !Self.examples.contains(code) {
                Issue.record("this example of \(comment.file) is in none of the folders Examples:\n\(code)")
            }
        }
    }

    @Test("says something about every public declaration", arguments: products)
    func everyDeclaration(module: String) {
        for comment in Self.comments(in: module) where comment.isEmpty {
            Issue.record("\(comment.file) has no documentation for: \(comment.declaration)")
        }
    }

    @Test("has pages whose code is compiled and run, in a file with the imports that they show", arguments: pages)
    func everyPage(page: String) throws {
        let page = try DocumentationPage(file: Self.root.appending(path: page))
        for block in page.code {
            let isShown = Self.examplesOfFiles.contains { file in
                block.imports.allSatisfy { file.text.contains($0 + "\n") } && file.code.contains(block.body)
            }
            if !isShown { Issue.record("this code of \(page.name) is in none of the folders Examples:\n\(block.body)") }
        }
        for line in page.other where !["sh", "console", "strobe", "ini", "json", "text"].contains(line) {
            Issue.record("this code of \(page.name) is not marked as Swift, and so is not compiled:\n\(line)")
        }
    }

    @Test("has tutorials whose code is compiled and run")
    func tutorials() throws {
        let tutorials = Self.files("tutorial", in: "Sources")
        let steps = tutorials.flatMap { $0.text.matches(of: /@Code\(name: "(.+?)", file: "?([^"\)]+)/) }
        let code = Dictionary(Self.files("swift", in: "Sources").map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
        let examples = Self.folders.flatMap { Self.swiftFiles(in: $0) }
        let last = Dictionary(steps.map { (String($0.output.1), String($0.output.2)) }, uniquingKeysWith: { $1 })
        #expect(last.count >= 2)
        for (name, step) in last {
            // The tests of an app import it; the example is in one module with them.
            let shown = try #require(code[step]).replacing(/\n@testable import \w+\n/, with: "")
            #expect(examples.contains { $0.name == name && $0.text == shown }, "\(step) is not \(name) of an example")
        }
    }

    @Test("lists everything public on the first page of its catalogue", arguments: catalogues)
    func firstPage(module: String) throws {
        let page = try DocumentationPage(
            file: Self.root.appending(path: "Sources/\(module)/\(module).docc/\(module).md"))
        for comment in Self.comments(in: module) where !comment.isNested {
            guard let name = comment.declaration.firstMatch(of: /(class|enum|func|protocol|struct|typealias) (\w+)/)?.2
            else { continue }
            if !page.lists(String(name)) { Issue.record("\(name) is not on the first page of \(module)") }
        }
    }

    @Test("has examples that a program can write that has the products alone", arguments: folders)
    func imports(folder: String) {
        let known = Set(Self.products + ["Foundation", "Observation", "Synchronization", "Testing", "XCTest"])
        for file in Self.swiftFiles(in: folder) {
            let imports = file.text.split(separator: "\n").filter { $0.contains("import ") && !$0.contains("//") }
            for line in imports where !line.hasPrefix("import ") || !known.contains(String(line.dropFirst(7))) {
                Issue.record("\(file.name) has `\(line)`")
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
        if let known = comments.withLock({ $0[module] }) { return known }
        let found = swiftFiles(in: "Sources/\(module)").flatMap {
            DocumentationComment.all(in: declarations($0.text), file: $0.name)
        }
        comments.withLock { $0[module] = found }
        return found
    }

    /// What a file declares; where all of it needs a trait, what it declares with that.
    private static func declarations(_ text: String) -> String {
        guard !text.hasPrefix("#if can"), text.hasPrefix("#if "), text.hasSuffix("#endif\n") else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().prefix { $0 != "#else" }
        return lines.map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }.joined(separator: "\n")
    }

    /// What a product exports from modules that are not products: a whole module, or a type in a file of its name.
    private static func exported(by module: String) -> [DocumentationComment] {
        let lines = swiftFiles(in: "Sources/\(module)").flatMap { $0.text.split(separator: "\n") }
        return lines.filter { $0.hasPrefix("@_exported ") }.flatMap { line -> [DocumentationComment] in
            let name = line.split(separator: " ").last?.split(separator: ".").map(String.init) ?? []
            guard let module = name.first, !products.contains(module) else { return [] }
            if name.count == 1 { return comments(in: module) }
            return comments(in: module).filter { $0.file == "\(name[1]).swift" }
        }
    }

    private static func swiftFiles(in folder: String) -> [File] { files("swift", in: folder) }

    private static func files(_ kind: String, in folder: String) -> [File] {
        let (root, folder) = (root.resolvingSymlinksInPath(), root.appending(path: folder).resolvingSymlinksInPath())
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return ([folder] + (files?.compactMap { $0 as? URL } ?? [])).filter { $0.pathExtension == kind }.compactMap {
            file in
            (try? String(contentsOf: file, encoding: .utf8)).map { text in
                File(path: String(file.path.dropFirst(root.path.count + 1)), name: file.lastPathComponent, text: text)
            }
        }
    }

    private struct File {
        /// From the root of the package.
        let path: String
        let name: String
        let text: String
    }
}
