internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

extension StateSet: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        try await store.set(value, at: path, ifSeq: ifSeq)
    }
}

extension InspectedStore {
    /// The number of attempts for a store that changes meanwhile.
    private static var attempts: Int { 8 }

    /// Sets the part of the live state at a path.
    fileprivate func set(_ value: Value, at path: Path, ifSeq: Int?) async throws -> StateSet.Result {
        try checkRunning()
        guard canEdit else { throw uneditable }
        // As for a dispatch, the changes can be reported only if the state before is retained.
        if !adapter.history.isReplaying || adapter.history.isReplayGivenUp { await adapter.history.attached() }
        let edit = StateEdit<Adapter.State>(path: path, value: value, redaction: redaction)
        var seen = seq
        for _ in 0..<Self.attempts {
            let before = try await presentState()
            if let ifSeq, ifSeq != before.seq { throw ProtocolError.stale(ifSeq: ifSeq, seq: before.seq) }
            try refuseObject(in: before.state)
            let (state, place) = try edit.applied(to: before.state)
            try Task.checkCancellation()
            let note =
                "set \(place.isRoot ? "the state" : place.swiftStyle) to \(text(of: value, at: place, in: state))"
            if let result = try await replace(state, note: note, ifSeq: before.seq) { return result }
            seen = before.seq
        }
        throw ProtocolError(
            .stale,
            "The store \(id) changed \(Self.attempts) times while the edit was prepared; nothing was set. Pause it first.",
            data: ["ifSeq": .int(Int64(seen)), "seq": .int(Int64(seq))])
    }

    /// Why the states cannot be set.
    private var uneditable: ProtocolError {
        guard adapter.canRestore else {
            return ProtocolError(
                .notSupported, "The store \(id) cannot restore a state.")
        }
        if let object = objectInType { return .holding(object, id) }
        return ProtocolError(
            .notSupported, "The states of \(id) cannot be set: let \(Adapter.State.self) conform to Codable.")
    }

    /// Refuses a state that holds an object of the program behind a protocol.
    private func refuseObject(in state: Adapter.State) throws(ProtocolError) {
        guard MutablePart.dependsOnValue(Adapter.State.self), let object = MutablePart.first(in: state) else { return }
        throw .holding(object, id)
    }

    /// The live state, which may differ from the replayed one.
    private func presentState() async throws -> (seq: Int, state: Adapter.State) {
        if let present = adapter.history.present() { return present }
        return try await adapter.history.state()
    }

    /// - Returns: The outcome; `nil` if the store is no longer at `ifSeq`.
    private func replace(_ state: Adapter.State, note: String, ifSeq: Int) async throws -> StateReplacement? {
        do {
            return await replacement(
                try await adapter.restore(state, origin: .edit, from: nil, note: note, ifSeq: ifSeq))
        } catch let error as StoreError where error.code == .stale {
            return nil
        } catch let error as ProtocolError where error.code == .stale {
            return nil
        }
    }

    /// The typed value, or its shown form if the current value has redacted parts.
    private func text(of value: Value, at path: Path, in state: Adapter.State) -> String {
        var value = value
        if !redaction.isEmpty {
            var parts = HiddenParts()
            let node = try? Node(state, redaction: redaction).descendant(at: path)
            if node.map({ parts.contains($0) }) ?? true {
                value = node.flatMap { try? $0.value() } ?? .string(RedactionRule.placeholder)
            }
        }
        let schema = adapter.stateSchema?.part(at: path)
        if schema == nil, !TypeMetadata.isUsable,
            let node = try? Node(state, redaction: redaction).descendant(at: path)
        {
            return ActionFormatter.text(of: node)
        }
        return Literal.text(value, schema: schema, limit: ActionFormatter.labelLength)
    }
}

extension ProtocolError {
    /// The error of an edit of a state that holds an object.
    fileprivate static func holding(_ object: MutablePart, _ store: String) -> ProtocolError {
        ProtocolError(
            .notSupported,
            "The states of \(store) cannot be set: they hold a mutable object, \(object), and a state that is decoded "
                + "would hold another one. Dispatch an action.")
    }
}
