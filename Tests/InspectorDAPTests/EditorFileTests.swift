import Foundation
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("What users copy into their editors")
struct EditorFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Inspector/Editors")

    private func text(_ file: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    }

    @Test("there is a test for each of them")
    func all() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path).filter { $0.contains(".") }
        #expect(
            Set(files) == [
                "vscode/package.json", "vscode/extension.js", "neovim/strobe.lua", "emacs/strobe.el",
                "helix/languages.toml", "vsix.py",
            ])
    }

    @Test("the folder for VS Code has a package whose attributes are those that are read")
    func visualStudioCode() throws {
        let package = try JSON.parse(text("vscode/package.json"))
        let debugger = try #require(package["contributes"]?["debuggers"]?.elements.first)
        #expect(debugger["type"] == "strobe")
        #expect(package["contributes"]?["breakpoints"]?.elements.first?["language"] == "swift")
        let main = try #require(package["main"]?.text)
        let extensionText = try text("vscode/" + main.replacing("./", with: ""))
        #expect(
            extensionText.contains("registerDebugAdapterDescriptorFactory('strobe'")
                && extensionText.contains("['dap']"))
        for (request, isLaunch) in [("attach", false), ("launch", true)] {
            let properties = try #require(
                debugger["configurationAttributes"]?[request]?["properties"]?.members, "\(request)")
            for (name, property) in properties {
                // Each is read: a wrong value is refused, and one of the listed ones is not.
                var arguments: Value.Object = isLaunch ? ["command": ["x"]] : [:]
                arguments[name] = [["nested": [1]]]
                if name != "breakpoints", name != "env" {
                    #expect(throws: AdapterError.self, "\(request) \(name)") {
                        try StartOptions(Arguments(arguments), isLaunch: isLaunch)
                    }
                }
                for choice in property["enum"]?.elements ?? [] where choice != "integratedTerminal" {
                    arguments[name] = choice
                    #expect(throws: Never.self) { try StartOptions(Arguments(arguments), isLaunch: isLaunch) }
                }
            }
        }
        for configuration in debugger["initialConfigurations"]?.elements ?? [] {
            #expect(throws: Never.self) { try StartOptions(Arguments(configuration.members ?? [:]), isLaunch: false) }
        }
    }

    @Test(
        "brackets and quotes are closed, and each starts the adapter",
        arguments: [
            ("neovim/strobe.lua", "command = 'strobe', args = { 'dap' }", "--"),
            ("emacs/strobe.el", "'(\"strobe\" \"dap\")", ";"), ("vscode/extension.js", "'strobe'", "//"),
        ])
    func closed(file: String, start: String, comment: String) throws {
        let text = try text(file)
        #expect(text.contains(start))
        var open: [Character] = []
        for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix(comment) {
            var quote: Character?
            for character in line {
                if let end = quote {
                    if character == end { quote = nil }
                } else if character == "\"" || character == "'" && !file.hasSuffix(".el") {
                    quote = character
                } else if "([{".contains(character) {
                    open.append(character == "(" ? ")" : character == "[" ? "]" : "}")
                } else if ")]}".contains(character) {
                    #expect(open.popLast() == character, "\(line)")
                }
            }
            #expect(quote == nil, "\(line)")
        }
        #expect(open.isEmpty)
    }

    @Test("the lines for Helix are TOML with the adapter")
    func helix() throws {
        var tables: [String: [String: String]] = [:]
        var table = ""
        for line in try text("helix/languages.toml").split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                table = String(line.filter { !"[]".contains($0) })
                tables[table] = tables[table] ?? [:]
            } else {
                let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
                try #require(parts.count == 2, "\(line)")
                tables[table]?[parts[0]] = parts[1]
            }
        }
        #expect(tables["language"] == ["name": "\"swift\""])
        #expect(
            tables["language.debugger"]
                == ["name": "\"strobe\"", "transport": "\"stdio\"", "command": "\"strobe\"", "args": "[\"dap\"]"])
        #expect(tables["language.debugger.templates"]?["request"] == "\"attach\"")
    }
}
