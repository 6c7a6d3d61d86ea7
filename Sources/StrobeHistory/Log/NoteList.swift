internal import Strobe
internal import Synchronization

/// The remarks of a log, the last ones.
final class NoteList: Sendable {
    /// How many are kept.
    private static let limit = 1_000
    /// The length of the longest text, in characters.
    private static let textLength = 1_000

    private struct Contents {
        var notes: [LogNote] = []
        /// How many were made, including dropped ones.
        var made = 0
    }

    private let contents = Mutex(Contents())
    private let handler = Mutex<(@Sendable (LogNote) -> Void)?>(nil)
    private let tap = Mutex<(@Sendable (LogNote) -> Void)?>(nil)

    /// Adds a note.
    ///
    /// - Parameter afterSeq: Called under the lock, so that notes are in the order of their numbers; one that comes too
    ///   late for its number gets that of the last note.
    func add(_ text: String, cause: Int?, afterSeq: () -> Int) -> LogNote {
        let text = text.count > Self.textLength ? text.prefix(Self.textLength - 1) + "…" : text
        let new = contents.withLock { contents in
            let note = LogNote(
                afterSeq: max(afterSeq(), contents.notes.last?.afterSeq ?? 0),
                time: Int64(clamping: Timing.now() / 1_000), text: text, cause: cause)
            let excess = contents.notes.count - Self.limit + 1
            if excess > 0 { contents.notes.removeFirst(excess) }
            contents.notes.append(note)
            contents.made += 1
            return note
        }
        tap.withLock { $0 }?(new)
        tell(new)
        return new
    }

    /// Calls the handler with a note.
    func tell(_ note: LogNote) {
        handler.withLock { $0 }?(note)
    }

    func setHandler(_ handler: @escaping @Sendable (LogNote) -> Void) {
        self.handler.withLock { $0 = handler }
    }

    func setTap(_ tap: (@Sendable (LogNote) -> Void)?) {
        self.tap.withLock { $0 = tap }
    }

    func all(in seqs: ClosedRange<Int>) -> [LogNote] {
        contents.withLock { $0.notes.filter { seqs.contains($0.afterSeq) } }
    }

    /// How many were made so far.
    var madeCount: Int { contents.withLock { $0.made } }

    /// The kept notes since an earlier total, and the total now.
    func made(since count: Int) -> (notes: [LogNote], made: Int) {
        contents.withLock { (Array($0.notes.suffix(max(0, $0.made - count))), $0.made) }
    }

    /// Drops those before a number.
    func drop(before seq: Int) {
        contents.withLock { $0.notes.removeAll { $0.afterSeq < seq } }
    }
}
