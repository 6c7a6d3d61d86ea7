import Foundation
import StrobeProtocol
import StrobeTree
import Testing

/// The folder `protocols/` of this package.
enum SpecificationFiles {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("protocols")
    static let version1 = root.appendingPathComponent("v1")

    /// One example file.
    struct Example: CustomTestStringConvertible, Sendable {
        /// The folder: the method with `-` in place of `/`.
        var folder: String
        /// `params`, `result` or `error`.
        var part: String
        var url: URL

        /// The name of the file.
        var name: String { url.lastPathComponent }
        var testDescription: String { "\(folder)/\(name)" }

        func value() throws -> Value { try SpecificationFiles.json(url) }
    }

    static func discoveryExamples() throws -> [Value] {
        let folder = root.appendingPathComponent("discovery/examples")
        return try names(in: folder).map { try json(folder.appendingPathComponent($0)) }
    }

    static func json(_ url: URL) throws -> Value {
        try JSON.parse([UInt8](Data(contentsOf: url)))
    }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: version1.appendingPathComponent(name), encoding: .utf8)
    }

    static func examples(_ kind: String) -> [Example] {
        let folder = version1.appendingPathComponent(kind)
        return names(in: folder).flatMap { name in
            names(in: folder.appendingPathComponent(name)).filter { $0.hasSuffix(".json") }.map { file in
                Example(
                    folder: name, part: String(file.prefix { $0.isLetter }),
                    url: folder.appendingPathComponent(name).appendingPathComponent(file))
            }
        }
    }

    static func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    /// A step of a transcript.
    struct Step: Sendable {
        var place: String
        var side: String
        var content: Value
    }

    static func transcript(_ name: String) throws -> [Step] {
        try text("transcripts/\(name)").split(separator: "\n").enumerated().map { number, line in
            let members = try #require(try JSON.parse(String(line)).object, "\(name):\(number + 1)")
            let side = try #require(["client", "clientText", "server", "end"].first { members[$0] != nil })
            return Step(place: "\(name):\(number + 1)", side: side, content: try #require(members[side]))
        }
    }

    static let transcripts = names(in: version1.appendingPathComponent("transcripts")).filter { $0.hasSuffix(".jsonl") }

    static func definitions() throws -> Value.Object {
        try #require(try json(version1.appendingPathComponent("schema.json")).object?["$defs"]?.object)
    }
}

extension Value {
    var object: Object? {
        if case .object(let object) = self { object } else { nil }
    }

    var array: [Value]? {
        if case .array(let array) = self { array } else { nil }
    }

    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }
}

extension MethodRegistry {
    static var allNotifications: [any ProtocolNotification.Type] { clientNotifications + notifications }

    /// The type of a folder of examples.
    static func request(folder: String) -> (any Request.Type)? {
        requests.first { $0.method.replacing("/", with: "-") == folder }
    }

    static func notification(folder: String) -> (any ProtocolNotification.Type)? {
        allNotifications.first { $0.method.replacing("/", with: "-") == folder }
    }
}

extension Request {
    /// Decodes params and encodes them again.
    static func rewritten(params: Value.Object) throws(ProtocolError) -> (message: any Sendable, members: Value.Object)
    {
        let message = try Self(params: params)
        return (message, try message.params())
    }

    /// Decodes a result and encodes it again.
    static func rewritten(result: Value) throws -> (message: any Sendable, value: Value) {
        let message = try Self.result(from: result)
        return (message, try MessageEncoder().encode(message))
    }
}

extension ProtocolNotification {
    /// Decodes params and encodes them again.
    static func rewritten(params: Value.Object) throws(ProtocolError) -> (message: any Sendable, members: Value.Object)
    {
        let message = try Self(params: params)
        return (message, try message.params())
    }
}
