internal import StrobeTree

/// What an editor sends.
enum EditorMessage: Sendable {
    case request(AdapterRequest)
    /// The answer to a request of the adapter.
    case response(to: Int64, success: Bool, message: String?, body: Value.Object)

    /// Reads a body.
    ///
    /// - Returns: `nil` for events, which editors do not have.
    /// - Throws: `usage` for what is no message.
    init?(_ body: [UInt8]) throws(AdapterError) {
        let value: Value
        do {
            value = try JSON.parse(body, limits: JSONLimits(maxDepth: 128, maxBytes: FrameReader.bodyLimit))
        } catch {
            throw AdapterError(.usage, "A message is not JSON: \(error.message)")
        }
        let members = Arguments(value.members ?? [:])
        switch value["type"] {
        case .string("request"):
            guard let seq = try members.number("seq"), let command = try members.text("command") else {
                throw AdapterError(.usage, "A request has no `seq` or no `command`.")
            }
            self = .request(
                AdapterRequest(seq: seq, command: command, arguments: Arguments(value["arguments"]?.members ?? [:])))
        case .string("response"):
            guard let seq = try members.number("request_seq") else {
                throw AdapterError(.usage, "A response has no `request_seq`.")
            }
            self = .response(
                to: seq, success: try members.flag("success") ?? false, message: try members.text("message"),
                body: value["body"]?.members ?? [:])
        case .string("event"): return nil
        default:
            throw AdapterError(.usage, "A message has the type \(value["type"].map { JSON.text($0) } ?? "nothing").")
        }
    }
}

/// A request of an editor.
struct AdapterRequest: Sendable {
    /// Its number, as the editor counts.
    var seq: Int64
    var command: String
    var arguments: Arguments
}

/// The arguments of a request; numbers of any size are read without trapping.
struct Arguments: Sendable {
    let members: Value.Object

    init(_ members: Value.Object) { self.members = members }

    func text(_ name: String) throws(AdapterError) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw wrong(name, "a string")
        }
    }

    func number(_ name: String) throws(AdapterError) -> Int64? {
        switch members[name] {
        case nil, .null: return nil
        case .int(let number): return number
        case .double(let number):
            if let exact = Int64(exactly: number) { return exact }
            throw wrong(name, "a whole number")
        default: throw wrong(name, "a whole number")
        }
    }

    /// A number that has to be there, is not negative, and so small that it can be added to others.
    func count(_ name: String) throws(AdapterError) -> Int {
        guard let number = try number(name), let count = Int(exactly: number),
            (0...Int(Int32.max)).contains(count)
        else {
            throw wrong(name, "a whole number from 0 to \(Int32.max)")
        }
        return count
    }

    /// A number that may be left out, and is not negative.
    func optionalCount(_ name: String) throws(AdapterError) -> Int? {
        try number(name) == nil ? nil : count(name)
    }

    func flag(_ name: String) throws(AdapterError) -> Bool? {
        switch members[name] {
        case nil, .null: return nil
        case .bool(let flag): return flag
        default: throw wrong(name, "true or false")
        }
    }

    /// A list of texts, or one alone; `nil` without.
    func texts(_ name: String) throws(AdapterError) -> [String]? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let text): return [text]
        case .array(let values):
            var texts: [String] = []
            for value in values {
                guard case .string(let text) = value else { throw wrong(name, "a list of strings") }
                texts.append(text)
            }
            return texts
        default: throw wrong(name, "a list of strings")
        }
    }

    /// A list of objects; empty without.
    func objects(_ name: String) throws(AdapterError) -> [Arguments] {
        switch members[name] {
        case nil, .null: return []
        case .array(let values):
            var objects: [Arguments] = []
            for value in values {
                guard case .object(let members) = value else { throw wrong(name, "a list of objects") }
                objects.append(Arguments(members))
            }
            return objects
        default: throw wrong(name, "a list of objects")
        }
    }

    func object(_ name: String) -> Arguments { Arguments(members[name]?.members ?? [:]) }

    /// A text that has to be there.
    func needed(_ name: String) throws(AdapterError) -> String {
        guard let text = try text(name) else { throw wrong(name, "a string") }
        return text
    }

    private func wrong(_ name: String, _ expected: String) -> AdapterError {
        AdapterError(
            .usage,
            "The argument `\(name)` must be \(expected), and is \(members[name].map { String(JSON.text($0).prefix(80)) } ?? "missing")."
        )
    }
}

extension Value {
    /// The members of an object; `nil` for other values.
    var members: Object? {
        if case .object(let members) = self { members } else { nil }
    }

    subscript(_ name: String) -> Value? { members?[name] }

    /// An object of the members that are there.
    static func body(_ members: KeyValuePairs<String, Value?>) -> Value {
        var object = Object()
        for (name, value) in members where value != nil { object[name] = value }
        return .object(object)
    }

    /// A whole number.
    static func count(_ number: Int) -> Value { .int(Int64(number)) }
}
