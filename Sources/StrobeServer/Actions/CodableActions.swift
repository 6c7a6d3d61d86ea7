internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// Actions of one type, encoded and decoded by its own coding if it has one.
struct CodableActions<Action: Sendable>: ActionForm {
    var redaction = Redaction.none
    var typeName: String { String(describing: Action.self) }
    var schema: Schema { hasNone ? .choice(type: typeName, cases: []) : SchemaProbe.schema(of: Action.self) }
    var canDecode: Bool { Action.self is any Decodable.Type && !hasNone }
    /// Whether there are no actions: the store reports what changed.
    private var hasNone: Bool { Action.self == Never.self }

    func decode(_ value: Value, for store: String, hiding hidden: () -> [Path]) throws(ProtocolError) -> Action {
        if hasNone { throw ProtocolError(.notSupported, "The store \(store) has no actions: it only reports changes.") }
        guard let type = Action.self as? any Decodable.Type else {
            throw undecodable(
                store: store, advice: "let \(typeName) conform to Codable, or name its actions in an ActionCatalog")
        }
        do throws(TreeError) {
            if let action = try TreeDecoder().decode(type, from: value) as? Action { return action }
        } catch {
            throw ProtocolError(error.hiding(hidden()), as: .undecodableAction)
        }
        throw ProtocolError(.internalError, "The action was not decoded as \(type).")
    }

    func describe(_ action: Action, limits: TreeLimits) -> (value: Value?, label: String) {
        ActionFormatter.describe(action, schema: schema, redaction, limits: limits)
    }

    func editable(_ action: Action) -> RedactedForm? {
        (action as? any Encodable).flatMap {
            try? RedactedForm(of: $0, hiding: redaction, limits: ActionFormatter.limits)
        }
    }
}
