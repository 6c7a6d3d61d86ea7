internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension TargetEngine {
    func redo(_ seq: Int, _ changes: [Change], origin: Origin, ifSeq: Int?) async throws -> ActionDispatch.Result {
        try checkRunning()
        return try await dispatch(try await action(of: seq, changes), origin: origin, ifSeq: ifSeq)
    }

    func dryRedo(_ seq: Int, _ changes: [Change], ifSeq: Int?) async throws -> ActionDispatch.Result {
        try checkRunning()
        return try await dryRun(try await action(of: seq, changes), at: .live, ifSeq: ifSeq)
    }

    /// The action of an entry; without changes it is the value that was logged, form or not.
    private func action(of seq: Int, _ changes: [Change]) async throws -> Door.Action {
        let entry = try door.history.entry(seq)
        guard let action = entry.action else {
            throw ProtocolError(
                .invalidParams,
                "The entry \(seq) has no action: it is a state that was put in, by `\(logEntry(entry, changed: nil, await hiddenTexts(about: [entry])).label)`.",
                data: ["path": "/seq", "expected": "an entry with an action"])
        }
        guard !changes.isEmpty else { return action }
        guard var form = wholeForm(of: action, changes) else {
            throw ProtocolError(
                .notSupported,
                "The action of \(seq) has no JSON form that could be changed, or a large one; redo it as it was.")
        }
        do {
            // What a client sends back of what it was shown stands for what is hidden there.
            let real = try Redaction.restored(changes, shown: actions.describe(action).value ?? form, hidden: form)
            try Patch.apply(real, to: &form, checksOld: true)
        } catch {
            throw ProtocolError(
                .invalidParams, "The changes do not fit the action of \(seq): \(error.message)",
                data: ["path": "/changes", "expected": .string(error.expected ?? "changes of the action's JSON form")])
        }
        return try read(form)
    }

    /// The form of an action; where all of it is replaced, none is needed.
    private func wholeForm(of action: Door.Action, _ changes: [Change]) -> Value? {
        if let first = changes.first, first.op == .replace, first.path.isRoot, first.old == nil { return .null }
        return actions.form(of: action)
    }
}
