internal import StrobeProtocol

extension LogWhy: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let target = try session.feed(for: store).target
        _ = try target.seq(of: .seq(seq), "seq")
        var why = try await target.why(seq, limit: min(limit ?? 100, session.server.configuration.limits.page))
        why.notes = target.notes(on: seq, causes: Set(why.links.map(\.seq)))
        return why
    }
}

extension AnyInspectedStore {
    /// How many later entries are searched for consequences of an entry.
    private static var reach: Int { 10_000 }

    /// The remarks right before an entry, and those about dispatches by effects of some entries; `nil` if there are
    /// none.
    func notes(on seq: Int, causes: Set<Int>) -> [NoteDescription]? {
        let first = min(seq - 1, causes.min() ?? seq)
        let notes = notes(in: first...max(first, min(self.seq, seq + Self.reach))).filter { note in
            note.afterSeq == seq - 1 || note.cause.map(causes.contains) == true
        }
        return notes.isEmpty ? nil : notes
    }
}
