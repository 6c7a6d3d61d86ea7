internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// How the actions of a store are read from their JSON form, and written in it.
protocol ActionForm<Action>: Sendable {
    associatedtype Action: Sendable

    /// The name of the type of the actions, for people.
    var typeName: String { get }
    /// The shape of the actions that can be read.
    var schema: Schema { get }
    /// Whether any action can be read.
    var canDecode: Bool { get }

    /// Reads an action.
    ///
    /// - Parameters:
    ///   - store: The id of the store, for the error.
    ///   - hidden: The places in the form of which an error tells no more than what is expected there.
    /// - Throws: `undecodableAction` with the place, what was expected there and the nearest name; `notSupported` where no
    ///   action can be read.
    func decode(_ value: Value, for store: String, hiding hidden: () -> [Path]) throws(ProtocolError) -> Action

    /// What is hidden in actions.
    var redaction: Redaction { get set }

    /// The JSON form of an action, if it has one, and its label; placeholders stand for what is hidden.
    ///
    /// - Parameter limits: Up to which size the form is told.
    func describe(_ action: Action, limits: TreeLimits) -> (value: Value?, label: String)

    /// The JSON form of an action for whoever changes it; `nil` where it has none, or one that is too large.
    func editable(_ action: Action) -> RedactedForm?

    /// The name of actions of a type that is no enum with a case for each.
    func name(of type: any Any.Type) -> String
}

extension ActionForm {
    /// The JSON form of an action, unless it is too large to stand among others, and its label.
    func describe(_ action: Action) -> (value: Value?, label: String) {
        describe(action, limits: ActionFormatter.limits)
    }

    /// The type's own name.
    func name(of type: any Any.Type) -> String { String(describing: type) }

    /// What is said where the type would have to be another one.
    func undecodable(store: String, advice: String) -> ProtocolError {
        ProtocolError(
            .notSupported, "Actions of the store \(store) cannot be dispatched from outside: \(advice).")
    }
}
