import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTree

extension AgentTool {
    static let waitFor = AgentTool(
        "wait_for", "Wait",
        "Waits until a condition holds, or an action arrives. from: the seq you saw last, so that nothing after it is missed. The answer may be \"not yet\".",
        [
            .store, .condition, AgentParameter("action", .text, "such as .load*"),
            AgentParameter("from", .integer(0...Int.max), "seen seq; default now"),
            AgentParameter("timeout_s", .integer(1...50), "default 20"),
        ],
        output: [
            AgentParameter("found", .flag, "").required, AgentParameter("seq", .integer(0...Int.max), "").required,
        ]
    ) { call in
        let store = try await call.store()
        let arguments = call.arguments
        guard (arguments.text("condition") == nil) != (arguments.text("action") == nil) else {
            throw AgentError(
                .tool, "Give either a condition or an action.", next: AgentText.call("help", ["topic": "conditions"]))
        }
        let wait = AgentWait(store: store, condition: arguments.text("condition"), action: arguments.text("action"))
        let seconds = arguments.integer("timeout_s") ?? 20
        let outcome = try await call.progress.telling(seconds, "waiting") {
            try await wait.run(from: arguments.integer("from"), within: .seconds(seconds))
        }
        var answer: AgentAnswer
        if outcome.isFound {
            answer = AgentAnswer(store.head(outcome.seq))
            if let entry = outcome.entry {
                answer.parts = [[EntryText(notation: try await store.notation()).line(entry)]]
            }
            answer.tail.append(store.call("read_state", ["at": .string(String(outcome.seq))]))
        } else if store.isRecorded {
            answer = AgentAnswer(
                "\(store.head(outcome.seq)): never in the recording, which does not grow")
        } else {
            answer = AgentAnswer(
                "\(store.head(outcome.seq)): not yet, after \(seconds) s"
                    + (outcome.isBehind ? "; the process is busy, and not everything was examined" : ""))
            answer.tail.append("keep waiting: " + call.again("wait_for", ["from": .int(Int64(outcome.examined))]))
        }
        answer.structured = { _ in ["found": .bool(outcome.isFound), "seq": .int(Int64(outcome.seq))] }
        return answer
    }
}

/// Waits for a state or an action of a store.
private struct AgentWait {
    let store: AgentStore
    let condition: String?
    let action: String?

    /// What came of it.
    struct Outcome: Sendable {
        var isFound = false
        /// The seq that was found, or the last one.
        var seq: Int
        /// The seq from which to go on.
        var examined: Int
        var entry: LogEntry?
        /// Whether there are entries that were not looked at in time.
        var isBehind = false
    }

    /// Looks at what there is, and then at what comes.
    ///
    /// It subscribes first: nothing is missed between looking and waiting.
    ///
    /// - Parameter start: The seq that was seen last; the current one if `nil`, of a recording the beginning.
    func run(from start: Int?, within limit: Duration) async throws -> Outcome {
        guard !store.isRecorded else {
            let last = try await store.describe().seq
            return try await look(after: start, through: true) ?? Outcome(seq: last, examined: last)
        }
        let subscription = try await store.ask(Subscribe(store: store.id, events: [.log])).result
        let session = store.session
        defer {
            // Also after the call was cancelled, whose task cannot ask any more.
            Task { _ = try? await session.ask(Unsubscribe(subscription: subscription.subscription)) }
        }
        let now = if let seq = subscription.seq { seq } else { try await store.describe().seq }
        var examined = start ?? now
        let deadline = ContinuousClock.now + limit
        var isBehind = false
        do {
            var isFirst = true
            while true {
                let revision = session.signals.read { $0.revision(of: store.id) }
                // What was there long before may take long; what came since does not.
                let isLong = isFirst && now - examined > 200
                isBehind = true
                let seen = examined
                let found = try await Deadline.wait(until: deadline) {
                    try await look(after: seen, through: isLong)
                }
                if let found, found.isFound { return found }
                if let found { examined = max(examined, found.examined) }
                (isBehind, isFirst) = (false, false)
                let left = deadline - .now
                guard left > .zero else { break }
                let isMore = await session.signals.wait(within: left) { signals -> Bool? in
                    signals.isLost || signals.revision(of: store.id) != revision ? true : nil
                }
                if Task.isCancelled { throw AgentError.cancelled }
                guard isMore == true else { break }
            }
        } catch is CancellationError {
            if Task.isCancelled { throw AgentError.cancelled }
        }
        let last = (try? await store.describe().seq) ?? max(examined, now)
        return Outcome(seq: last, examined: examined, isBehind: isBehind)
    }

    /// Looks at the entries after a seq; at the state there as well, since a condition may hold already.
    private func look(after seq: Int?, through isLong: Bool) async throws -> Outcome? {
        if let condition {
            let request = HistoryFind(store: store.id, condition: condition, from: seq)
            let result = try await (isLong ? store.askLong(request) : store.ask(request)).result
            guard let found = result.seq else { return Outcome(seq: result.to, examined: result.to) }
            return Outcome(isFound: true, seq: found, examined: found, entry: result.entry)
        }
        var from = (seq ?? 0) + 1
        var examined = seq ?? 0
        while true {
            let request = LogList(store: store.id, from: from, limit: 1, filter: LogList.Filter(action: action))
            let page = try await (isLong ? store.askLong(request) : store.ask(request)).result
            if let entry = page.entries.first {
                return Outcome(isFound: true, seq: entry.seq, examined: entry.seq, entry: entry)
            }
            examined = max(examined, page.next.map { $0 - 1 } ?? page.seq)
            guard let next = page.next else { return Outcome(seq: page.seq, examined: examined) }
            from = next
        }
    }
}
