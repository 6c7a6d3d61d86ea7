internal import StrobeProtocol
internal import StrobeTree

extension GateStatus: StoreMethod {
    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) async throws -> GateDescription {
        try await store.requireGate().status()
    }
}

extension GatePause: StoreMethod {
    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) async throws -> GateDescription {
        try await store.requireGate().pause(by: session)
    }
}

extension GateResume: StoreMethod {
    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) async throws -> GateDescription {
        try await store.requireGate().resume(by: session)
    }

    func transition(in status: GateDescription) -> Int? { status.seq }
}

extension GateStep: StoreMethod {
    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) async throws -> GateDescription {
        try await store.requireGate().step(count ?? Self.defaultCount, by: session)
    }

    func transition(in status: GateDescription) -> Int? { status.seq }
}

extension GateDrop: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        try await store.requireGate().drop(ids, all: all ?? false, by: session)
    }
}

extension GateEdit: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        try await store.requireGate().edit(id, action, by: session)
    }
}

extension BreakpointSet: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let gate = try store.requireGate()
        let rule = try BreakpointRule(self)
        let checked = try await store.checking(rule.paths) { shapes throws(ProtocolError) in
            try rule.checked(shapes)
        }
        if let path { try await store.check(path, of: "path", isWatched: true) }
        if let condition = rule.condition {
            try await store.refuseHiddenChanges(in: condition, of: "condition")
        }
        return Result(breakpoint: try await gate.set(self, checked, by: session))
    }
}

extension BreakpointList: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        Result(breakpoints: try store.requireGate().breakpoints)
    }
}

extension BreakpointRemove: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        Result(removed: try await store.requireGate().remove(id, by: session))
    }
}

extension InspectedStore {
    /// The gate.
    ///
    /// - Throws: `notSupported` if there is none.
    fileprivate func requireGate() throws(ProtocolError) -> StoreGate<Adapter> {
        if let gate { return gate }
        if let refusal = adapter.refusal { throw refusal }
        throw ProtocolError(
            .notSupported,
            "The store \(id) cannot hold actions: make its DebugTarget with `gated: true`, and call "
                + "`admit` before the store applies an action.")
    }
}
