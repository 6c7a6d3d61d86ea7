import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTree

extension AgentTool {
    static let captureStop = AgentTool(
        writing: "capture_stop", "Capture a stop",
        "Stops the store once before an action that matches (glob, change at a path, condition after it), reports what it would do, then resumes; with then: hold, stays stopped for 60 s.",
        .writes(destroys: false, repeats: true, reachesOut: false),
        [
            .store, AgentParameter("action", .text, "such as .pay*"),
            AgentParameter("path", .text, "that it changes"), .condition,
            AgentParameter("timeout_s", .integer(1...50), "default 20"),
            AgentParameter("then", .choice(["resume", "hold"]), "default resume"),
        ]
    ) { call in
        let store = try await call.liveStore()
        let arguments = call.arguments
        let path = try arguments.path()
        guard arguments.text("action") != nil || path != nil || arguments.text("condition") != nil else {
            throw AgentError(.tool, "Say where to stop: action, path or condition.", next: store.call("list_actions"))
        }
        if case .ask(let question) = try await call.asking(
            store,
            { () async throws -> AgentQuestion? in
                guard call.options.confirmation == .always else { return nil }
                return AgentQuestion(message: "Stop \(store.name) once before an action?", promise: AgentPromise())
            })
        {
            return .question(question)
        }
        let seconds = arguments.integer("timeout_s") ?? 20
        let capture = AgentCapture(
            store: store, action: arguments.text("action"), path: path, condition: arguments.text("condition"))
        let isHolding = arguments.text("then") == "hold"
        let outcome = try await call.writing("capture_stop", store) {
            try await call.progress.telling(seconds, "waiting for a stop") {
                try await capture.run(within: .seconds(seconds), isHolding: isHolding, call.stores.holds)
            }
        }
        switch outcome {
        case .stopped(let stopped, let gate):
            call.noteWrite("capture_stop", store, stopped.seq)
            let time = "opens by itself after \(AgentCapture.hold.components.seconds) s"
            let what =
                switch gate {
                case .held: "stopped; \(time)"
                case .open: "stopped, then resumed"
                case .stuck: "stopped; resuming was not answered; \(time) at the latest"
                case .taken: "stopped; another client controls the gate now, which is paused"
                }
            var answer = AgentAnswer("\(store.head(stopped.seq)): \(what)")
            answer.parts = GateText(notation: try await store.notation()).lines(stopped.stop).map { [$0] }
            let parts = answer.parts.count
            answer.more = { shown in
                shown < parts ? "\(parts - shown) more lines; max_bytes shows more" : nil
            }
            if gate != .open {
                answer.tail = [store.call("gate", ["do": "step"]), store.call("gate", ["do": "resume"])]
            } else {
                answer.tail = [store.call("list_log", ["from": .int(Int64(stopped.seq + 1))])]
            }
            return .answer(answer)
        case .missed(let seq):
            var answer = AgentAnswer("\(store.head(seq)): no such action within \(seconds) s; nothing is stopped")
            answer.tail = [call.again("capture_stop", [:])]
            return .answer(answer)
        }
    }
}

/// Sets a breakpoint for one stop, and leaves none behind.
private struct AgentCapture {
    enum Outcome: Sendable {
        case stopped(GateStopped, Gate)
        case missed(seq: Int)
    }

    /// What became of the gate after a stop.
    enum Gate: Sendable, Hashable {
        case open
        /// Paused, as it was asked for.
        case held
        /// Perhaps paused: opening it was not answered.
        case stuck
        /// Paused, but no longer by this stop.
        case taken
    }

    /// How long a stop is held.
    static let hold = Duration.seconds(60)

    let store: AgentStore
    let action: String?
    let path: Path?
    let condition: String?

    /// Waits for the stop.
    func run(within limit: Duration, isHolding: Bool, _ holds: AgentHolds) async throws -> Outcome {
        let before = try await store.ask(GateStatus(store: store.id)).result
        guard !before.paused else {
            throw AgentError(
                .tool, "The gate of \(store.name) is paused already: breakpoints are not checked then.",
                next: store.call("read_store"))
        }
        let openings = store.openings
        let id = try await set(holds)
        let stopped = await store.session.signals.wait(within: limit) { signals -> GateStopped?? in
            if let stop = signals.stop(at: id, of: store.id) { return .some(stop) }
            return signals.isLost ? .some(nil) : nil
        }
        guard let found = stopped ?? nil else {
            let (late, gate) = await leave(id, holds, nil)
            if Task.isCancelled { throw late == nil ? AgentError.cancelled : Self.unanswered }
            guard !store.session.isLost else {
                throw AgentError(
                    .tool, "The connection to \(store.name) ended, which opens its gate.",
                    next: AgentText.call("list_stores", [:]))
            }
            // It came while the time ended.
            if let late { return .stopped(late, gate) }
            guard gate != .stuck else {
                throw AgentError(
                    .tool,
                    "No such action came in time, but \(store.name) does not answer: if it stops yet, it is resumed.",
                    next: store.call("read_store"))
            }
            return .missed(seq: try await store.describe().seq)
        }
        // In any case: opening it may fail.
        let hold = holds.begin(store, for: Self.hold, openings: openings)
        if isHolding, !Task.isCancelled { return .stopped(found, .held) }
        let gate = await leave(id, holds, hold).gate
        if Task.isCancelled { throw Self.unanswered }
        return .stopped(found, gate)
    }

    /// Sets the breakpoint.
    ///
    /// Not in the task of the call: if that is cancelled, or gives up, between asking and the answer, the breakpoint would stay.
    private func set(_ holds: AgentHolds) async throws -> Int {
        let setting = Task {
            try await store.session.askPatiently(
                BreakpointSet(store: store.id, action: action, path: path, condition: condition, once: true)
            ).breakpoint.id
        }
        do {
            return try await Deadline.wait(until: .now + AgentSession.patience) { try await setting.value }
        } catch let error as ClientError {
            throw AgentError(error, of: store)
        } catch {
            Task { if let id = try? await setting.value { _ = await leave(id, holds, nil) } }
            guard !Task.isCancelled else { throw Self.unanswered }
            throw AgentError(ClientError(.timedOut, ""), of: store)
        }
    }

    /// The error of a cancelled call that may have stopped the store.
    private static var unanswered: AgentError {
        var error = AgentError.cancelled
        error.isUnanswered = true
        return error
    }

    /// Removes the breakpoint, and opens the gate if it stopped there; also if the call was cancelled, and however late the
    /// process answers.
    ///
    /// - Parameter hold: The hold that was begun for the stop, if it is known.
    /// - Returns: The stop that was left, if there was one, and what became of the gate.
    private func leave(_ id: Int, _ holds: AgentHolds, _ hold: Int?) async -> (late: GateStopped?, gate: Gate) {
        let leaving = Task { await cleanUp(id, holds, hold) }
        return await Task {
            try? await Deadline.wait(until: .now + AgentSession.patience) { await leaving.value }
        }.value ?? (nil, .stuck)
    }

    private func cleanUp(_ id: Int, _ holds: AgentHolds, _ hold: Int?) async -> (late: GateStopped?, gate: Gate) {
        let session = store.session
        // After this it stopped, or it never will.
        _ = try? await session.askPatiently(BreakpointRemove(store: store.id, id: id))
        guard let gate = try? await session.askPatiently(GateStatus(store: store.id)) else { return (nil, .stuck) }
        guard gate.paused, let stop = gate.stopped, stop.breakpoint == id else {
            if let hold { holds.end(store, hold) }
            return (nil, gate.paused ? .taken : .open)
        }
        let isOpen = (try? await session.askPatiently(GateResume(store: store.id))) != nil
        if isOpen, let hold { holds.end(store, hold) }
        let late = GateStopped(subscription: "", store: store.id, seq: gate.seq, stop: stop, count: gate.count)
        return (late, isOpen ? .open : .stuck)
    }
}
