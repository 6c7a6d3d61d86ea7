internal import CLibedit
internal import Synchronization

/// A reading that was requested.
struct ReadRequest: Sendable {
    let id: UInt64
    let prompt: Prompt
    let text: String
    /// Whether its prompt is a question, which stays as it is.
    let isQuestion: Bool
    let continuation: CheckedContinuation<ReadResult, Never>
}

/// What the editor's thread is asked to do, in order.
enum Job: Sendable {
    case read(ReadRequest)
    case remember(String)
    case history(CheckedContinuation<[String], Never>)
    /// A view of the whole terminal; the answer is whether it has begun.
    case screen(FullScreen, CheckedContinuation<Bool, Never>)
    /// Hands a text to the user's editor.
    case edit(String, CheckedContinuation<Result<String, LineEditingError>, Never>)
    /// Forgets what was typed ahead; the number of bytes.
    case discardTyped(CheckedContinuation<Int, Never>)
    case close(CheckedContinuation<Void, Never>?)
}

/// All that the editor's thread shares with the rest of the program.
final class ReadQueue: Sendable {
    private struct State {
        var jobs: [Job] = []
        var lastReadID: UInt64 = 0
        var current: UInt64?
        var isCurrentCancelled = false
        var isCurrentQuestion = false
        /// Cancelled before they were asked for: a task may be cancelled at any moment.
        var cancelledEarly: Set<UInt64> = []
        /// A prompt that replaces the current one.
        var newPrompt: Prompt?
        var isClosed = false
        var isInterrupted = false
        var interruptHandler: (@Sendable () -> Void)?
        /// Whether another program has the terminal.
        var isLent = false
        /// Whether Ctrl-C is for that program alone.
        var leavesInterrupts = false
    }

    let output: OutputGate
    private let input: Int32
    let wakeUp: WakePipe
    private let state = Mutex(State())

    init(input: Int32, output: Int32, usesColour: Bool) throws(LineEditingError) {
        self.input = input
        wakeUp = try WakePipe()
        self.output = OutputGate(descriptor: output, usesColour: usesColour, wakeUp: wakeUp)
    }

    func newReadID() -> UInt64 {
        state.withLock { state in
            state.lastReadID += 1
            return state.lastReadID
        }
    }

    func enqueue(_ job: Job) {
        let isTaken = state.withLock { state in
            switch job {
            case .read(let request):
                if state.cancelledEarly.remove(request.id) != nil || state.isClosed { return false }
            case .remember, .history, .screen, .edit, .discardTyped:
                if state.isClosed { return false }
            case .close:
                if state.isClosed { return false }
                state.isClosed = true
                state.isCurrentCancelled = true
            }
            state.jobs.append(job)
            return true
        }
        if isTaken {
            wakeUp.wake()
        } else {
            job.refuse()
        }
    }

    /// The editor's thread: the next thing to do.
    func nextJob() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            let job = state.jobs.removeFirst()
            if case .read(let request) = job {
                state.current = request.id
                state.isCurrentQuestion = request.isQuestion
                state.isCurrentCancelled = state.isClosed
                state.isInterrupted = false
            }
            return job
        }
    }

    /// The editor's thread: the reading in progress is over.
    func finishRead() {
        state.withLock { state in
            state.current = nil
            state.isCurrentCancelled = false
            state.isCurrentQuestion = false
        }
    }

    /// The editor's thread: whether the reading in progress shall end.
    var isReadCancelled: Bool {
        state.withLock { $0.isCurrentCancelled }
    }

    func cancelRead(_ id: UInt64) {
        let waiting: ReadRequest? = state.withLock { state in
            if state.current == id {
                state.isCurrentCancelled = true
                return nil
            }
            for (index, job) in state.jobs.enumerated() {
                if case .read(let request) = job, request.id == id {
                    state.jobs.remove(at: index)
                    return request
                }
            }
            state.cancelledEarly.insert(id)
            return nil
        }
        waiting?.continuation.resume(returning: .cancelled)
        wakeUp.wake()
    }

    /// After the reading: its task may have been cancelled just when it was over.
    func forgetRead(_ id: UInt64) {
        _ = state.withLock { $0.cancelledEarly.remove(id) }
    }

    func changePrompt(_ prompt: Prompt) {
        state.withLock { $0.newPrompt = prompt }
        wakeUp.wake()
    }

    /// The editor's thread: the prompt that was requested since the last call.
    func takePrompt() -> Prompt? {
        state.withLock { state in
            guard !state.isCurrentQuestion else { return nil }
            defer { state.newPrompt = nil }
            return state.newPrompt
        }
    }

    func cancelCurrentRead() {
        state.withLock { state in
            if state.current != nil { state.isCurrentCancelled = true }
        }
        wakeUp.wake()
    }

    func setInterruptHandler(_ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.interruptHandler = handler }
    }

    /// Notes an interrupt and calls the handler; false when there is none.
    func interrupt() -> Bool {
        let handler = state.withLock { state in
            state.isInterrupted = true
            return state.interruptHandler
        }
        handler?()
        return handler != nil
    }

    /// Whether another program has the terminal.
    var isLent: Bool { state.withLock { $0.isLent } }

    /// Whether Ctrl-C is for that program alone.
    var leavesInterrupts: Bool { state.withLock { $0.leavesInterrupts } }

    func lend() {
        state.withLock { $0.isLent = true }
        output.beginEditing()
        cle_terminal_lend(input)
    }

    func leaveInterrupts() {
        state.withLock { $0.leavesInterrupts = $0.isLent }
    }

    func takeBack() {
        cle_terminal_take_back(input)
        state.withLock { ($0.isLent, $0.leavesInterrupts) = (false, false) }
        output.endEditing { output.writeNow(output.isTerminal ? $0.withCarriageReturns : $0) }
    }

    func takeInterrupt() -> Bool {
        state.withLock { state in
            defer { state.isInterrupted = false }
            return state.isInterrupted
        }
    }
}

extension Job {
    /// Answers the waiting caller, instead of doing it.
    func refuse() {
        switch self {
        case .read(let request): request.continuation.resume(returning: .cancelled)
        case .remember: break
        case .history(let continuation): continuation.resume(returning: [])
        case .screen(_, let continuation): continuation.resume(returning: false)
        case .edit(_, let continuation): continuation.resume(returning: .failure(.closed))
        case .discardTyped(let continuation): continuation.resume(returning: 0)
        case .close(let continuation): continuation?.resume()
        }
    }
}
