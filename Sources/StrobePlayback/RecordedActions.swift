internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeReflection
internal import StrobeServer
internal import StrobeTree

/// The actions of a recording: shown as recorded, never decoded.
struct RecordedActions: ActionForm {
    /// None: values were redacted before they were recorded.
    var redaction: Redaction {
        get { .none }
        set {}
    }
    let typeName: String
    let schema: Schema
    let canDecode = false

    init(_ store: RecordedStore) {
        typeName = store.actionType
        schema = store.actionSchema ?? .unknown(type: store.actionType)
    }

    func decode(_ value: Value, for store: String, hiding hidden: () -> [Path]) throws(ProtocolError) -> RecordedAction
    {
        throw RecordedStoreAdapter.refusal(of: store)
    }

    func describe(_ action: RecordedAction, limits: TreeLimits) -> (value: Value?, label: String) {
        (action.transition?.action, action.label)
    }

    func editable(_ action: RecordedAction) -> RedactedForm? {
        action.transition?.action.flatMap { try? RedactedForm(of: $0, hiding: redaction) }
    }
}
