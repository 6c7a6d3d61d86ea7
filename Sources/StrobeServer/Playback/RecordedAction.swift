internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeTree

/// An entry of a recording, as a store's action.
final class RecordedAction: Sendable {
    let seq: Int
    /// What was recorded; `nil` where nothing was.
    let transition: RecordedTransition?
    /// Why nothing was, in a few words.
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

    /// Whether a state was put in, in place of an action.
    var isPlacement: Bool { transition?.isPlacement == true }

    /// What the entry changed by itself.
    var changes: [Change]? {
        guard let transition, transition.fromSeq == nil || transition.fromSeq == seq - 1 else { return nil }
        // What the store rejected left the state as it was.
        return transition.changes ?? (transition.error == nil ? nil : [])
    }
}
