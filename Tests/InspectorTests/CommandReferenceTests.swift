import Foundation
import LineEditing
import Testing

@testable import Inspector
@testable import InspectorCore

/// The help and the reference that are made from the table of commands.
@Suite("Help")
struct CommandReferenceTests {
    @Test("the reference of the commands is the one that strobe commands prints")
    func current() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Inspector/COMMANDS.md")
        let written = try String(contentsOf: file, encoding: .utf8)
        let (old, new) = (written.split(separator: "\n"), CommandReference.markdown.split(separator: "\n"))
        let first = zip(old, new).first { $0 != $1 }
        #expect(first == nil, "run `strobe commands > Inspector/COMMANDS.md`")
        #expect(written == CommandReference.markdown, "run `strobe commands > Inspector/COMMANDS.md`")
    }

    @Test("every command has an example, and no example is of another name")
    func examples() {
        let names = Set(CommandTable.all.map(\.name))
        #expect(Set(Example.all.keys) == names)
        for (name, examples) in Example.all {
            for example in examples {
                let word = String(example.line.prefix { !$0.isWhitespace })
                #expect((try? CommandTable.command(named: word).name) == name, "\(example.line)")
            }
        }
    }

    @Test("help fits on a screen of 80 by 24 with the prompt below it, and help all has a line for each command")
    func sizes() throws {
        let overview = HelpRendering.overview(width: 80)
        #expect(overview.count <= 22)
        #expect(overview.allSatisfy { $0.width <= 80 })
        let all = try HelpRendering.lines(topic: "all", width: 80).map(\.plain)
        for command in CommandTable.all {
            #expect(all.contains { $0.hasPrefix("  \(command.name)") }, "\(command.name)")
        }
        #expect(try HelpRendering.lines(topic: "all", width: 80).allSatisfy { $0.width <= 80 })
    }

    @Test("no name of one letter changes a program, but for c, and each name is one command's")
    func letters() {
        let names = CommandTable.all.flatMap { command in ([command.name] + command.aliases).map { ($0, command) } }
        #expect(Set(names.map(\.0)).count == names.count)
        for (name, command) in names where name.count == 1 {
            #expect(command.group != .change && (command.group != .gate || ["b", "c"].contains(name)), "\(name)")
        }
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            let command = try? CommandTable.command(named: String(letter))
            #expect(command?.group != .change)
        }
        #expect(throws: InspectorError.self) { try CommandTable.command(named: "j") }
    }
}
