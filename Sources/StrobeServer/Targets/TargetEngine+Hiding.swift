internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

/// What programs and types say of hidden values in texts of their own: reasons, notes, errors.
extension TargetEngine {
    /// In how many states what is hidden is looked for, for one answer.
    private static var stateLimit: Int { 64 }

    /// The hidden texts that what is said about some entries may repeat; none where nothing is said.
    func hiddenTexts(about entries: [Entry<Door.Action, Door.Effect>]) async -> HiddenTexts {
        var hidden = HiddenTexts()
        guard !redaction.isEmpty else { return hidden }
        let talking = entries.filter { $0.rejection != nil || $0.note != nil }
        for (index, entry) in talking.enumerated() {
            if let action = entry.action { hidden.add(action, hiddenBy: actions.redaction) }
            // A reason speaks of the state that it was given in; the states of neighbours mostly hide the same.
            let isLooked = index < Self.stateLimit || index == talking.count - 1
            if isLooked, let state = try? await door.history.state(at: entry.seq - 1).state {
                hidden.add(state, hiddenBy: redaction)
            }
        }
        if !talking.isEmpty { await addPresentState(to: &hidden) }
        return hidden
    }

    /// The hidden texts of an action and of the present state.
    func hiddenTexts(of action: Door.Action?) async -> HiddenTexts {
        var hidden = HiddenTexts()
        guard !redaction.isEmpty else { return hidden }
        if let action { hidden.add(action, hiddenBy: actions.redaction) }
        await addPresentState(to: &hidden)
        return hidden
    }

    private func addPresentState(to hidden: inout HiddenTexts) async {
        if let state = try? await door.history.state().state { hidden.add(state, hiddenBy: redaction) }
    }

    /// Does something, and throws no error that repeats what is hidden.
    ///
    /// - Parameter action: The action that it is done with.
    func withoutHidden<Result: Sendable>(
        _ action: Door.Action? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let hidden = await hiddenTexts(of: action)
            throw ProtocolError(describing: error).without(hidden)
        }
    }

    /// Reads an action; the error repeats nothing of it that is hidden.
    func read(_ form: Value) throws(ProtocolError) -> Door.Action {
        do throws(ProtocolError) {
            return try actions.decode(form, for: id)
        } catch {
            var hidden = HiddenTexts()
            hidden.add(form, hiddenBy: actions.redaction)
            throw error.without(hidden)
        }
    }
}

extension ProtocolError {
    /// The same error without some texts.
    func without(_ hidden: HiddenTexts) -> ProtocolError {
        var error = self
        error.message = hidden.removed(from: message)
        error.data = data.mapTexts { hidden.removed(from: $0) }
        return error
    }
}

extension Value.Object {
    /// The same members with other texts in place of the values that are texts.
    fileprivate func mapTexts(_ body: (String) -> String) -> Value.Object {
        var object: Value.Object = [:]
        for (key, value) in self {
            if case .string(let text) = value { object[key] = .string(body(text)) } else { object[key] = value }
        }
        return object
    }
}
