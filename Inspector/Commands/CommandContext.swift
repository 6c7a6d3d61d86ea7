import StrobeClient
import StrobeProtocol
import StrobeTree
import Synchronization

/// What a command is run with: the session that it is about, where in it, what runs it, and where its output goes.
struct CommandContext: RequestSender, Printing {
    let session: Session
    /// The script that is run without anybody at the keyboard; `nil` for lines that are typed.
    var scriptRun: ScriptRun?
    /// The round of the loop that is being run.
    var loop: Loop?
    /// Where the commands are that are run on a hit; `nil` where they are where the user is.
    var hit: HitScope?
    var output: Output
    /// The paths of which a remark on the command says that nothing is there.
    var remarked = RemarkedPaths()

    init(_ session: Session, scriptRun: ScriptRun? = nil, hit: HitScope? = nil) {
        (self.session, self.scriptRun, self.hit) = (session, scriptRun, hit)
        output = session.output
    }

    var options: Session.Options { session.options }

    /// Does something that may take long, and shows how it is going where there is a terminal.
    func progressing<T>(
        _ task: ProgressBoard.Task, _ body: (ProgressBoard.Progress?) async throws -> T
    ) async rethrows -> T {
        // Commands on a hit are run while a line is being typed.
        guard let board = session.board, hit == nil else { return try await body(nil) }
        let progress = board.begin(task)
        defer { board.end(progress) }
        return try await body(progress)
    }

    // MARK: - Where

    /// Which store is in use, and at which position: the user's, or that of the commands that are run on a hit.
    var location: Location {
        get async { if let hit { hit.location } else { await session.location } }
    }

    /// Goes somewhere else.
    func move(_ change: @Sendable (inout Location) -> Void) async {
        if let hit { hit.move(change) } else { await session.move(change) }
    }

    /// The id of the store in use.
    func store() async throws -> String {
        guard let id = await location.store else {
            throw InspectorError(.failed, "No store is in use. `stores` lists them, `use STORE` takes one.")
        }
        await session.noteUse(of: id)
        return id
    }

    // MARK: - Asking

    func answer<R: Request>(_ request: R) async throws -> Answer<R.Result> {
        try await session.answer(request)
    }

    /// The first and the last seq of the store in use, as of now.
    func history() async throws -> ClosedRange<Int> {
        let store = try await answer(StoreDescribe(store: try await store())).result
        return min(store.firstSeq, store.seq)...store.seq
    }

    /// The seq of the log that an argument means; `nil` for the present.
    // Inlined into a function with errors of its own, it makes the optimiser of Swift 6.3 crash: LLVM sinks the stores of two
    // error paths into one whose address is chosen between them, which splitting a coroutine does not expect.
    @inline(never)
    func position(_ argument: SeqArgument) async throws -> Int? {
        switch argument {
        case .live: return nil
        case .seq(let seq): return seq
        case .first, .last, .relative, .branch:
            return try argument.resolved(from: await location.position, in: try await history())
        }
    }

    /// How the values of the store in use are written.
    func notation() async -> Notation {
        guard let id = await location.store else { return Notation() }
        return await notation(of: id)
    }

    /// How the values of a store are written.
    func notation(of id: String) async -> Notation { await session.notation(of: id) }
}

/// Paths that a remark was made on.
final class RemarkedPaths: Sendable {
    private let paths = Mutex<Set<Path>>([])

    /// Notes a path; whether no remark was made on it before.
    func insert(_ path: Path) -> Bool { paths.withLock { $0.insert(path).inserted } }
}
