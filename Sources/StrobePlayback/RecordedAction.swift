internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeReflection
internal import StrobeTree

/// An entry of a recording, in the form of a store's action.
final class RecordedAction: Sendable, ValueSemantic {
    let seq: Int
    /// The recorded transition; `nil` if none was recorded.
    let transition: RecordedTransition?
    /// Why no transition was recorded, in a few words.
    let loss: String?

    init(_ transition: RecordedTransition) {
        seq = transition.seq
        self.transition = transition
        loss = nil
    }

    init(seq: Int, loss: String) {
        self.seq = seq
        transition = nil
        self.loss = loss
    }

    var label: String { transition?.label ?? "‹\(loss ?? "not recorded")›" }

    /// Whether a state was set, and not an action dispatched.
    var isPlacement: Bool { transition?.isPlacement == true }

    /// The changes of this entry alone.
    var changes: [Change]? {
        guard let transition, transition.fromSeq == nil || transition.fromSeq == seq - 1 else { return nil }
        // A rejected action left the state as it was.
        return transition.changes ?? (transition.error == nil ? nil : [])
    }
}
