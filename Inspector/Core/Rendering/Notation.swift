package import StrobeTree

/// Writes and parses the values of a store, in Swift notation if their types are known.
///
/// A class: what was parsed by the same notation need not be parsed again.
package final class Notation: Sendable {
    /// The shape of the states.
    package let state: Schema?
    /// The shape of the actions.
    package let action: Schema?

    package init(state: Schema? = nil, action: Schema? = nil) {
        (self.state, self.action) = (state, action)
    }

    /// Parses a literal.
    ///
    /// - Throws: `InspectorError`, with the position in the text.
    package static func value(_ text: String, _ schema: Schema?) throws(InspectorError) -> Value {
        try InspectorError.parsing(text) { () throws(TreeError) in try Literal.parse(text, schema: schema) }
    }

    /// The literal of an action.
    package func text(action value: Value, limit: Int? = nil) -> String {
        Literal.text(value, schema: action, limit: limit)
    }

    /// The literal of the part of a state at a path.
    package func text(state value: Value, at path: Path, limit: Int? = nil) -> String {
        Literal.text(value, schema: state?.part(at: path), limit: limit)
    }
}
