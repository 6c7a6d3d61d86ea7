import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTree

/// Runs the full-screen view: passes what happens to its model, and what the model asks for to the session.
struct ScreenRunner: Sendable {
    let context: CommandContext
    let editor: LineEditor
    private let inputs: AsyncStream<ScreenInput?>
    let happening: AsyncStream<ScreenInput?>.Continuation
    /// Resumed when the stores may have changed.
    private let wakes: AsyncStream<Void>
    let waking: AsyncStream<Void>.Continuation
    var session: Session { context.session }

    /// The shortest time between two looks at the stores.
    private static let shortest = Duration.milliseconds(50)
    /// The longest: not every change of a gate is reported.
    private static let longest = Duration.milliseconds(500)

    init(context: CommandContext, editor: LineEditor) {
        (self.context, self.editor) = (context, editor)
        (inputs, happening) = AsyncStream.makeStream()
        (wakes, waking) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Shows the view until the user leaves it.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if the terminal cannot show it.
    func run() async throws {
        let location = session.location
        let recording = await session.recording != nil
        let process = session.process.map { recording ? $0.name : "\($0.name) \($0.pid)" } ?? "strobe"
        var model = ScreenModel(
            title: process, isRecording: recording, home: location.store, position: location.position)
        let (events, telling) = AsyncStream.makeStream(of: StyledText.self, bufferingPolicy: .bufferingNewest(1))
        await session.show(events: telling)
        let tasks = [
            Task { for await text in events { happening.yield(.message(text)) } },
            Task { await look() },
            Task {
                while (try? await Task.sleep(for: Self.longest)) != nil { waking.yield() }
            },
        ]
        waking.yield()
        let problem = await show(&model)
        for task in tasks { task.cancel() }
        await session.show(events: nil)
        if let problem { throw problem }
    }

    /// Shows the view, and again after each edit at the prompt.
    private func show(_ model: inout ScreenModel) async -> InspectorError? {
        while true {
            guard let screen = await editor.openScreen() else {
                let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
                return InspectorError(
                    .failed, "A terminal of the kind `\(name)` (TERM) cannot show `ui`, which needs one like xterm.")
            }
            let task = Task {
                for await _ in screen.happened { happening.yield(nil) }
                // It has ended by itself.
                if !Task.isCancelled { happening.yield(.event(.terminated)) }
            }
            let edit = await run(&model, on: screen)
            task.cancel()
            await screen.close()
            guard let edit else { return nil }
            await self.edit(edit.id, of: edit.store)
        }
    }

    /// - Returns: The held action to edit at the prompt; `nil` to leave.
    private func run(_ model: inout ScreenModel, on screen: FullScreen) async -> (id: Int, store: String)? {
        var wanted: ScreenSubject?
        var isFetching = false
        for await input in inputs {
            var requests: [ScreenRequest] = []
            var isUrgent = false
            if let input {
                if case .detail = input { isFetching = false }
                // What was reported or done may have changed a gate.
                if case .message = input { waking.yield() }
                requests = model.take(input)
            } else {
                while let event = screen.takeEvent() {
                    isUrgent = true
                    requests += model.take(.event(event))
                    // Keys after it belong to the prompt.
                    if requests.last?.endsView == true { break }
                }
            }
            for request in requests {
                switch request {
                case .leave: return nil
                case .edit(let id, let store): return (id, store)
                case .detail(let subject): wanted = subject
                case .move(let store, let seq):
                    await session.move {
                        $0.use(store)
                        $0.go(to: seq.map { .seq($0) })
                    }
                default: perform(request)
                }
            }
            if let subject = wanted, !isFetching {
                (wanted, isFetching) = (nil, true)
                Task { happening.yield(.detail(await detail(subject))) }
            }
            model.traffic = screen.traffic
            screen.show(model.grid(), isUrgent: isUrgent)
        }
        return nil
    }

    private func edit(_ id: Int, of store: String) async {
        let place = session.location
        await session.move { $0.use(store) }
        do {
            try await CommandContext(session).run("edit \(id)")
            let (prompt, text) = await session.takePrompt()
            if case .line(let line) = await editor.readLine(Prompt(prompt), text: text) {
                if await !session.keepsSecret(line) { editor.remember(line) }
                try await session.run(line)
                happening.yield(.message(StyledText("\(store): \(line)", .added)))
            }
        } catch {
            happening.yield(.failed(InspectorError(any: error)))
        }
        await session.move { $0 = place }
    }

    /// Looks at the stores whenever something happens, until the task is cancelled.
    private func look() async {
        var subscription: String?
        var isLost = false
        for await _ in wakes {
            if let loss = session.loss {
                if !isLost {
                    happening.yield(.lost(loss))
                    await session.attachments?.wait(for: session)
                }
                (isLost, subscription) = (true, nil)
                continue
            }
            if isLost { happening.yield(.returned) }
            isLost = false
            if subscription == nil { subscription = try? await session.listen(to: nil, [.log, .stores], waking) }
            await lookOnce()
            try? await Task.sleep(for: Self.shortest)
        }
        guard let subscription else { return }
        await session.stopListening(subscription)
        // The task was cancelled, and a request of it would be as well.
        Task { _ = try? await session.answer(Unsubscribe(subscription: subscription)) }
    }

    private func lookOnce() async {
        do {
            let stores = try await context.answer(StoreList()).result.stores.prefix(StoreLimit.count)
            for store in stores where store.paused {
                let gate = try await session.gate(GateStatus(store: store.id), of: store.id).result
                happening.yield(.gate(gate, store: store.id, await context.notation(of: store.id)))
            }
            let now = ContinuousClock.now - Self.start
            happening.yield(.stores(Array(stores), now: now / .seconds(1)))
        } catch {
            if session.loss == nil { happening.yield(.failed(InspectorError(any: error))) }
        }
    }

    private static let start = ContinuousClock.now

    func perform(_ request: ScreenRequest) {
        switch request {
        case .page(let store, let span, let count, let filter, let generation):
            yielding(page: store, generation) {
                let page = try await self.page(store, span, count, filter)
                return .page(page, store: store, span, generation: generation)
            }
        case .seek(let id, let filters, let stores, let count, let generation):
            yielding {
                .sought(id, try await seek(id, filters, stores, count), generation: generation)
            }
        case .find(let store, let seq, let isForward, let filter):
            yielding {
                let request = LogList(
                    store: store, from: isForward ? seq + 1 : nil, to: isForward ? nil : seq - 1, limit: 1,
                    filter: filter)
                guard isForward || seq > 1 else { return .found(nil) }
                let found = try await context.answer(request).result.entries.first
                return .found(found.map { ScreenLog.ID(store: store, seq: $0.seq) })
            }
        case .filter(let text): yielding { .filtered(try await filter(text)) }
        case .command(let line, let store):
            yielding {
                try await session.run(line, on: store)
                return .message(StyledText("\(store): \(line)", .added))
            }
        case .detail, .move, .edit, .leave: break
        }
    }

    private func yielding(
        page: String? = nil, _ generation: Int = 0, _ body: @escaping @Sendable () async throws -> ScreenInput
    ) {
        Task {
            switch await Result.known(body) {
            case .success(let input): happening.yield(input)
            case .failure(let error): happening.yield(.failed(error, page: page, generation: generation))
            }
        }
    }

    private func page(
        _ store: String, _ span: ScreenLog.Span, _ count: Int, _ filter: LogList.Filter?
    ) async throws -> LogList.Result {
        let request = LogList(store: store, from: span.from, to: span.to, limit: count, filter: filter)
        return try await context.answer(request).result
    }

    /// The pages of each store around an entry.
    private func seek(
        _ id: ScreenLog.ID, _ filters: [String: LogList.Filter], _ stores: [String], _ count: Int
    ) async throws -> [String: (before: LogList.Result, after: LogList.Result)] {
        let time = id.seq > 0 ? try await context.answer(LogGet(store: id.store, seq: id.seq)).result.entry.time : .min
        var pages: [String: (before: LogList.Result, after: LogList.Result)] = [:]
        for store in stores {
            let seq =
                store == id.store && id.seq > 0 ? id.seq : try await last(in: store, notAfter: time, closerThan: count)
            var before = LogList.Result(seq: seq, entries: [])
            if seq > 0 { before = try await page(store, .init(to: seq), count, filters[store]) }
            pages[store] = (before, try await page(store, .init(from: seq + 1), count, filters[store]))
        }
        return pages
    }

    /// A seq of a store whose entry is not after a time, and not many before it.
    private func last(in store: String, notAfter time: Int64, closerThan count: Int) async throws -> Int {
        let description = try await context.answer(StoreDescribe(store: store)).result
        var (low, high) = (description.firstSeq, description.seq)
        while high - low > count / 2, time > .min {
            let middle = low + (high - low) / 2
            let request = LogList(store: store, from: middle, limit: 1, changes: false)
            if let entry = try await context.answer(request).result.entries.first, entry.time <= time {
                low = middle
            } else {
                high = middle
            }
        }
        return time == .min ? low : high
    }

    func detail(_ subject: ScreenSubject) async -> ScreenDetail {
        var detail = ScreenDetail(subject: subject)
        detail.notation = await context.notation(of: subject.store)
        if subject.hasEntry, let seq = subject.seq {
            detail.entry = await .known { try await context.answer(LogGet(store: subject.store, seq: seq)).result }
        }
        if subject.hasState {
            let request = StateTree(
                store: subject.store, path: subject.path.isRoot ? nil : subject.path, at: subject.seq.map { .seq($0) },
                depth: 4, start: subject.start, count: 50)
            detail.state = await .known { try await context.answer(request).result }
        }
        return detail
    }

    /// What a typed filter means: a path where the state of a store has one like it, otherwise a part of an action.
    private func filter(_ text: String) async throws -> ScreenFilter {
        var stores: [String: LogList.Filter] = [:]
        if let path = try? Path(parsing: text), !path.isRoot {
            for store in session.stores where await context.notation(of: store.id).state?.part(at: path) != nil {
                stores[store.id] = LogList.Filter(path: path)
            }
            if !stores.isEmpty {
                return ScreenFilter(text: text, meaning: "changes of \(path.swiftStyle)", stores: stores)
            }
        }
        for store in session.stores { stores[store.id] = LogList.Filter(action: "*\(text)*") }
        return ScreenFilter(text: text, meaning: "actions like \(text)", stores: stores)
    }
}

extension Session {
    /// Sends events to a full-screen view; `nil` to the console.
    fileprivate func show(events: AsyncStream<StyledText>.Continuation?) {
        screen = events
    }
}
