import StrobeTree

/// Writes and parses the values of a store, in Swift notation if their types are known.
struct Notation: Sendable {
    /// The shape of the states.
    var state: Schema?
    /// The shape of the actions.
    var action: Schema?

    /// Parses a literal.
    ///
    /// - Throws: `InspectorError`, with the position in the text.
    static func value(_ text: String, _ schema: Schema?) throws(InspectorError) -> Value {
        do throws(TreeError) {
            return try Literal.parse(text, schema: schema)
        } catch {
            throw InspectorError(literal: error, in: text)
        }
    }

    /// The literal of an action.
    func text(action value: Value, limit: Int? = nil) -> String {
        Literal.text(value, schema: action, limit: limit)
    }

    /// The literal of the part of a state at a path.
    func text(state value: Value, at path: Path, limit: Int? = nil) -> String {
        Literal.text(value, schema: state?.part(at: path), limit: limit)
    }
}
