public import StrobeTree

/// The forms of messages, as `protocols/v1/schema.json` gives them (JSON Schema, 2020-12).
///
/// It reads the keywords that this file uses. An integer has to be written as one: `6.0` is not one.
public struct WireSchema: Sendable {
    /// How deeply schemas may refer to one another while one value is examined.
    static let depthLimit = 512

    let definitions: Value.Object
    /// The patterns that texts have to match, by how they are written.
    let patterns: [String: Pattern]

    /// Reads a schema.
    ///
    /// - Parameter text: The text of `schema.json`.
    /// - Throws: `badSchema` when it is no JSON, defines nothing, or has a pattern that cannot be read.
    public init(text: String) throws(ConformanceError) {
        let value: Value
        do {
            value = try JSON.parse(text)
        } catch {
            throw ConformanceError(.badSchema, "The schema cannot be read: \(error.message)")
        }
        guard let definitions = value["$defs"]?.members, !definitions.isEmpty else {
            throw ConformanceError(.badSchema, "The schema has no `$defs`; protocols/v1/schema.json is meant.")
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

    /// What is wrong with a value.
    public struct Fault: Sendable, Hashable {
        /// Where, as a JSON pointer into the value.
        public var path: String
        /// What is there and what should be.
        public var message: String
    }

    /// Whether there is a form of this name.
    func has(_ name: String) -> Bool { definitions[name] != nil }

    /// Holds a value against one of the forms.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the form: `state/get.result`, `log/appended.params`, `Error`.
    /// - Returns: The first thing that is wrong; `nil` if nothing is, or there is no such form.
    /// - Complexity: O(*n*) in the parts of the value, times the alternatives that its form has.
    public func fault(in value: Value, as name: String) -> Fault? {
        guard let schema = definitions[name] else { return nil }
        return SchemaWalk(schema: self).fault(value, schema, "", 0)
    }
}
