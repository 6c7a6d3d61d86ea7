import StrobeTree

/// How the values of a store are written: in Swift notation where their types are known.
struct Notation: Sendable {
    /// The shape of the states.
    var state: Schema?
    /// The shape of the actions.
    var action: Schema?

    /// The literal of an action.
    func text(action value: Value, limit: Int? = nil) -> String {
        Literal.text(value, schema: action, limit: limit)
    }

    /// The literal of the part of a state at a path.
    func text(state value: Value, at path: Path, limit: Int? = nil) -> String {
        Literal.text(value, schema: state?.part(at: path), limit: limit)
    }
}
