internal import InspectorCore
internal import StrobeClient
internal import StrobeSystem
internal import StrobeTree

extension AdapterSession {
    /// The id of the progress of starting.
    static var startProgress: String { "start" }

    // MARK: Starting

    /// Begins to start or attach; the request is answered once the editor has configured everything.
    func start(_ request: AdapterRequest) throws {
        guard debuggee == nil, starting == nil else {
            throw AdapterError(.refused, "This adapter has a process already. Start another adapter.")
        }
        let options = try StartOptions(request.arguments, isLaunch: request.command == "launch")
        self.options = options
        deferred = request
        let folder = FileManager.default.currentDirectoryPath
        let roots = options.sourceRoots.map { $0.hasPrefix("/") ? $0 : $0 == "." ? folder : "\(folder)/\($0)" }
        // One of an earlier attempt that failed may still look for files.
        knownFiles = AsyncCondition(nil)
        index = Task.detached { [knownFiles] in
            let files = SourceIndex(roots: roots)
            knownFiles.update { $0 = files }
            return files
        }
        starting = Task {
            do {
                try await start(options)
                emit("initialized", [:])
            } catch {
                endChild()
                starting = nil
                // Who leaves has answered it.
                if let request = deferred.take() { fail(request, error) }
            }
        }
    }

    private func start(_ options: StartOptions) async throws {
        let isLaunch = if case .program = options.subject { true } else { false }
        if isLaunch, editor.knowsProgress {
            emit(
                "progressStart",
                ["progressId": .string(Self.startProgress), "title": "Waiting for the program", "cancellable": true])
        }
        defer {
            if isLaunch, editor.knowsProgress { emit("progressEnd", ["progressId": .string(Self.startProgress)]) }
        }
        let starter = Starter(
            options: options, host: host, mark: mark,
            tellOutput: { [outbox] line, isError in
                let body: Value = ["category": isError ? "stderr" : "stdout", "output": .string(line + "\n")]
                outbox.post(Self.event("output", body), isOutput: true)
            },
            runInTerminal: { [weak self] command, environment in
                try await self?.runInTerminal(command, environment, folder: options.folder)
            },
            started: { [weak self] in await self?.started($0) })
        let debuggee = try await starter.start()
        // Output names files from its first line on, unless there are very many of them.
        _ = await knownFiles.wait(within: .seconds(1)) { $0 == nil ? nil : true }
        guard !Task.isCancelled, !isLeaving else {
            await debuggee.close(keepsChild: false)
            throw CancellationError()
        }
        try await open(debuggee, options)
    }

    private func started(_ child: ChildProcess) { self.child = child }

    private func runInTerminal(
        _ command: [String], _ environment: [String: String], folder: String?
    ) async throws -> Int64? {
        guard editor.runsInTerminal else {
            throw AdapterError(.refused, "The editor has no terminal for programs: remove `console`.")
        }
        var variables: Value.Object = [:]
        for (name, value) in environment { variables[name] = .string(value) }
        let answer = try await ask(
            "runInTerminal",
            [
                "kind": "integrated", "title": .string(command.first ?? "strobe"),
                "cwd": .string(folder ?? FileManager.default.currentDirectoryPath),
                "args": .array(command.map { .string($0) }), "env": .object(variables),
            ])
        return try Arguments(answer).number("processId")
    }

    private func open(_ debuggee: Debuggee, _ options: StartOptions) async throws {
        self.debuggee = debuggee
        for store in debuggee.opened.stores.filter({ options.shows($0.id) }).prefix(StoreLimit.count) {
            _ = threads.add(store)
        }
        if let finder = debuggee.finder { Task { for await _ in finder.events {} } }
        subscription = try await debuggee.client.send(Subscribe(events: [.log, .gate, .stores])).subscription
        Task { await follow(debuggee.client) }
        for thread in threads.all { await notePlaces(of: thread.store.id) }
        if !options.breakpoints.isEmpty { await replace(.given, with: options.breakpoints) }
        if !debuggee.isControlled {
            emit(
                "capabilities",
                [
                    "capabilities": [
                        "supportsSetVariable": false, "supportsSetExpression": false, "supportsRestartFrame": false,
                    ]
                ])
            let reason =
                debuggee.isRecording
                ? "A recording cannot be changed."
                : options.isReadOnly
                    ? "Nothing can be changed or stopped: `readOnly` is set."
                    : "Nothing can be changed or stopped: the process grants read access only."
            say("\(reason)\n", category: "important")
        }
        let process = debuggee.opened.process
        emit(
            "process",
            .body([
                "name": .string(process.name), "isLocalProcess": .bool(debuggee.client.peer.kind != .tcp),
                "systemProcessId": process.pid > 0 ? .count(process.pid) : nil,
                "startMethod": debuggee.isLaunched ? "launch" : "attach",
            ]))
    }

    /// Notes from where the last entries of a store were dispatched.
    func notePlaces(of store: String) async {
        guard let client = debuggee?.client,
            let page = try? await client.send(LogList(store: store, limit: 1_000, changes: false))
        else { return }
        for entry in page.entries { note(entry, of: store) }
    }

    // MARK: Configured

    /// Answers the launch, and tells of everything that is stopped.
    func configured() async {
        guard debuggee != nil, let request = deferred.take() else { return }
        isConfigured = true
        respond(to: request, [:])
        for thread in threads.all { await begin(thread) }
    }

    /// Reports the position of a new thread.
    func begin(_ thread: StoreThread) async {
        guard let debuggee, let options, isConfigured else { return }
        if debuggee.isRecording {
            stop(thread.id, at: .present, StopNotice(reason: "entry", description: "the end of the recording"))
        } else if options.stopsOnEntry, canHold(thread) {
            let notice = StopNotice(reason: "entry", description: "the gate is paused")
            await orSaying { try await holding(thread.id, notice) }
        } else {
            // It may have stopped before stops were reported to the editor.
            await synchronise(thread.store.id)
        }
    }

    // MARK: Ending

    func disconnect(_ arguments: Arguments) async -> Value {
        let ends = try? arguments.flag("terminateDebuggee")
        await leave(keepsChild: ends == false)
        return [:]
    }

    /// Ends the session, once; later calls wait for the first.
    func leave(keepsChild: Bool) async {
        if let leaving { return await leaving.value }
        let keepsChild = keepsChild && debuggee != nil
        let task = Task {
            // A process that was started just now is known once that is given up.
            if let starting { try? await Deadline.wait(until: .now + .milliseconds(300)) { await starting.value } }
            await removeAll()
            await debuggee?.close(keepsChild: keepsChild)
            if !keepsChild { _ = await child?.terminate(grace: .milliseconds(300)) }
        }
        leaving = task
        starting?.cancel()
        giveUpAsking()
        for search in searches.values { search.cancel() }
        if !keepsChild { endChild() }
        if let request = deferred.take() { fail(request, CancellationError()) }
        await task.value
    }

    /// Asks what was launched to end.
    private func endChild() {
        guard case .program(_, _, let inTerminal)? = options?.subject else { return }
        child?.signal(SIGTERM)
        if inTerminal { mark.endProcesses() }
    }

    /// Says once that there is nothing to debug any more, with the status of the process where it is known; later calls wait
    /// for the first.
    func terminated() async {
        guard options != nil else { return }
        let task = terminating ?? Task { await tellEnd() }
        terminating = task
        await task.value
    }

    private func tellEnd() async {
        let status = await child?.exitStatus(within: .milliseconds(500))
        // A request that is being answered may not be, before the session ends.
        release()
        if let status {
            let code: Int32? =
                switch status {
                case .exited(let code): code
                case .signalled(let number): 128 + number
                case .unknown: nil
                }
            if let code { emit("exited", ["exitCode": .int(Int64(code))]) }
        }
        emit("terminated", [:])
    }
}
