internal import Strobe

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

    /// Puts remarks into the log for actions that are dropped at the store's gate, from now on.
    ///
    /// - Parameter label: What an action is called, in place of an earlier closure; called on the history's thread.
    public func noteDrops(label: @escaping @Sendable (Action) -> String) {
        recorder.onDrop { [weak self] dropped in self?.note(dropped: dropped, label) }
    }

    /// Waits until the remarks for what was dropped before are in the log.
    public func waitForDropNotes() async {
        _ = try? await thread.run(isPrepared: false) { _ in .success(()) }
    }

    private func note(dropped: [HeldAction<Action>], _ label: @escaping @Sendable (Action) -> String) {
        let (seq, notes) = (seq, notes)
        // Naming an action may run its own `encode(to:)`, and takes time: not on the thread of whoever drops it.
        thread.post { replica in
            for held in dropped.prefix(Self.namedDrops) {
                let origin = held.origin.rawValue + (held.cause.map { " of \($0)" } ?? "")
                _ = notes.add(
                    "dropped at the gate: \(label(held.action)), \(origin) (held as \(held.id))", cause: held.cause
                ) { seq }
            }
            let more = dropped.count - Self.namedDrops
            if more > 0 { _ = notes.add("dropped at the gate: \(more) more", cause: nil) { seq } }
            replica?.noteWasMade()
        }
    }

    /// How many of the actions that are dropped at once are named.
    private static var namedDrops: Int { 100 }

    /// The remarks that stand after the transitions of a range, in the order in which they were made.
    ///
    /// - Parameter seqs: Numbers of transitions; a remark made before the first one stands after `baseSeq`.
    public func notes(in seqs: ClosedRange<Int>) -> [LogNote] {
        (log.pages?.source.notes(in: seqs) ?? []) + notes.all(in: seqs)
    }
}
