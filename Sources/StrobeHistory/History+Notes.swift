internal import Strobe

extension History {
    /// Adds a remark to the log that is not a transition: "the gate opened: the last controlling client left".
    ///
    /// The last 1,000 are kept, as long as their part of the log is kept.
    ///
    /// - Parameters:
    ///   - text: The text, shortened to 1,000 characters.
    ///   - cause: The transition whose effect dispatched what the remark is about, if any.
    /// - Returns: The note, placed after the last transition.
    @discardableResult
    public func note(_ text: String, cause: Int? = nil) -> LogNote {
        let note = notes.add(text, cause: cause) { seq }
        thread.post { $0?.noteWasMade() }
        return note
    }

    /// Registers a closure to call with every remark from now on, replacing an earlier one; it returns at once.
    public func onNote(_ tell: @escaping @Sendable (LogNote) -> Void) {
        notes.setHandler(tell)
    }

    /// Adds remarks to the log for actions dropped at the store's gate, from now on.
    ///
    /// - Parameter label: Returns the label of an action, replacing an earlier closure; called on the history's thread.
    public func noteDrops(label: @escaping @Sendable (Action) -> String) {
        recorder.onDrop { [weak self] dropped in self?.note(dropped: dropped, label) }
    }

    /// Waits until the remarks for actions dropped so far are in the log.
    public func waitForDropNotes() async {
        _ = try? await thread.run(isPrepared: false) { _ in }
    }

    private func note(dropped: [HeldAction<Action>], _ label: @escaping @Sendable (Action) -> String) {
        let (seq, notes) = (seq, notes)
        // Naming an action may run its own `encode(to:)`, which takes time: not on the thread that drops it.
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

    /// How many of the actions dropped at once are named.
    private static var namedDrops: Int { 100 }

    /// The remarks after the transitions of a range, in order of creation.
    ///
    /// - Parameter seqs: Numbers of transitions; a remark from before the first one is placed after `baseSeq`.
    public func notes(in seqs: ClosedRange<Int>) -> [LogNote] {
        (log.pages?.source.notes(in: seqs) ?? []) + notes.all(in: seqs)
    }
}
