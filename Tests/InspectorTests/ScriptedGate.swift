import StrobeProtocol
import StrobeReflection
import StrobeTree

/// The gate of a scripted peer.
struct ScriptedGate: Sendable {
    var isPaused = false
    var credit = 0
    var held: [HeldDescription] = []
    var stop: GateStop?
    var breakpoints: [BreakpointDescription] = []
    var lastHeld = 0
    var lastBreakpoint = 0
    /// The error for breakpoints, if they are refused.
    var refusal: ProtocolError?

    func description(seq: Int) -> GateDescription {
        GateDescription(
            seq: seq, paused: isPaused, credit: credit > 0 ? credit : nil, stopped: isPaused ? stop : nil,
            held: Array(held.prefix(100)), count: held.count, breakpoints: breakpoints.count)
    }

    /// The breakpoint that matches an action; counts its hits.
    mutating func hit(_ label: String, _ changes: [Change]) -> BreakpointDescription? {
        for index in breakpoints.indices where breakpoints[index].enabled {
            let breakpoint = breakpoints[index]
            if let glob = breakpoint.action {
                let start = glob.prefix { $0 != "*" }
                guard glob.hasSuffix("*") ? label.hasPrefix(start) : label == glob else { continue }
            }
            if let path = breakpoint.path, !changes.contains(where: { $0.path == path }) { continue }
            breakpoints[index].hits += 1
            guard breakpoints[index].hits >= breakpoint.hitCount ?? 1 else { continue }
            if breakpoint.once { breakpoints.remove(at: index) }
            return breakpoint
        }
        return nil
    }
}

extension ScriptedPeer {
    /// Changes the gate from outside.
    func changeGate(_ change: @Sendable (inout ScriptedGate) -> Void) {
        change(&gate)
    }

    /// Holds an action if the gate is closed.
    ///
    /// - Returns: The id of the held action; `nil` if it passes.
    func hold(_ action: Value, origin: String) async throws -> Int? {
        let label = Literal.text(action, schema: Self.schema)
        guard gate.isPaused || gate.breakpoints.contains(where: \.enabled) else { return nil }
        var stop: GateStop?
        if !gate.isPaused {
            guard let breakpoint = try await meet(label, action) else { return nil }
            gate.isPaused = true
            stop = GateStop(reason: .breakpoint, breakpoint: breakpoint, phase: .before)
        } else if gate.held.isEmpty {
            if gate.credit > 0 {
                gate.credit -= 1
                return nil
            }
            stop = GateStop(reason: .pause, phase: .before)
        }
        gate.lastHeld += 1
        gate.held.append(
            HeldDescription(id: gate.lastHeld, action: action, label: label, origin: origin, since: 0))
        if let stop { try await tell(stop) }
        return gate.lastHeld
    }

    /// The id of the breakpoint that stops an action; the lines of log points are sent.
    private func meet(_ label: String, _ action: Value) async throws -> Int? {
        guard let breakpoint = gate.hit(label, try outcome(of: action).changes) else { return nil }
        guard let text = breakpoint.log else { return breakpoint.id }
        let seq = seq + 1
        try await notify(.gate) {
            GateLogged(subscription: $0, store: "counter", breakpoint: breakpoint.id, seq: seq, text: text)
        }
        return nil
    }

    /// Reports a stop before the first held action.
    private func tell(_ stop: GateStop) async throws {
        var stop = stop
        if let first = gate.held.first, let action = first.action {
            stop.pending = first
            stop.changes = try outcome(of: action).changes
            stop.effects = [EffectDescription(label: ".save")]
        }
        gate.stop = stop
        let (seq, count, told) = (seq, gate.held.count, stop)
        try await notify(.gate) {
            GateStopped(subscription: $0, store: "counter", seq: seq, stop: told, count: count)
        }
    }

    /// Opens the gate as a server does when the last client that controlled it leaves.
    func openGate(_ reason: GateResumed.Reason) async throws {
        gate.isPaused = false
        gate.stop = nil
        let seq = seq
        try await notify(.gate) { GateResumed(subscription: $0, store: "counter", seq: seq, reason: reason) }
    }

    /// An action of the program itself, and not of a client.
    @discardableResult
    func act(_ action: Value) async throws -> Int? {
        if let held = try await hold(action, origin: "app") { return held }
        _ = try await reduce(action)
        return nil
    }

    /// Releases held actions until there are none, or a breakpoint holds one.
    private func release(_ count: Int) async throws {
        var left = count
        var isFirst = true
        while left > 0, let first = gate.held.first, let action = first.action {
            if !isFirst, let breakpoint = try await meet(first.label, action) {
                gate.isPaused = true
                try await tell(GateStop(reason: .breakpoint, breakpoint: breakpoint, phase: .before))
                return
            }
            isFirst = false
            gate.held.removeFirst()
            _ = try await reduce(action)
            left -= 1
        }
        guard gate.isPaused else { return }
        gate.credit = left
        gate.stop = nil
        if left == 0, !gate.held.isEmpty { try await tell(GateStop(reason: .step, phase: .before)) }
    }

    func gateAnswer(_ method: String, _ params: Value.Object, _ id: RequestID) async throws -> Envelope? {
        switch method {
        case GateStatus.method: break
        case GatePause.method:
            if !gate.isPaused {
                gate.isPaused = true
                try await tell(GateStop(reason: .pause, phase: .before))
                gate.stop = nil
            }
        case GateResume.method:
            let wasPaused = gate.isPaused
            (gate.isPaused, gate.stop, gate.credit) = (false, nil, 0)
            try await release(.max)
            if wasPaused, !gate.isPaused { try await openGate(.request) }
        case GateStep.method:
            gate.isPaused = true
            try await release(try GateStep(params: params).count ?? 1)
        case GateDrop.method:
            let request = try GateDrop(params: params)
            let first = gate.held.first.map { [$0.id] } ?? []
            let ids = request.all == true ? gate.held.map(\.id) : request.ids ?? first
            let dropped = gate.held.map(\.id).filter(ids.contains)
            gate.held.removeAll { ids.contains($0.id) }
            gate.stop = nil
            return try .result(id: id, of: GateDrop.Result(dropped: dropped, status: gate.description(seq: seq)))
        case GateEdit.method:
            let request = try GateEdit(params: params)
            guard let index = gate.held.firstIndex(where: { $0.id == request.id ?? gate.held.first?.id }) else {
                throw ProtocolError(.invalidParams, "No such action is held.")
            }
            gate.held[index].action = request.action
            gate.held[index].label = Literal.text(request.action, schema: Self.schema)
            if index == 0, let stop = gate.stop { try await tell(stop) }
            return try .result(
                id: id, of: GateEdit.Result(id: gate.held[index].id, status: gate.description(seq: seq)))
        case BreakpointSet.method:
            return try .result(id: id, of: BreakpointSet.Result(breakpoint: try set(try BreakpointSet(params: params))))
        case BreakpointList.method:
            return try .result(id: id, of: BreakpointList.Result(breakpoints: gate.breakpoints))
        case BreakpointRemove.method:
            let request = try BreakpointRemove(params: params)
            let gone = gate.breakpoints.map(\.id).filter { request.all == true || $0 == request.id }
            gate.breakpoints.removeAll { gone.contains($0.id) }
            return try .result(id: id, of: BreakpointRemove.Result(removed: gone))
        default: return nil
        }
        return try .result(id: id, of: gate.description(seq: seq))
    }

    private func set(_ request: BreakpointSet) throws -> BreakpointDescription {
        if let refusal = gate.refusal { throw refusal }
        if let id = request.id {
            guard let index = gate.breakpoints.firstIndex(where: { $0.id == id }) else {
                throw ProtocolError(.invalidParams, "There is no breakpoint \(id).")
            }
            if let enabled = request.enabled { gate.breakpoints[index].enabled = enabled }
            if let action = request.action { gate.breakpoints[index].action = action }
            return gate.breakpoints[index]
        }
        gate.lastBreakpoint += 1
        let breakpoint = BreakpointDescription(
            id: gate.lastBreakpoint, action: request.action, path: request.path, condition: request.condition,
            hitCount: request.hitCount, once: request.once ?? false, enabled: request.enabled ?? true,
            log: request.log)
        gate.breakpoints.append(breakpoint)
        return breakpoint
    }
}
