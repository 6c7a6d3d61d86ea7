import Foundation
import Testing

/// The table of modules in `CONTRIBUTING.md`, compared with `Package.swift`.
@Suite("The table of modules")
struct ModuleTableTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.package.appending(path: name), encoding: .utf8)
    }

    /// The modules of the manifest with their dependencies in the package, except test support.
    private func declared() throws -> [String: Set<String>] {
        let targets = try text("Package.swift").components(separatedBy: "\n        .").filter {
            ($0.hasPrefix("target(") || $0.hasPrefix("executableTarget(")) && !$0.contains("path: \"Tests/")
        }
        let names = targets.compactMap { $0.firstMatch(of: /name: "(\w+)"/).map { String($0.output.1) } }
        let dependencies = targets.map { target in
            let list = target.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1 ?? ""
            return Set(list.matches(of: /"(\w+)"/).map { String($0.output.1) })
        }
        return Dictionary(zip(names, dependencies), uniquingKeysWith: { first, _ in first })
    }

    @Test("has every module, with the modules that it depends on")
    func table() throws {
        let rows = try text("CONTRIBUTING.md").matches(of: /(?m)^\| `(\w+)` \| ([^|]*?) ?\| [^|]+ \|$/)
        let written = Dictionary(
            rows.map { row in
                (String(row.output.1), Set(row.output.2.matches(of: /`(\w+)`/).map { String($0.output.1) }))
            }, uniquingKeysWith: { first, _ in first })
        let declared = try declared()
        #expect(declared.count > 10)
        #expect(Set(written.keys) == Set(declared.keys))
        for (module, dependencies) in declared { #expect(written[module] == dependencies, "\(module)") }
    }
}
