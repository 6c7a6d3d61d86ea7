internal import InspectorCore
internal import StrobeClient
internal import StrobeTree

extension AdapterSession {
    func evaluate(_ arguments: Arguments) async throws -> Value {
        let text = String(try arguments.needed("expression").drop { $0 == " " })
        let context = try arguments.text("context")
        let id = try arguments.optionalCount("frameId")
        // The console is where its store is now, if the store went on since the frame was shown.
        let frame = context == "repl" ? id.flatMap { try? objects.frame($0) } : try id.map(objects.frame)
        guard let thread = thread(ofFrame: id) else { throw AdapterError(.refused, "There is no store.") }
        let at = frame.map(\.position) ?? thread.cursor.seq.map { .seq($0) }
        if context == "clipboard" { return try await whole(text, of: thread.store.id, at: at) }
        do {
            if let result = try await value(of: text, in: thread, at: at, isWord: context == "hover") { return result }
        } catch  where context == "repl" && !Self.isPath(text) {
            // A command, then.
        }
        guard context == "repl" else {
            throw AdapterError(
                .usage, "`\(text.prefix(80))` is neither a path nor a condition. Commands run in the console alone.")
        }
        return try await run(text, in: thread)
    }

    private func thread(ofFrame id: Int?) -> StoreThread? {
        let known = id.flatMap { objects.thread(ofFrame: $0) }.flatMap { threads[$0] }
        return known ?? threads.all.first { $0.cursor.isStopped } ?? threads.all.first
    }

    private static func isPath(_ text: String) -> Bool { text.hasPrefix(".") || text.hasPrefix("/") }

    /// The value at a path, or of a condition; `nil` for what is neither.
    private func value(
        of text: String, in thread: StoreThread, at position: Position?, isWord: Bool
    ) async throws -> Value? {
        let client = try attached().client
        // Editors offer the word under the mouse.
        let isName = isWord && !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let written = isName && !Self.isPath(text) ? ".\(text)" : text
        if Self.isPath(written), let path = try? Path(parsing: written) {
            let answer = try await client.send(
                StateTree(store: thread.store.id, path: path, at: position, depth: 1))
            let place = TreePlace(
                thread: thread.id, store: thread.store.id, at: position, seq: answer.seq, path: path)
            let variable = VariableText.variable(answer.node, at: place)
            var members = members(of: variable, thread: thread.id)
            members["evaluateName"] = nil
            members["result"] = .string(variable.value)
            return .object(members)
        }
        guard (try? Condition(parsing: text)) != nil else { return nil }
        let seq: Int
        if case .seq(let at)? = position {
            seq = at
        } else {
            seq = try await client.send(StoreDescribe(store: thread.store.id)).seq
        }
        let found = try await client.send(
            HistoryFind(store: thread.store.id, condition: text, from: seq, to: seq))
        return ["result": .string(found.seq == nil ? "false" : "true"), "type": "Bool", "variablesReference": 0]
    }

    /// The whole JSON of a part of a state.
    private func whole(_ text: String, of store: String, at position: Position?) async throws -> Value {
        let path = try StartOptions.path(text)
        let value = try await attached().client.send(StateGet(store: store, path: path, at: position)).value
        let json = JSON.text(value, style: .pretty)
        guard json.utf8.count <= 1 << 20 else {
            throw AdapterError(
                .refused, "The value has \(json.utf8.count >> 10) KiB, and at most 1 MiB is copied. Copy a part of it.")
        }
        return ["result": .string(json), "variablesReference": 0]
    }

    // MARK: Commands

    private func run(_ line: String, in thread: StoreThread) async throws -> Value {
        let position = ConsolePosition(store: thread.store.id, seq: thread.cursor.seq)
        let answer = try await session().run(line, at: position)
        defer { if answer.position != position { follow(answer.position, from: thread) } }
        return ["result": .string(answer.text), "variablesReference": 0]
    }

    /// Moves the cursor to where a command went.
    private func follow(_ position: ConsolePosition, from thread: StoreThread) {
        guard let store = position.store, let thread = threads.of(store) else { return }
        // Behind the response.
        Task {
            if let seq = position.seq {
                guard threads[thread.id]?.cursor.place != .past(seq) else { return }
                stop(thread.id, at: .past(seq), StopNotice(reason: "goto", description: "at #\(seq)"))
            } else if thread.cursor.place != .present, let reach = try? await reach(of: thread) {
                await orSaying { try await reachPresent(thread.id, reach) }
            }
        }
    }

    private func session() async throws -> any DebugConsole {
        if let console { return await console.value }
        let debuggee = try attached()
        let request = ConsoleRequest(
            client: debuggee.console?.client ?? debuggee.client, opened: debuggee.console?.opened ?? debuggee.opened,
            isAlone: debuggee.console != nil, usesColour: editor.showsColour, isReadOnly: !debuggee.isControlled,
            tell: { [outbox] text in
                outbox.post(Self.event("output", ["category": "console", "output": .string(text)]), isOutput: true)
            })
        let new = Task { [host] in await host.console(request) }
        console = new
        return await new.value
    }

    func completions(_ arguments: Arguments) async throws -> Value {
        let text = try arguments.needed("text")
        let column = try arguments.count("column") - editor.firstColumn
        guard let thread = thread(ofFrame: try arguments.optionalCount("frameId")) else { return ["targets": []] }
        let cursor = Self.index(column, in: text)
        let found = try await session().complete(
            text, cursor: cursor, at: ConsolePosition(store: thread.store.id, seq: thread.cursor.seq))
        return [
            "targets": .array(
                found.map { completion in
                    let start =
                        text.index(cursor, offsetBy: -completion.replaced, limitedBy: text.startIndex)
                        ?? text.startIndex
                    return .body([
                        "label": .string(completion.text), "text": .string(completion.text),
                        "detail": completion.detail.map { .string(ControlCharacters.escaped($0)) },
                        "start": .count(text.utf16.distance(from: text.startIndex, to: start) + editor.firstColumn),
                        "length": .count(text.utf16.distance(from: start, to: cursor)),
                    ])
                })
        ]
    }

    /// The place of a column, which is counted in UTF-16; one inside of a character is before it.
    private static func index(_ column: Int, in text: String) -> String.Index {
        let units = text.utf16
        let place = units.index(units.startIndex, offsetBy: max(column, 0), limitedBy: units.endIndex) ?? units.endIndex
        return text.indices.last { $0 <= place }.map { place == text.endIndex ? place : $0 } ?? text.startIndex
    }
}
