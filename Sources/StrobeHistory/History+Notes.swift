extension History {
    /// Puts a remark into the log that is no transition: "the gate opened: the last controlling client left".
    ///
    /// The last 1,000 are kept, for as long as the part of the log that they stand in.
    ///
    /// - Parameters:
    ///   - text: What it says; shortened to 1,000 characters.
    ///   - cause: The transition whose effect asked for what it speaks of, if it speaks of such a thing.
    /// - Returns: The note, which stands after the last transition.
    @discardableResult
    public func note(_ text: String, cause: Int? = nil) -> LogNote {
        let note = notes.add(text, cause: cause) { seq }
        thread.post { $0?.noteWasMade() }
        return note
    }

    /// Has a closure told of every remark from now on, in place of an earlier closure; it returns at once.
    public func onNote(_ tell: @escaping @Sendable (LogNote) -> Void) {
        notes.setHandler(tell)
    }

    /// The remarks that stand after the transitions of a range, in the order in which they were made.
    ///
    /// - Parameter seqs: Numbers of transitions; a remark made before the first one stands after `baseSeq`.
    public func notes(in seqs: ClosedRange<Int>) -> [LogNote] {
        (log.pages?.source.notes(in: seqs) ?? []) + notes.all(in: seqs)
    }
}
