internal import InspectorCore
internal import StrobeClient
internal import StrobeTree

extension AdapterSession {
    // MARK: Requests

    func setFunctionBreakpoints(_ arguments: Arguments) async throws -> Value {
        var requests: [BreakpointRequest] = []
        for given in try arguments.objects("breakpoints") {
            let name = FunctionBreakpoint(parsing: try given.needed("name"))
            var request = BreakpointRequest(kind: .function, store: name.store, action: name.action, log: name.log)
            request.condition = Self.both(name.condition, try given.text("condition"))
            if name.action == nil, request.condition == nil {
                request.problem = "Write an action, as in .load or user: .load*"
            }
            requests.append(try Self.counted(request, given))
        }
        return await answer(.function, with: requests)
    }

    func setDataBreakpoints(_ arguments: Arguments) async throws -> Value {
        var requests: [BreakpointRequest] = []
        for given in try arguments.objects("breakpoints") {
            let (store, path) = try Self.place(of: try given.needed("dataId"))
            var request = BreakpointRequest(kind: .data, store: store, path: path)
            request.condition = try given.text("condition")
            requests.append(try Self.counted(request, given))
        }
        return await answer(.data, with: requests)
    }

    func setBreakpoints(_ arguments: Arguments) async throws -> Value {
        let source = arguments.object("source")
        let file = try source.text("path") ?? source.text("name") ?? ""
        let kind = BreakpointRequest.Kind.line(file: file)
        var requests: [BreakpointRequest] = []
        for given in try arguments.objects("breakpoints") {
            let line = try given.count("line")
            var request = BreakpointRequest(kind: kind, log: try given.text("logMessage"), line: line)
            if try source.optionalCount("sourceReference") ?? 0 > 0 || file.isEmpty {
                request.problem = "A line of the log is the past. Go to it instead."
            }
            let glob = "*/\(DispatchPlaces.name(of: file)):\(line + 1 - editor.firstLine)"
            request.condition = Self.both("source like \(Literal.quoted(glob))", try given.text("condition"))
            requests.append(try Self.counted(request, given))
        }
        return await answer(kind, with: requests)
    }

    func setExceptionBreakpoints(_ arguments: Arguments) async throws -> Value {
        var filters: [(id: String, condition: String?)] = (try arguments.texts("filters") ?? []).map { ($0, nil) }
        for option in try arguments.objects("filterOptions") {
            filters.append((try option.needed("filterId"), try option.text("condition")))
        }
        book.stopsAtDivergence = filters.contains { $0.id == "diverged" }
        let rejected = filters.filter { $0.id == "rejected" }.map { filter in
            BreakpointRequest(kind: .exception, condition: Self.both(#"error != """#, filter.condition))
        }
        var set = await replace(.exception, with: rejected)[...]
        return [
            "breakpoints": .array(
                filters.map { filter in
                    switch filter.id {
                    case "rejected": set.popFirst()?.body ?? ["verified": false]
                    case "diverged": ["verified": true]
                    default: ["verified": false, "message": .string("There is no filter \(filter.id).")]
                    }
                })
        ]
    }

    func dataBreakpointInfo(_ arguments: Arguments) throws -> Value {
        let name = try arguments.needed("name")
        let (store, path): (String, Path)
        if let id = try arguments.optionalCount("variablesReference"), id > 0 {
            let reference = try objects.reference(id)
            guard case .tree(let place) = reference.shown else {
                return ["dataId": nil, "description": "This is not part of a state."]
            }
            (store, path) = (place.store, reference.paths[name] ?? place.path.appending(name))
        } else if let colon = name.firstRange(of: ": ") {
            (store, path) = (
                String(name[..<colon.lowerBound]), try StartOptions.path(String(name[colon.upperBound...]))
            )
        } else {
            let frame = try arguments.optionalCount("frameId").map { id throws(AdapterError) in try objects.frame(id) }
            store = frame?.store ?? threads.all.first?.store.id ?? ""
            path = try StartOptions.path(name)
        }
        guard threads.of(store) != nil else {
            return ["dataId": nil, "description": .string("There is no store \(store).")]
        }
        let text = path.isRoot ? "." : path.swiftStyle
        return [
            "dataId": .string("\(store) \(path.isRoot ? "." : path.pointer)"),
            "description": .string(ControlCharacters.escaped("\(store): \(text)")), "accessTypes": ["write"],
            "canPersist": true,
        ]
    }

    func exceptionInfo(_ arguments: Arguments) async throws -> Value {
        let thread = try thread(arguments)
        guard let exception = thread.reported?.exception else {
            throw AdapterError(.refused, "\(thread.store.id) did not stop for a rejected action or a difference.")
        }
        var text = ControlCharacters.escaped(exception.text)
        if exception.id == "rejected", thread.store.kind == "machine",
            let graph = try? await attached().client.send(GraphGet(store: thread.store.id, to: thread.cursor.seq))
        {
            let state = graph.states.first { $0.current == true }?.name
            let legal = Set(graph.transitions.filter { $0.from == state }.map(\.action)).sorted()
            if !legal.isEmpty {
                let actions = "Legal in \(state ?? "this state"): \(legal.joined(separator: ", "))"
                text += "\n" + ControlCharacters.escaped(actions)
            }
        }
        return [
            "exceptionId": .string(exception.id), "description": .string(text), "breakMode": "always",
        ]
    }

    func breakpointLocations(_ arguments: Arguments) throws -> Value {
        let file = DispatchPlaces.name(of: try arguments.object("source").text("path") ?? "")
        let first = try arguments.count("line") + 1 - editor.firstLine
        let last = max(first, try arguments.optionalCount("endLine").map { $0 + 1 - editor.firstLine } ?? first)
        return [
            "breakpoints": .array(
                places.lines(of: file, in: first...last).map { ["line": .count($0 - 1 + editor.firstLine)] })
        ]
    }

    // MARK: Placing

    private func answer(_ kind: BreakpointRequest.Kind, with requests: [BreakpointRequest]) async -> Value {
        ["breakpoints": .array(await replace(kind, with: requests).map(\.body))]
    }

    /// Replaces the breakpoints of a kind, in all stores.
    ///
    /// - Returns: The breakpoints as they are now.
    @discardableResult
    func replace(_ kind: BreakpointRequest.Kind, with requests: [BreakpointRequest]) async -> [EditorBreakpoint] {
        let (now, new, gone) = book.replace(kind, with: requests)
        for breakpoint in gone {
            for (store, number) in breakpoint.places {
                _ = try? await debuggee?.client.send(BreakpointRemove(store: store, id: number))
            }
        }
        for breakpoint in new {
            if case .line(let file) = kind, let line = breakpoint.request.line {
                let known = line + 1 - editor.firstLine
                let isKnown = !places.lines(of: DispatchPlaces.name(of: file), in: known...known).isEmpty
                if isKnown { book[breakpoint.id]?.isReached = true }
            }
            for thread in threads.all { await place(breakpoint.id, in: thread) }
        }
        return now.compactMap { book[$0.id] }
    }

    /// Sets all breakpoints in a store that is new.
    func placeAll(in store: StoreDescription) async {
        guard let thread = threads.of(store.id) else { return }
        for breakpoint in book.all {
            let wasVerified = breakpoint.isVerified
            await place(breakpoint.id, in: thread)
            guard let now = book[breakpoint.id], now.isVerified != wasVerified else { continue }
            emit("breakpoint", ["reason": "changed", "breakpoint": now.body])
        }
    }

    private func place(_ id: Int, in thread: StoreThread) async {
        guard let debuggee, let request = book[id]?.request, request.problem == nil,
            request.store.map({ Glob($0, star: "*", any: "?").matches(Array(thread.store.id)) }) ?? true,
            // A store that was added while the breakpoint is set in all is asked once.
            book[id]?.asked.insert(thread.store.id).inserted == true
        else { return }
        do {
            if canHold(thread) {
                let (client, store) = (debuggee.client, thread.store.id)
                let set = BreakpointSet(
                    store: store, action: request.action, path: request.path, condition: request.condition,
                    hitCount: request.hits?.count, once: request.isOnce || request.hits?.isOnce == true ? true : nil,
                    log: request.log)
                try await noting({ try await client.send(set).breakpoint.id }) { [weak self] number in
                    await self?.notePlace(number, of: id, in: store)
                }
            } else if let question = request.question, request.log == nil {
                // Refused if it cannot be read or names what cannot be.
                let last = try await debuggee.client.send(StoreDescribe(store: thread.store.id)).seq
                _ = try await debuggee.client.send(
                    HistoryFind(store: thread.store.id, condition: question, from: last, to: last))
                book[id]?.searched.insert(thread.store.id)
            } else {
                book[id]?.refusal = "\(thread.store.id) cannot be stopped."
            }
        } catch {
            book[id]?.refusal = Self.known(error).message
        }
    }

    /// Notes that a store took a breakpoint; removes it there if the editor did so meanwhile.
    private func notePlace(_ number: Int, of id: Int, in store: String) async {
        guard let old = book[id] else {
            _ = try? await debuggee?.client.send(BreakpointRemove(store: store, id: number))
            return
        }
        book[id]?.places[store] = number
        guard old.refusal != nil else { return }
        // The request was cancelled, and was answered so.
        book[id]?.refusal = nil
        if let now = book[id] { emit("breakpoint", ["reason": "changed", "breakpoint": now.body]) }
    }

    /// Removes what this editor set, which others that use the gates would keep; not for long if nothing answers.
    func removeAll() async {
        guard let client = debuggee?.client else { return }
        var set = book.all.flatMap { $0.places.map { BreakpointRemove(store: $0.key, id: $0.value) } }
        set += threads.all.compactMap { thread in thread.wayOut.map { BreakpointRemove(store: thread.store.id, id: $0) }
        }
        try? await Deadline.wait(until: .now + .milliseconds(300)) { [set] in
            for one in set { _ = try? await client.send(one) }
        }
    }

    // MARK: Reading

    private static func counted(
        _ request: BreakpointRequest, _ given: Arguments
    ) throws(AdapterError) -> BreakpointRequest {
        var request = request
        guard let text = try given.text("hitCondition"), !text.isEmpty else { return request }
        do throws(AdapterError) {
            request.hits = try HitCondition(parsing: text)
        } catch {
            request.problem = error.message
        }
        return request
    }

    /// A condition that asks for two.
    private static func both(_ a: String?, _ b: String?) -> String? {
        let given = [a, b].compactMap { $0?.isEmpty == false ? $0 : nil }
        return given.count > 1 ? given.map { "(\($0))" }.joined(separator: " && ") : given.first
    }

    private static func place(of dataID: String) throws(AdapterError) -> (String, Path) {
        if dataID.hasSuffix(" .") { return (String(dataID.dropLast(2)), .root) }
        guard let range = dataID.firstRange(of: " /") else {
            throw AdapterError(.usage, "`\(dataID)` is not a data id: it must be a store and a path.")
        }
        let path = String(dataID[dataID.index(after: range.lowerBound)...])
        return (String(dataID[..<range.lowerBound]), try StartOptions.path(path))
    }
}
