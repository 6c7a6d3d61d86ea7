internal import StrobeHistory
internal import StrobeProtocol

extension InspectedStore {
    func notes(in seqs: ClosedRange<Int>) -> [NoteDescription] {
        adapter.history.notes(in: seqs).map(Self.describe)
    }

    func onNote(_ tell: @escaping @Sendable (NoteDescription) -> Void) {
        adapter.history.onNote { tell(Self.describe($0)) }
    }

    private static func describe(_ note: LogNote) -> NoteDescription {
        NoteDescription(afterSeq: note.afterSeq, time: note.time, text: note.text, cause: note.cause)
    }

    /// The number of later entries searched for effects of an entry.
    private static var reach: Int { 10_000 }

    /// The notes right before an entry, and those about dispatches by effects of some entries; `nil` if there are none.
    func notes(on seq: Int, causes: Set<Int>) -> [NoteDescription]? {
        let first = min(seq - 1, causes.min() ?? seq)
        let notes = notes(in: first...max(first, min(self.seq, seq + Self.reach))).filter { note in
            note.afterSeq == seq - 1 || note.cause.map(causes.contains) == true
        }
        return notes.isEmpty ? nil : notes
    }
}
