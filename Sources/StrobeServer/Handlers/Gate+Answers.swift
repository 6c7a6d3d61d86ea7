internal import StrobeProtocol
internal import StrobeTree

extension GateStatus: Answering {
    func answer(in session: ClientSession) async throws -> GateDescription {
        try await session.gate(of: store).gate.status()
    }
}

extension GatePause: Answering {
    func answer(in session: ClientSession) async throws -> GateDescription {
        try await session.gate(of: store).gate.pause(by: session)
    }
}

extension GateResume: Answering {
    func answer(in session: ClientSession) async throws -> GateDescription {
        let (feed, gate) = try session.gate(of: store)
        let status = try await gate.resume(by: session)
        await feed.waitUntilTold(status.seq)
        return status
    }
}

extension GateStep: Answering {
    func answer(in session: ClientSession) async throws -> GateDescription {
        let (feed, gate) = try session.gate(of: store)
        let status = try await gate.step(count ?? 1, by: session)
        await feed.waitUntilTold(status.seq)
        return status
    }
}

extension GateDrop: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        try await session.gate(of: store).gate.drop(ids, all: all ?? false, by: session)
    }
}

extension GateEdit: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        try await session.gate(of: store).gate.edit(id, action, by: session)
    }
}

extension BreakpointSet: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let (feed, gate) = try session.gate(of: store)
        let rule = try BreakpointRule(self)
        let checked = try await feed.target.checking(rule.paths) { shapes throws(ProtocolError) in
            try rule.checked(shapes)
        }
        if let path { try await feed.target.check(path, of: "path", isWatched: true) }
        if let condition = rule.condition {
            try await feed.target.refuseHiddenChanges(in: condition, of: "condition")
        }
        return Result(breakpoint: try await gate.set(self, checked, by: session))
    }
}

extension BreakpointList: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        Result(breakpoints: try session.gate(of: store).gate.breakpoints)
    }
}

extension BreakpointRemove: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        Result(removed: try await session.gate(of: store).gate.remove(id, by: session))
    }
}

extension ClientSession {
    /// The gate of a store; attaches the session to the store.
    fileprivate func gate(of store: String?) throws(ProtocolError) -> (feed: StoreSubscriptions, gate: any AnyStoreGate)
    {
        let feed = try feed(for: store)
        guard let gate = feed.target.gate else {
            if let refusal = feed.target.refusal { throw refusal }
            throw ProtocolError(
                .notSupported, "The store \(feed.target.id) cannot hold actions: its adapter has no gate.")
        }
        return (feed, gate)
    }
}
