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
    /// The longest: not every change of a gate is told.
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
                // What was told or done may have changed a gate.
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
}

extension Session {
    /// Sends events to a full-screen view; `nil` to the console.
    fileprivate func show(events: AsyncStream<StyledText>.Continuation?) {
        screen = events
    }
}
