import StrobeProtocol
import StrobeTree

/// A parameter of a tool: its form in the schema, and what is accepted.
struct AgentParameter: Sendable {
    /// The forms of arguments; no unions, which make some clients refuse all tools.
    indirect enum Form: Sendable {
        case text
        case integer(ClosedRange<Int>)
        case flag
        case choice([String])
        /// Swift or JSON as text; a client that sends the JSON itself is understood as well.
        case literal
        /// A seq or the name of a position; a client that sends the seq as a number is understood as well.
        case position
        case list(Form)
        case object([AgentParameter])
    }

    let name: String
    let form: Form
    let text: String
    var isRequired = false

    /// Creates an optional parameter.
    init(_ name: String, _ form: Form, _ text: String) {
        (self.name, self.form, self.text) = (name, form, text)
    }

    /// The same parameter, which must be given.
    var required: AgentParameter {
        var copy = self
        copy.isRequired = true
        return copy
    }

    static let store = AgentParameter("store", .text, "id from list_stores")
    static let path = AgentParameter("path", .text, "/cart/total or .cart.total")
    static let at = AgentParameter("at", .position, "seq, live or branch:ID@SEQ; default live")
    static let condition = AgentParameter("condition", .text, "such as .total < 0; see help")
    static let action = AgentParameter("action", .literal, "Swift as .rename(\"x\"), or JSON")
    static let from = AgentParameter("from", .integer(0...Int.max), "")
    static let to = AgentParameter("to", .integer(0...Int.max), "")
    static let ifSeq = AgentParameter("if_seq", .integer(0...Int.max), "only if the store is at this seq")
    static let maxBytes = AgentParameter(
        "max_bytes", .integer(AgentAnswer.leastBytes...AgentAnswer.mostBytes), "")

    /// The schema of an object of parameters.
    ///
    /// - Parameter isClosed: Whether it says that there are no others.
    static func schema(of parameters: [AgentParameter], isClosed: Bool = true) -> Value.Object {
        var properties: Value.Object = [:]
        for parameter in parameters { properties[parameter.name] = .object(parameter.schema(isClosed)) }
        var schema: Value.Object = ["type": "object", "properties": .object(properties)]
        let required = parameters.filter(\.isRequired).map { Value.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        if isClosed { schema["additionalProperties"] = false }
        return schema
    }

    private func schema(_ isClosed: Bool) -> Value.Object {
        var schema = Self.schema(of: form, isClosed)
        if !text.isEmpty { schema["description"] = .string(text) }
        return schema
    }

    private static func schema(of form: Form, _ isClosed: Bool) -> Value.Object {
        switch form {
        case .text, .literal, .position: return ["type": "string"]
        case .flag: return ["type": "boolean"]
        case .choice(let words): return ["type": "string", "enum": .array(words.map { .string($0) })]
        case .list(let element): return ["type": "array", "items": .object(schema(of: element, isClosed))]
        // The outermost object says it; it is checked everywhere.
        case .object(let parameters): return schema(of: parameters, isClosed: false)
        case .integer(let range):
            var schema: Value.Object = ["type": "integer"]
            if range.lowerBound > 0 { schema["minimum"] = .int(Int64(range.lowerBound)) }
            if range.upperBound < Int.max { schema["maximum"] = .int(Int64(range.upperBound)) }
            return schema
        }
    }

    /// Checks an argument.
    ///
    /// - Throws: ``AgentError`` with what is expected.
    func check(_ value: Value) throws(AgentError) { try Self.check(value, form, name) }

    private static func check(_ value: Value, _ form: Form, _ name: String) throws(AgentError) {
        let expected: String
        switch (form, value) {
        case (.text, .string), (.flag, .bool), (.literal, _), (.position, .string): return
        case (.position, .int(let seq)) where (0...WireInteger.greatest).contains(seq): return
        // Beyond that no seq or count can be, and the next one of it may not be an integer.
        case (.integer(let range), .int(let number))
        where number <= WireInteger.greatest && Int(exactly: number).map(range.contains) == true: return
        case (.choice(let words), .string(let word)) where words.contains(word): return
        case (.list(let element), .array(let values)):
            for value in values { try check(value, element, name) }
            return
        case (.object(let parameters), .object(let members)):
            try check(members, parameters, in: name)
            return
        case (.text, _): expected = "a string"
        case (.flag, _): expected = "true or false"
        case (.position, _): expected = "a seq, live or branch:ID@SEQ"
        case (.integer(let range), _):
            let last = min(range.upperBound, Int(clamping: WireInteger.greatest))
            expected = "an integer from \(range.lowerBound) to \(last)"
        case (.choice(let words), _): expected = "one of \(words.joined(separator: ", "))"
        case (.list, _): expected = "a list"
        case (.object(let parameters), _): expected = "an object with \(parameters.map(\.name).joined(separator: ", "))"
        }
        throw AgentError(.tool, "`\(name)` must be \(expected).")
    }

    /// Checks the arguments of an object.
    ///
    /// - Throws: ``AgentError`` with the nearest name, or what is missing.
    static func check(
        _ members: Value.Object, _ parameters: [AgentParameter], in place: String
    ) throws(AgentError) {
        for (name, value) in members {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                let names = parameters.map(\.name)
                let near = Spelling.nearest(name, in: names).map { " Did you mean `\($0)`?" } ?? ""
                throw AgentError(
                    .tool, "\(place) has no such parameter.\(near) It has \(names.joined(separator: ", ")).",
                    quoted: [name])
            }
            if value != .null { try parameter.check(value) }
        }
        for parameter in parameters where parameter.isRequired && members[parameter.name] ?? .null == .null {
            throw AgentError(
                .tool, "`\(parameter.name)` is missing: \(parameter.text.isEmpty ? place : parameter.text).")
        }
    }
}
