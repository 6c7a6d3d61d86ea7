public import StrobeTree

/// The forms of messages in `protocols/v1/schema.json` (JSON Schema, 2020-12).
///
/// It supports the keywords that this file uses. An integer must be written as one: `6.0` is not one.
public struct WireSchema: Sendable {
    /// The maximum depth of references between schemas while a value is validated.
    static let depthLimit = 512

    let definitions: Value.Object
    /// The compiled patterns for strings, by their text.
    let patterns: [String: Pattern]

    /// Parses a schema.
    ///
    /// - Parameter text: The text of `schema.json`.
    /// - Throws: `badSchema` if it is not JSON, defines nothing, or has a pattern that cannot be parsed.
    public init(text: String) throws(ConformanceError) {
        let value: Value
        do {
            value = try JSON.parse(text)
        } catch {
            throw ConformanceError(.badSchema, "The schema cannot be read: \(error.message)")
        }
        guard let definitions = value["$defs"]?.members, !definitions.isEmpty else {
            throw ConformanceError(.badSchema, "The schema has no `$defs`: give protocols/v1/schema.json.")
        }
        self.definitions = definitions
        var patterns: [String: Pattern] = [:]
        try Self.collect(.object(definitions), &patterns)
        self.patterns = patterns
    }

    private static func collect(_ schema: Value, _ patterns: inout [String: Pattern]) throws(ConformanceError) {
        switch schema {
        case .array(let elements): for element in elements { try collect(element, &patterns) }
        case .object(let members):
            if let text = members["pattern"]?.text {
                do {
                    patterns[text] = try Pattern(regex: text)
                } catch {
                    throw ConformanceError(.badSchema, "The schema's pattern \(text) cannot be read: \(error.message)")
                }
            }
            for (_, member) in members { try collect(member, &patterns) }
        default: break
        }
    }

    /// A violation in a value.
    public struct Fault: Sendable, Hashable {
        /// Its place, as a JSON pointer into the value.
        public var path: String
        /// The actual and the expected value.
        public var message: String
    }

    /// Whether there is a form with this name.
    func has(_ name: String) -> Bool { definitions[name] != nil }

    /// Validates a value against a form.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the form: `state/get.result`, `log/appended.params`, `Error`.
    /// - Returns: The first violation; `nil` if there is none, or no such form.
    /// - Complexity: O(*n*) in the parts of the value, times the alternatives of its form.
    public func fault(in value: Value, as name: String) -> Fault? {
        guard let schema = definitions[name] else { return nil }
        return SchemaWalk(schema: self).fault(value, schema, "", 0)
    }
}
