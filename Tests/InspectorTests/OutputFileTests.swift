import Foundation
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Files with the output of programs")
struct OutputFileTests {
    private func mode(of file: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue & 0o777
    }

    @Test("are for their owner alone, also in the place of one that everybody may read")
    func permissions() throws {
        try ExternalTool.withFolder { folder in
            let file = folder.appending(path: "report.html")
            try OutputFile.write(Array("a".utf8), to: file.path)
            #expect(try mode(of: file) == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
            try OutputFile.write(Array("bc".utf8), to: file.path)
            #expect(try mode(of: file) == 0o600)
            #expect(try String(contentsOf: file, encoding: .utf8) == "bc")
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
            #expect(try OutputFile.make(file.path).write("d") == nil)
            #expect(try String(contentsOf: file, encoding: .utf8) == "d")
            #expect(try mode(of: file) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.html"])
        }
    }

    @Test("a link stays a link, a device stays a device, and what cannot be written leaves what is there")
    func places() throws {
        try ExternalTool.withFolder { folder in
            let (file, link) = (folder.appending(path: "a"), folder.appending(path: "b"))
            try OutputFile.write([1], to: file.path)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            try OutputFile.write([2, 3], to: link.path)
            #expect(try Data(contentsOf: file) == Data([2, 3]))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
            try OutputFile.write([1], to: "/dev/null")
            #expect(
                try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
                    != .typeRegular)
            for path in [folder.path, folder.path + "/no/such", ""] {
                #expect(throws: InspectorError.self, "\(path)") { try OutputFile.write([1], to: path) }
            }
        }
    }

    @Test("the commands of a session are written for their owner alone")
    func transcript() throws {
        try ExternalTool.withFolder { folder in
            let file = folder.appending(path: "a.strobe")
            try Data().write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
            _ = try Transcript(path: file.path, replacesFile: true)
            #expect(try mode(of: file) == 0o600)
        }
    }
}
