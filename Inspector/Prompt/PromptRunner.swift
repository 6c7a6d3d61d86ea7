import InspectorCore
import LineEditing
import Synchronization

/// Reads commands from a terminal and runs them.
struct PromptRunner: Sendable {
    /// The attached processes; commands go to the current one.
    let attachments: Attachments
    let editor: LineEditor
    /// Whether the inspector waits for a lost process to return.
    let waitsForReturn: Bool

    /// Runs until the user leaves or the connection is lost.
    ///
    /// - Parameter first: Commands to run before the first prompt.
    func run(first: [String] = []) async -> Outcome {
        let running = RunningCommand()
        editor.setInterruptHandler { running.cancel() }
        await attachments.setLossHandler {
            // What was interrupted before is not the wait that follows.
            _ = editor.takeInterrupt()
            editor.cancel()
        }
        defer { editor.setInterruptHandler(nil) }
        for line in first {
            let session = await attachments.current
            guard session.loss == nil else { break }
            await running.run { await run(line, in: session) }
            if session.isLeaving, await attachments.current === session { return .success }
        }
        var cancellations = 0
        var secrets = 0
        while true {
            let session = await attachments.current
            guard session.loss == nil else {
                let isElsewhere = await attachments.leaveLost()
                if !isElsewhere {
                    guard waitsForReturn, await waitForReturn(running) else { return .connectionLost }
                }
                await dropTyped()
                continue
            }
            let (prompt, text) = await session.takePrompt()
            switch await editor.readLine(Prompt(prompt), text: text) {
            case .line(let typed):
                cancellations = 0
                session.console.note(typed: prompt.plain + typed)
                var line = typed
                if typed.allSatisfy(\.isWhitespace) {
                    guard let next = session.onEnter else { continue }
                    line = next
                    session.remark(StyledText(next, .dim))
                } else if await session.keepsSecret(line) {
                    secrets += 1
                    if secrets == 1 {
                        session.remark(StyledText("not kept in the history, as it may hold a secret", .dim))
                    }
                } else {
                    editor.remember(line)
                }
                await running.run { [line] in await run(line, in: session) }
                // After detaching from one of several processes, the prompt continues with another.
                if session.isLeaving, await attachments.current === session { return .success }
            case .interrupted: continue
            case .lineTooLong(let limit):
                session.report(InspectorError(.usage, "The line is longer than \(limit) bytes and was dropped."))
            case .endOfFile, .terminated: return session.loss == nil ? .success : .connectionLost
            case .cancelled:
                // A connection was lost and may be back by now; after many cancellations, input cannot be read.
                cancellations += 1
                if cancellations > 10 { return .connectionLost }
                continue
            }
        }
    }

    /// Forgets what was typed for a process that was lost, and says so.
    private func dropTyped() async {
        guard await editor.discardTyped() > 0 else { return }
        await attachments.current.remark(
            StyledText("input typed meanwhile was dropped: it was meant for the previous process", .dim))
    }

    private func waitForReturn(_ running: RunningCommand) async -> Bool {
        let (attachments, editor) = (attachments, editor)
        return await running.run {
            // Ctrl-C may have come after the loss, while the last command was still ending.
            guard !editor.takeInterrupt() else { return false }
            return await attachments.waitForReturn()
        }
    }

    private func run(_ line: String, in session: Session) async {
        do {
            try await session.run(typed: line)
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

/// The running command, which Ctrl-C cancels from another thread.
private final class RunningCommand: Sendable {
    private let cancelRunning = Mutex<(@Sendable () -> Void)?>(nil)

    func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
        // Under the lock: the output of the work may make the user press Ctrl-C at once.
        let task = cancelRunning.withLock { cancel in
            let task = Task { await work() }
            cancel = { task.cancel() }
            return task
        }
        defer { cancelRunning.withLock { $0 = nil } }
        return await task.value
    }

    func cancel() {
        cancelRunning.withLock { $0 }?()
    }
}
