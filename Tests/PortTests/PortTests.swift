import Foundation
import Testing

@Suite("The ports")
struct PortTests {
    @Test("say how many lines of code they have")
    func lines() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent != "PortTests.swift" }
        #expect(files.count >= 10)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let lines = text.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
            let count = lines.count { !$0.isEmpty && !$0.hasPrefix("//") }
            if !text.contains(" \(count) here") { Issue.record("\(file.lastPathComponent) has \(count) lines of code") }
        }
    }
}
