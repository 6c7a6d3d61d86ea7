import LineEditing
import Synchronization

/// Reads commands from a terminal and runs them.
struct PromptRunner: Sendable {
    let session: Session
    let editor: LineEditor

    /// Runs until the user leaves or the connection is lost.
    ///
    /// - Parameter first: Commands to run before the first prompt.
    func run(first: [String] = []) async -> Outcome {
        let running = RunningCommand()
        editor.setInterruptHandler { running.cancel() }
        await session.setLossHandler { editor.cancel() }
        await session.setPromptHandler { editor.changePrompt(Prompt($0)) }
        defer { editor.setInterruptHandler(nil) }
        for line in first where await session.loss == nil {
            await running.run { await run(line) }
            if await session.isLeaving { return .success }
        }
        while await session.loss == nil {
            let text = await session.takeNextText()
            switch await editor.readLine(Prompt(await session.prompt), text: text) {
            case .line(let line):
                editor.remember(line)
                await running.run { await run(line) }
                if await session.isLeaving { return .success }
            case .interrupted: continue
            case .lineTooLong(let limit):
                session.report(InspectorError(.usage, "The line is longer than \(limit) bytes and was dropped."))
            case .endOfFile, .terminated: return await session.loss == nil ? .success : .connectionLost
            case .cancelled: return await session.loss == nil ? .success : .connectionLost
            }
        }
        return .connectionLost
    }

    private func run(_ line: String) async {
        do {
            try await session.run(typed: line)
            await session.refreshGate()
        } catch {
            let known = InspectorError(any: error)
            switch known.code {
            case .connectionLost: await session.lose(known.message)
            case .cancelled: session.remark(StyledText("cancelled", .dim))
            case .usage, .failed: session.report(error)
            }
        }
    }
}

/// The command that is under way, so that Ctrl-C can cancel it from another thread.
private final class RunningCommand: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    func run(_ work: @escaping @Sendable () async -> Void) async {
        let task = Task { await work() }
        self.task.withLock { $0 = task }
        await task.value
        self.task.withLock { $0 = nil }
    }

    func cancel() {
        task.withLock { $0?.cancel() }
    }
}
