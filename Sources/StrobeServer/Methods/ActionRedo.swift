internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

extension ActionRedo: StoreMethod {
    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) async throws -> ActionDispatch.Result {
        let seq = try store.checked(seq, "seq")
        try store.checkRunning()
        let (action, bytes) = try await store.action(of: seq, changes ?? [])
        guard dryRun != true else { return try await store.dryRun(action, at: .live, ifSeq: ifSeq) }
        return try await store.dispatch(
            action, weighing: bytes, origin: origin == "script" ? .script : .inspector, ifSeq: ifSeq)
    }

    func transition(in result: ActionDispatch.Result) -> Int? { dryRun == true ? nil : result.seq }
}

extension InspectedStore {
    /// The assumed size of a redacted action.
    private static var unshownBytes: Int { 1_024 }

    /// The edited action of an entry, with the size of its shown form; without changes, the logged value, even if it
    /// has no form.
    fileprivate func action(of seq: Int, _ changes: [Change]) async throws -> (action: Adapter.Action, bytes: Int) {
        let entry = try adapter.history.entry(seq)
        guard let action = entry.action else {
            throw ProtocolError(
                .invalidParams,
                "The entry \(seq) has no action: a state was set, by `\(logEntry(entry, await quotable([entry])).label)`.",
                data: ["path": "/seq", "expected": "an entry with an action"])
        }
        guard !changes.isEmpty else {
            return (action, actions.describe(action).value.map { Footprint.bytes(of: $0) } ?? Self.unshownBytes)
        }
        guard var form = editable(action, changes) else {
            throw ProtocolError(
                .notSupported,
                "The action of \(seq) has no editable JSON form, or a large one; redo it unchanged.")
        }
        let whole: (form: Value, hidden: [Path])
        do {
            // Placeholders sent back by a client stand for the redacted values.
            try form.apply(changes)
            whole = try form.filled()
        } catch {
            throw ProtocolError(
                .invalidParams, "The changes do not apply to the action of \(seq): \(error.message)",
                data: ["path": "/changes", "expected": .string(error.expected ?? "changes of the action's JSON form")])
        }
        return (try read(whole.form, hidden: whole.hidden), Footprint.bytes(of: form.shown))
    }

    /// The form of an action; not needed if the action is replaced as a whole.
    private func editable(_ action: Adapter.Action, _ changes: [Change]) -> RedactedForm? {
        if let form = actions.editable(action) { return form }
        guard let first = changes.first, first.op == .replace, first.path.isRoot, first.old == nil else { return nil }
        return try? RedactedForm(of: Value.null, hiding: .none)
    }
}
