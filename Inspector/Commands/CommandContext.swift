import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree
import Synchronization

/// The context that a command runs in: the session, the location, the enclosing script and loop, and the output.
struct CommandContext: RequestSender, Printing {
    let session: Session
    /// The script that is running; `nil` for lines that are typed.
    var scriptRun: ScriptRun?
    /// The current round of a loop.
    var loop: Loop?
    /// The location of hit commands; `nil` if the user's location applies.
    var hit: HitScope?
    var output: Output
    /// Whether the output goes to a file or to the shell.
    var isRedirected = false
    /// Whether output that does not fit on the screen goes through the pager.
    var isPaged = true
    /// Whether what is typed may start programs: not what comes from a file.
    var allowsShell: Bool
    /// When requests are given up, as for completion; `nil` for commands, which wait.
    var deadline: ContinuousClock.Instant?
    /// The paths already remarked as absent by this command.
    var remarked = RemarkedPaths()

    init(_ session: Session, scriptRun: ScriptRun? = nil, hit: HitScope? = nil) {
        (self.session, self.scriptRun, self.hit) = (session, scriptRun, hit)
        output = session.output
        allowsShell = scriptRun == nil && hit == nil
    }

    var options: Session.Options { session.options }

    /// Runs work that may take long, and shows its progress if there is a terminal.
    func progressing<T>(
        _ task: ProgressBoard.Task, _ body: (ProgressBoard.Progress?) async throws -> T
    ) async rethrows -> T {
        // Hit commands may run while the user is typing.
        guard let board = session.board, hit == nil, console.status != nil else { return try await body(nil) }
        let progress = board.begin(task)
        defer { board.end(progress) }
        return try await body(progress)
    }

    // MARK: - Location

    /// The current store and position: the user's, or that of the hit commands.
    var location: Location {
        hit?.location ?? session.location
    }

    /// Changes the location.
    func move(_ change: @Sendable (inout Location) -> Void) async {
        if let hit { hit.move(change) } else { await session.move(change) }
    }

    /// The id of the current store.
    func store() async throws -> String {
        guard let id = location.store else {
            throw InspectorError(.failed, "No store is selected. `stores` lists them, `use STORE` selects one.")
        }
        session.noteUse(of: id)
        return id
    }

    // MARK: - Requests

    func answer<R: Request>(_ request: R) async throws -> Answer<R.Result> {
        guard let deadline else { return try await session.answer(request) }
        return try await Deadline.wait(until: deadline) { try await session.answer(request) }
    }

    /// The first and last seq of the current store, as of now.
    func history() async throws -> ClosedRange<Int> {
        let store = try await answer(StoreDescribe(store: try await store())).result
        return min(store.firstSeq, store.seq)...store.seq
    }

    /// The seq of the log that an argument means; `nil` for the live state.
    // Inlined into a function with errors of its own, it crashes the optimiser of Swift 6.3: LLVM merges the stores of
    // two error paths into one with a selected address, which coroutine splitting does not expect.
    @inline(never)
    func position(_ argument: SeqArgument) async throws -> Int? {
        switch argument {
        case .live: return nil
        case .seq(let seq): return seq
        case .first, .last, .relative, .branch:
            return try argument.resolved(from: location.position, in: try await history())
        }
    }

    /// The notation of the current store's values.
    func notation() async -> Notation {
        guard let id = location.store else { return Notation() }
        return await notation(of: id)
    }

    /// The notation of a store's values.
    func notation(of id: String) async -> Notation {
        guard let deadline else { return await session.notation(of: id) }
        return (try? await Deadline.wait(until: deadline) { await session.notation(of: id) }) ?? Notation()
    }
}

/// The paths that a remark was made on.
final class RemarkedPaths: Sendable {
    private let paths = Mutex<Set<Path>>([])

    /// Adds a path; returns whether it is new.
    func insert(_ path: Path) -> Bool { paths.withLock { $0.insert(path).inserted } }
}
