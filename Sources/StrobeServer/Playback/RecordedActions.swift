internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeTree

/// The actions of a recording, which are shown as they were and never read.
struct RecordedActions: ActionForm {
    var redaction = Redaction.none
    let typeName: String
    let schema: Schema
    let canDecode = false

    init(_ store: RecordedStore) {
        typeName = store.actionType
        schema = store.actionSchema ?? .unknown(type: store.actionType)
    }

    func decode(_ value: Value, for store: String) throws(ProtocolError) -> RecordedAction {
        throw RecordingDoor.refusal(of: store)
    }

    func describe(_ action: RecordedAction) -> (value: Value?, label: String) {
        (action.transition?.action.map { redaction.hiding($0) }, action.label)
    }

    func form(of action: RecordedAction) -> Value? { action.transition?.action }
}
