internal import Strobe
internal import Synchronization

/// The remarks of a log, the last ones.
final class NoteList: Sendable {
    /// How many are kept.
    private static let limit = 1_000
    /// The length of the longest text, in characters.
    private static let textLength = 1_000

    private let notes = Mutex<[LogNote]>([])
    private let handler = Mutex<(@Sendable (LogNote) -> Void)?>(nil)

    /// Adds a note.
    ///
    /// - Parameter afterSeq: Asked for under the lock, so that notes stand in the order of their numbers.
    func add(_ text: String, afterSeq: () -> Int) -> LogNote {
        let text = text.count > Self.textLength ? text.prefix(Self.textLength - 1) + "…" : text
        let new = notes.withLock { notes in
            let note = LogNote(afterSeq: afterSeq(), time: Int64(clamping: Timing.now() / 1_000), text: text)
            if notes.count >= Self.limit { notes.removeFirst(notes.count - Self.limit + 1) }
            notes.append(note)
            return note
        }
        handler.withLock { $0 }?(new)
        return new
    }

    func setHandler(_ handler: @escaping @Sendable (LogNote) -> Void) {
        self.handler.withLock { $0 = handler }
    }

    func all(in seqs: ClosedRange<Int>) -> [LogNote] {
        notes.withLock { notes in notes.filter { seqs.contains($0.afterSeq) } }
    }

    /// Drops those before a number.
    func drop(before seq: Int) {
        notes.withLock { notes in notes.removeAll { $0.afterSeq < seq } }
    }
}
