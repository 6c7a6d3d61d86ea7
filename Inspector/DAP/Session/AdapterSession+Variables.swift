internal import InspectorCore
internal import StrobeClient
internal import StrobeTree

extension AdapterSession {
    func variables(_ arguments: Arguments) async throws -> Value {
        let id = try arguments.count("variablesReference")
        let reference = try objects.reference(id)
        let page = VariablePage(
            start: try arguments.optionalCount("start"), count: try arguments.optionalCount("count"),
            offset: reference.offset, isPaging: editor.pagesVariables)
        let (all, total) = try await children(of: reference.shown, page)
        var lines = all.map { line($0, thread: reference.thread) }
        objects.note(
            Dictionary(
                all.compactMap { child in child.path.map { (child.name, $0) } }, uniquingKeysWith: { a, _ in a }),
            under: id)
        let left = total - page.start - all.count
        if page.saysMore, left > 0 {
            let more = objects.add(reference.shown, thread: reference.thread, offset: page.start + all.count)
            lines.append([
                "name": .string("… \(NumberText.grouped(left)) more"), "value": "",
                "variablesReference": .count(more), "presentationHint": ["attributes": ["readOnly"]],
            ])
        }
        return ["variables": .array(lines)]
    }

    /// A page of what is behind a variable, and how many there are.
    private func children(of shown: Shown, _ page: VariablePage) async throws -> ([Variable], Int) {
        switch shown {
        case .list(let all): return (Array(all.dropFirst(page.start).prefix(page.count)), all.count)
        case .json(let place):
            let shape = if let held = place.held { await shape(of: held.store)?.schema } else { nil as Schema? }
            let all = VariableText.children(of: place, shape)
            return (Array(all.dropFirst(page.start).prefix(page.count)), all.count)
        case .changes(let store, let seq):
            let changes = try await attached().client.send(LogGet(store: store, seq: seq)).changes ?? []
            let some = Array(changes.dropFirst(page.start).prefix(page.count))
            return (VariableText.variables(some, await shape(of: store)?.state), changes.count)
        case .action(let store, let seq):
            let entry = try await attached().client.send(LogGet(store: store, seq: seq)).entry
            return ([action(entry.action, label: entry.label, await shape(of: store), held: nil)], 1)
        case .facts(let store):
            let all = try await facts(of: store)
            return (Array(all.dropFirst(page.start).prefix(page.count)), all.count)
        case .tree(let place):
            let answer = try await attached().client.send(
                StateTree(
                    store: place.store, path: place.path, at: place.at, depth: 2, start: page.start, count: page.count))
            var place = place
            place.seq = answer.seq
            let all = (answer.node.children ?? []).map { VariableText.variable($0, at: place) }
            return (all, answer.node.count ?? page.start + all.count)
        }
    }

    /// A variable as the editor gets it.
    func line(_ variable: Variable, thread: Int) -> Value {
        var members = members(of: variable, thread: thread)
        members["name"] = .string(variable.name)
        members["value"] = .string(variable.value)
        return .object(members)
    }

    /// The members that variables and results of expressions share.
    func members(of variable: Variable, thread: Int) -> Value.Object {
        let reference = variable.shown.map { objects.add($0, thread: thread) } ?? 0
        var members: Value.Object = ["variablesReference": .count(reference)]
        if let type = variable.type { members["type"] = .string(ControlCharacters.escaped(type)) }
        if let path = variable.path { members["evaluateName"] = .string(path.isRoot ? "." : path.swiftStyle) }
        if reference != 0, let count = variable.count {
            members[variable.isIndexed ? "indexedVariables" : "namedVariables"] = .count(count)
        }
        if variable.isReadOnly { members["presentationHint"] = ["attributes": ["readOnly"]] }
        return members
    }

    // MARK: Changing

    func setVariable(_ arguments: Arguments) async throws -> Value {
        let reference = try objects.reference(try arguments.count("variablesReference"))
        let (name, text) = (try arguments.needed("name"), try arguments.needed("value"))
        switch reference.shown {
        case .tree(let place):
            let path = reference.paths[name] ?? place.path.appending(name)
            return try await set(path, of: place, to: text)
        case .json(let place):
            var place = place
            place.path = place.path.appending(name)
            return try await edit(place, to: text, thread: reference.thread)
        case .changes, .action:
            throw AdapterError(.refused, "This has happened, and cannot be changed. A held action can.")
        case .facts: throw AdapterError(.refused, "This is not part of the state, and cannot be changed.")
        case .list(let all):
            guard
                case .json(let place)? = all.first(where: { $0.name == name })?.shown
                    ?? whole(all, name, in: reference.thread)
            else {
                throw AdapterError(
                    .refused, "Only the present state and a held action can be changed, and this is neither.")
            }
            return try await edit(place, to: text, thread: reference.thread)
        }
    }

    /// The held action of a thread, which can be replaced where it has no parts, too.
    private func whole(_ all: [Variable], _ name: String, in thread: Int) -> Shown? {
        guard all.count == 1, all[0].name == name, !all[0].isReadOnly, let thread = threads[thread],
            let pending = thread.pending, let action = pending.action
        else { return nil }
        return .json(JSONPlace(whole: action, path: .root, held: (thread.store.id, pending.id)))
    }

    func setExpression(_ arguments: Arguments) async throws -> Value {
        let path = try StartOptions.path(try arguments.needed("expression"))
        let text = try arguments.needed("value")
        guard let id = try arguments.optionalCount("frameId") else {
            throw AdapterError(.usage, "`frameId` is needed: a path is of the store of a frame.")
        }
        let frame = try objects.frame(id)
        return try await set(
            path,
            of: TreePlace(
                thread: frame.thread, store: frame.store, at: frame.position, seq: frame.seq, path: .root), to: text)
    }

    private func set(_ path: Path, of place: TreePlace, to text: String) async throws -> Value {
        let debuggee = try attached()
        guard debuggee.isControlled else {
            throw AdapterError(.refused, "\(place.store) can only be read.")
        }
        guard place.at == nil else {
            throw AdapterError(
                .refused,
                "The past cannot be set. Restart the frame to make its state the present one, or step forward.")
        }
        let value = try Self.value(text, await shape(of: place.store)?.state?.part(at: path))
        _ = try await debuggee.client.send(StateSet(store: place.store, path: path, value: value, ifSeq: place.seq))
        let node = try await debuggee.client.send(StateTree(store: place.store, path: path, depth: 1))
        if editor.knowsInvalidated {
            emit("invalidated", ["areas": ["variables", "stacks"], "threadId": .count(place.thread)])
        }
        var now = place
        now.seq = node.seq
        return result(VariableText.variable(node.node, at: now), thread: place.thread)
    }

    private func edit(_ place: JSONPlace, to text: String, thread: Int) async throws -> Value {
        guard let held = place.held else {
            throw AdapterError(.refused, "This has happened, and cannot be changed. A held action can.")
        }
        let schema = await shape(of: held.store)?.schema
        let value = try Self.value(text, schema?.part(at: place.path))
        var whole = place.whole
        if place.path.isRoot {
            whole = value
        } else {
            try Patch.apply([Change(.replace, place.path, value: value)], to: &whole)
        }
        _ = try await attached().client.send(GateEdit(store: held.store, id: held.id, action: whole))
        var edited = place
        edited.whole = whole
        return result(VariableText.variable(value, edited, schema?.part(at: place.path), name: ""), thread: thread)
    }

    private func result(_ variable: Variable, thread: Int) -> Value {
        var members = members(of: variable, thread: thread)
        members["evaluateName"] = nil
        members["presentationHint"] = nil
        members["value"] = .string(variable.value)
        return .object(members)
    }

    /// Reads a value as a literal of a type, else as JSON.
    private static func value(_ text: String, _ schema: Schema?) throws(AdapterError) -> Value {
        do {
            return try Literal.parse(text, schema: schema)
        } catch {
            if let value = try? JSON.parse(text) { return value }
            throw AdapterError(.usage, error.message)
        }
    }
}
