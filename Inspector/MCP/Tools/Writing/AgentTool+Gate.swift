import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentTool {
    static let gate = AgentTool(
        writing: "gate", "Control the gate",
        "Holds a store's actions before they are reduced, lets some through, drops or edits one. A pause ends by itself after hold_s.",
        .writes(destroys: true, repeats: false, reachesOut: false),
        [
            .store, AgentParameter("do", .choice(["pause", "resume", "step", "drop", "edit"]), "").required,
            AgentParameter("count", .integer(1...10_000), "of step, default 1"),
            AgentParameter("id", .integer(1...Int.max), "held action, of drop and edit; default the first"),
            AgentParameter("action", .literal, "of edit"),
            AgentParameter("hold_s", .integer(1...600), "default 60"),
        ]
    ) { call in
        let store = try await call.liveStore()
        let work = GateWork(store: store, call: call)
        switch call.arguments.text("do") {
        case "pause": return try await work.pause()
        case "resume": return try await work.resume()
        case "step": return try await work.step()
        case "drop": return try await work.drop()
        default: return try await work.edit()
        }
    }
}

/// Works a gate.
private struct GateWork {
    let store: AgentStore
    let call: AgentCall

    private var hold: Duration { .seconds(call.arguments.integer("hold_s") ?? 60) }

    func pause() async throws -> AgentOutcome {
        if case .ask(let question) = try await asking(
            "Hold the actions of \(store.name) for \(hold.components.seconds) s?")
        {
            return .question(question)
        }
        let before = try await store.ask(GateStatus(store: store.id)).result
        guard !before.paused || call.stores.holds.isHeld(store) else {
            return .answer(
                try await answer(
                    before, "was already paused by another client; it stays paused until that client opens it")
            )
        }
        let gate = try await holding { [store] in try await store.ask(GatePause(store: store.id)).result }
        return .answer(
            try await answer(gate, "paused; opens by itself after \(hold.components.seconds) s", isWrite: true))
    }

    func resume() async throws -> AgentOutcome {
        if case .ask(let question) = try await asking("Open the gate of \(store.name)?") { return .question(question) }
        let gate = try await call.writing("gate", store) { try await store.ask(GateResume(store: store.id)).result }
        call.stores.holds.end(store)
        return .answer(try await answer(gate, "open", isWrite: true))
    }

    func step() async throws -> AgentOutcome {
        let count = call.arguments.integer("count") ?? 1
        if case .ask(let question) = try await asking(
            "Let \(NumberText.counted(count, "action")) through the gate of \(store.name)?")
        {
            return .question(question)
        }
        let before = try await store.ask(GateStatus(store: store.id)).result
        let request = GateStep(store: store.id, count: count)
        // A step pauses a gate that was open; the pause of another client is not ours to end, and a pause of ours ends when it
        // was said to.
        let isOurs = !before.paused || call.stores.holds.isHeld(store) && call.arguments.integer("hold_s") != nil
        let gate =
            if isOurs {
                try await holding { [store] in try await store.ask(request).result }
            } else {
                try await call.writing("gate", store) { try await store.ask(request).result }
            }
        return .answer(try await answer(gate, "let \(NumberText.counted(count, "action")) through", isWrite: true))
    }

    func drop() async throws -> AgentOutcome {
        guard let (held, consent) = try await heldAction("Drop") else { return .answer(try await nothingHeld()) }
        if case .ask(let question) = consent { return .question(question) }
        let dropped = try await call.writing("gate", store) {
            try await store.ask(GateDrop(store: store.id, ids: [held])).result
        }
        let what = dropped.dropped.isEmpty ? "\(held) was no longer held; nothing was dropped" : "dropped \(held)"
        return .answer(try await answer(dropped.status, what, isWrite: true))
    }

    func edit() async throws -> AgentOutcome {
        let action = try await call.action(store)
        let shapes = try await store.notation()
        guard let (held, consent) = try await heldAction("Replace", by: action, shapes) else {
            return .answer(try await nothingHeld())
        }
        if case .ask(let question) = consent { return .question(question) }
        let edited = try await call.writing("gate", store) {
            try await store.ask(GateEdit(store: store.id, id: held, action: action)).result
        }
        return .answer(try await answer(edited.status, "edited \(edited.id)", isWrite: true))
    }

    /// Pauses the gate by a request, for a limited time.
    ///
    /// Not in the task of the call, and held before the answer: if the call is cancelled, or no answer comes, the gate
    /// may be paused nevertheless, and has to be opened.
    private func holding(
        _ request: @escaping @Sendable () async throws -> GateDescription
    ) async throws -> GateDescription {
        let (store, holds, hold) = (store, call.stores.holds, hold)
        return try await call.writing("gate", store) {
            try await Task { () async throws -> GateDescription in
                let (openings, wasHeld) = (store.openings, holds.isHeld(store))
                holds.begin(store, for: hold, openings: openings)
                do {
                    let gate = try await request()
                    // Its time begins when it is paused.
                    holds.begin(store, for: hold, openings: openings)
                    return gate
                } catch {
                    let isRefused = (error as? AgentError)?.isUnanswered == false
                    if isRefused, !wasHeld { holds.end(store) }
                    throw error
                }
            }.value
        }
    }

    /// The held action that is meant, and whether the user agrees: to this one, not to one that comes later.
    ///
    /// - Returns: `nil` if nothing is held.
    private func heldAction(
        _ verb: String, by action: Value? = nil, _ shapes: Notation = Notation()
    ) async throws -> (id: Int, asked: AgentCall.Asked)? {
        if case .given(let promise) = call.consent, let held = promise.held { return (held, .go(promise)) }
        let gate = try await store.ask(GateStatus(store: store.id)).result
        let id = call.arguments.integer("id")
        let first = id.map { id in gate.held.first { $0.id == id } } ?? gate.held.first
        guard let held = first else {
            // More may be held than the status lists.
            guard let id, gate.count > gate.held.count else { return nil }
            return (id, try await asked("\(verb) the held action \(id) of \(store.name)?", id, action))
        }
        var message = "\(verb) the held `\(AgentText.line(held.label))` of \(store.name)"
        if let action { message += " by `\(AgentText.literal(action, shapes.action))`" }
        return (held.id, try await asked(message + "?", held.id, action))
    }

    /// Asks as for an action that is sent: always, or if the one that is let in asks for effects.
    private func asked(_ message: String, _ held: Int, _ action: Value?) async throws -> AgentCall.Asked {
        try await call.asking(store) {
            var message = message
            var isNeeded = call.options.confirmation == .always
            if let action {
                let tried = try await call.tried(store, action)
                isNeeded = isNeeded || tried?.effects.isEmpty != true
                message += " \(DispatchText.summary(tried))"
            }
            return isNeeded ? AgentQuestion(message: message, promise: AgentPromise(held: held)) : nil
        }
    }

    private func asking(_ message: String) async throws -> AgentCall.Asked {
        try await call.asking(store) {
            call.options.confirmation == .always ? AgentQuestion(message: message, promise: AgentPromise()) : nil
        }
    }

    private func nothingHeld() async throws -> AgentAnswer {
        let gate = try await store.ask(GateStatus(store: store.id)).result
        return try await answer(gate, "no such action is held; nothing was done")
    }

    private func answer(_ gate: GateDescription, _ what: String, isWrite: Bool = false) async throws -> AgentAnswer {
        if isWrite { call.noteWrite("gate", store, gate.seq) }
        var answer = AgentAnswer("\(store.head(gate.seq)): \(what)")
        answer.parts = GateText(notation: try await store.notation()).lines(gate).map { [$0] }
        if gate.paused {
            answer.tail.append(store.call("gate", ["do": "step"]))
            answer.tail.append(store.call("gate", ["do": "resume"]))
        }
        return answer
    }
}
