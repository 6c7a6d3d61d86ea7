internal import InspectorCore
internal import StrobeClient
internal import StrobeSystem
internal import StrobeTree

extension AdapterSession {
    /// How many entries of a chain of causes are asked for at once.
    private static var links: Int { 100 }
    /// How many frames a stack has at most.
    private static var depth: Int { 1_000 }

    /// The stack of a thread: the held action, the entry at the cursor, and what caused it.
    func stackTrace(_ arguments: Arguments) async throws -> Value {
        let thread = try thread(arguments)
        let (start, levels) = (
            try arguments.optionalCount("startFrame") ?? 0, try arguments.optionalCount("levels") ?? 0
        )
        let client = try attached().client
        let store = try await client.send(StoreDescribe(store: thread.store.id))
        var frames: [Frame] = []
        if let stop = thread.stop, thread.pending != nil {
            frames.append(
                Frame(thread: thread.id, store: store.id, content: .pending(stop), seq: store.seq, isPresent: true))
        }
        let isPresent = thread.cursor.place == .present && frames.isEmpty
        let end = levels == 0 ? Int.max : start.addingReportingOverflow(levels).partialValue
        var next: Int? = thread.cursor.seq ?? thread.pending?.cause ?? store.seq
        if next ?? 0 <= store.firstSeq {
            frames.append(
                Frame(
                    thread: thread.id, store: store.id, content: .initial, seq: store.firstSeq, isPresent: isPresent))
            next = nil
        }
        while let seq = next, frames.count < min(end, Self.depth) {
            let links = try await client.send(LogWhy(store: store.id, seq: seq, limit: Self.links)).links
            // The newest entry has the present state in view, unless an action is held before it.
            frames += links.reversed().map {
                Frame(
                    thread: thread.id, store: store.id, content: .entry($0), seq: $0.seq,
                    isPresent: isPresent && $0.seq == store.seq)
            }
            next = links.first?.cause.flatMap { $0 > store.firstSeq ? $0 : nil }
        }
        var shown: [Value] = []
        for frame in frames.dropFirst(min(start, frames.count)).prefix(levels == 0 ? frames.count : levels) {
            shown.append(try await body(of: frame, store))
        }
        return ["stackFrames": .array(shown), "totalFrames": .count(frames.count + (next == nil ? 0 : 1))]
    }

    private func body(of frame: Frame, _ store: StoreDescription) async throws -> Value {
        var members: Value.Object = ["id": .count(objects.add(frame))]
        var source: String?
        switch frame.content {
        case .pending(let stop):
            members["name"] = .string("▸ " + ControlCharacters.escaped(stop.pending?.label ?? ""))
            source = stop.pending?.source
        case .entry(let entry):
            members["name"] = .string(ControlCharacters.escaped("#\(entry.seq) \(entry.label)"))
            members["canRestart"] = .bool(
                entry.seq > store.firstSeq && store.capabilities.jump && debuggee?.isControlled == true)
            source = entry.source
        case .initial: members["name"] = .string(frame.seq == 0 ? "the initial state" : "the first state that is kept")
        }
        let place = place(of: SourcePlace(source), seq: frame.seq, in: store, await index?.value)
        for (name, value) in place { members[name] = value }
        return .object(members)
    }

    /// The source, line and column of an entry; its line in the log where there is no file, or none is known yet.
    func place(of entry: LogEntry, in store: String) -> Value.Object? {
        guard let thread = threads.of(store) else { return nil }
        var description = thread.store
        description.seq = max(description.seq, entry.seq)
        // The next event may be a stop, which must not wait for files.
        return place(of: SourcePlace(entry.source), seq: entry.seq, in: description, knownFiles.read { $0 })
    }

    private func place(
        of source: SourcePlace?, seq: Int, in store: StoreDescription, _ files: SourceIndex?
    ) -> Value.Object {
        if let source, let path = files?.path(of: source) {
            return [
                "source": ["name": .string(source.file), "path": .string(path)],
                "line": .count(source.line - 1 + editor.firstLine), "column": .count(editor.firstColumn),
            ]
        }
        let place = documents.place(of: seq, in: store.id, first: store.firstSeq + 1, last: store.seq)
        return [
            "source": [
                "name": .string(ControlCharacters.escaped(place.name)), "sourceReference": .count(place.reference),
            ],
            "line": .count(place.line - 1 + editor.firstLine), "column": .count(editor.firstColumn),
        ]
    }

    // MARK: Scopes

    func scopes(_ arguments: Arguments) async throws -> Value {
        let frame = try objects.frame(try arguments.count("frameId"))
        let client = try attached().client
        let root = try await client.send(StateTree(store: frame.store, path: .root, at: frame.position, depth: 0))
        let state = Shown.tree(
            TreePlace(thread: frame.thread, store: frame.store, at: frame.position, seq: root.seq, path: .root))
        var scopes = [scope("State", state, frame, hint: "locals", named: root.node.count)]
        switch frame.content {
        case .initial: break
        case .pending(let stop):
            let shape = await shape(of: frame.store)
            let changes = VariableText.variables(stop.changes ?? [], shape?.state)
            scopes.append(scope("Would change", .list(changes), frame, named: changes.count))
            let held = stop.pending.map { (store: frame.store, id: $0.id) }
            let action = action(
                stop.pending?.action, label: stop.pending?.label, shape,
                held: debuggee?.isControlled == true ? held : nil)
            scopes.append(scope("Action", .list([action]), frame, hint: "arguments"))
            scopes.append(scope("Effects", .list(effects(stop.effects ?? [])), frame))
        case .entry(let entry):
            scopes.append(scope("Changes", .changes(store: frame.store, seq: entry.seq), frame))
            scopes.append(scope("Action", .action(store: frame.store, seq: entry.seq), frame, hint: "arguments"))
            let running = try? await client.send(EffectList(store: frame.store)).effects.filter {
                $0.cause == entry.seq
            }
            let now = (running ?? []).map {
                Variable(name: "running \($0.id)", value: ControlCharacters.escaped("\($0.label)  \($0.phase)"))
            }
            scopes.append(scope("Effects", .list(effects(entry.effects) + now), frame))
        }
        scopes.append(scope("Store", .facts(store: frame.store), frame, isExpensive: true))
        return ["scopes": .array(scopes)]
    }

    private func scope(
        _ name: String, _ shown: Shown, _ frame: Frame, hint: String? = nil, named: Int? = nil,
        isExpensive: Bool = false
    ) -> Value {
        .body([
            "name": .string(name), "variablesReference": .count(objects.add(shown, thread: frame.thread)),
            "presentationHint": hint.map { .string($0) }, "namedVariables": named.map { .count($0) },
            "expensive": .bool(isExpensive),
        ])
    }

    func action(
        _ value: Value?, label: String?, _ shape: ActionSchema.Result?, held: (store: String, id: Int)?
    ) -> Variable {
        guard let value else {
            return Variable(name: "action", value: ControlCharacters.escaped(label ?? "cannot be expressed"))
        }
        return VariableText.variable(
            value, JSONPlace(whole: value, path: .root, held: held), shape?.schema, name: "action")
    }

    private func effects(_ effects: [EffectDescription]) -> [Variable] {
        effects.enumerated().map { index, effect in
            let value = effect.value ?? .null
            var variable = VariableText.variable(
                value, JSONPlace(whole: value, path: .root, held: nil), nil, name: String(index))
            variable.value = ControlCharacters.escaped(effect.label)
            return variable
        }
    }

    /// What is known of a store beside its state.
    func facts(of id: String) async throws -> [Variable] {
        let client = try attached().client
        let store = try await client.send(StoreDescribe(store: id))
        var facts: [(String, String)] = [
            ("kind", store.kind), ("seq", String(store.seq)), ("firstSeq", String(store.firstSeq)),
        ]
        if let status = try? await client.send(GateStatus(store: id)) {
            facts.append(("held", String(status.count)))
            for held in status.held { facts.append(("held \(held.id)", held.label)) }
        }
        for branch in try await client.send(BranchList(store: id)).branches {
            facts.append(("branch \(branch.name ?? branch.id)", "from #\(branch.base), at #\(branch.seq)"))
        }
        for mark in try await client.send(BookmarkList(store: id)).bookmarks {
            facts.append(("bookmark \(mark.name)", "#\(mark.seq)\(mark.note.map { "  \($0)" } ?? "")"))
        }
        if let divergence = store.history?.divergence {
            facts.append(("divergence", "#\(divergence.seq): \(divergence.message)"))
        }
        return facts.map { Variable(name: ControlCharacters.escaped($0.0), value: ControlCharacters.escaped($0.1)) }
    }

    /// The shapes of a store, asked for once.
    func shape(of store: String) async -> ActionSchema.Result? {
        if let known = shapes[store] { return known }
        let shape = try? await debuggee?.client.send(ActionSchema(store: store))
        shapes[store] = shape
        return shape
    }
}
