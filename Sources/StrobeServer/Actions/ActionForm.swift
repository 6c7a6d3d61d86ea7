package import StrobeProtocol
package import StrobeReflection
package import StrobeTree

/// Decodes the actions of a store from JSON, and encodes them.
package protocol ActionForm<Action>: Sendable {
    associatedtype Action: Sendable

    /// The name of the actions' type, for display.
    var typeName: String { get }
    /// The shape of the actions that can be decoded.
    var schema: Schema { get }
    /// Whether any action can be decoded.
    var canDecode: Bool { get }

    /// Decodes an action.
    ///
    /// - Parameters:
    ///   - store: The id of the store, for the error.
    ///   - hidden: The places of the JSON form at which an error says only what is expected.
    /// - Throws: `undecodableAction` with the place, what was expected there and the nearest name; `notSupported` if
    ///   actions cannot be decoded.
    func decode(_ value: Value, for store: String, hiding hidden: () -> [Path]) throws(ProtocolError) -> Action

    /// The redaction rules in actions.
    var redaction: Redaction { get set }

    /// The JSON form of an action, if it has one, and its label; redacted values are placeholders.
    ///
    /// - Parameter limits: The largest form that is returned.
    func describe(_ action: Action, limits: TreeLimits) -> (value: Value?, label: String)

    /// The JSON form of an action for a client to edit; `nil` if it has none or is too large.
    func editable(_ action: Action) -> RedactedForm?

    /// The case name of an action type that is not an enum with a case for each action.
    func name(of type: any Any.Type) -> String
}

extension ActionForm {
    /// The JSON form of an action, unless it is too large for a list, and its label.
    func describe(_ action: Action) -> (value: Value?, label: String) {
        describe(action, limits: ActionFormatter.limits)
    }

    /// The type's own name.
    package func name(of type: any Any.Type) -> String { String(describing: type) }

    /// The error for a store whose action type cannot be decoded.
    func undecodable(store: String, advice: String) -> ProtocolError {
        ProtocolError(
            .notSupported,
            "Actions of the store \(store) cannot be dispatched by clients: \(advice). `redo SEQ` "
                + "dispatches one of the log again.")
    }
}
