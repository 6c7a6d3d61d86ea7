import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTree

extension AgentTool {
    static let captureStop = AgentTool(
        writing: "capture_stop", "Capture a stop",
        "Stops the store once before an action that matches (glob, change at a path, condition after it), tells what it would do, then resumes; with then hold, stays stopped for 60 s.",
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
        let outcome = try await call.progress.telling(seconds, "waiting for a stop") {
            try await capture.run(within: .seconds(seconds), isHolding: isHolding, call.stores.holds)
        }
        switch outcome {
        case .stopped(let stopped, let isHeld):
            call.noteWrite("capture_stop", store, stopped.seq)
            var answer = AgentAnswer(
                "\(store.head(stopped.seq)): "
                    + (isHeld
                        ? "stopped; opens by itself after \(AgentCapture.hold.components.seconds) s"
                        : "stopped, then resumed"))
            answer.parts = GateText(notation: try await store.notation()).lines(stopped.stop).map { [$0] }
            let parts = answer.parts.count
            answer.more = { shown in
                shown < parts ? "\(parts - shown) more lines; max_bytes shows more" : nil
            }
            if isHeld {
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
        case stopped(GateStopped, isHeld: Bool)
        case missed(seq: Int)
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
        // Not in the task of the call: if that is cancelled between asking and the answer, a breakpoint would stay.
        let (store, action, path, condition) = (store, action, path, condition)
        let setting = Task {
            try await store.ask(
                BreakpointSet(store: store.id, action: action, path: path, condition: condition, once: true)
            ).result.breakpoint.id
        }
        let id = try await setting.value
        let stopped = await store.session.signals.wait(within: limit) { signals -> GateStopped?? in
            if let stop = signals.stop(at: id, of: store.id) { return .some(stop) }
            return signals.isLost ? .some(nil) : nil
        }
        guard let found = stopped ?? nil else {
            let late = await leave(id)
            if Task.isCancelled { throw AgentError.cancelled }
            guard !store.session.isLost else {
                throw AgentError(
                    .tool, "The connection to \(store.name) ended; its gate opens by that.",
                    next: AgentText.call("list_stores", [:]))
            }
            // It came while the time ended.
            if let late { return .stopped(late, isHeld: false) }
            return .missed(seq: try await store.describe().seq)
        }
        if isHolding, !Task.isCancelled {
            holds.begin(store, for: Self.hold, openings: openings)
            return .stopped(found, isHeld: true)
        }
        _ = await leave(id)
        if Task.isCancelled { throw AgentError.cancelled }
        return .stopped(found, isHeld: false)
    }

    /// Removes the breakpoint, and opens the gate if it stopped there; also if the call was cancelled.
    ///
    /// - Returns: The stop that was left, if there was one.
    private func leave(_ id: Int) async -> GateStopped? {
        let store = store
        return await Task {
            // After this it stopped, or it never will.
            _ = try? await store.ask(BreakpointRemove(store: store.id, id: id))
            guard let gate = try? await store.ask(GateStatus(store: store.id)).result, let stop = gate.stopped,
                stop.breakpoint == id
            else { return nil }
            _ = try? await store.ask(GateResume(store: store.id))
            return GateStopped(subscription: "", store: store.id, seq: gate.seq, stop: stop, count: gate.count)
        }.value
    }
}
