internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// A store as the handlers see it, without its types.
protocol AnyInspectedStore: Sendable {
    var id: String { get }
    /// The number of the last transition.
    var seq: Int { get }
    /// The number of the state that the log begins with.
    var baseSeq: Int { get }
    /// What is hidden in its states.
    var redaction: Redaction { get }
    /// The current description of the store and its capabilities.
    var description: StoreDescription { get }
    /// The shape of its actions.
    var actionSchema: Schema { get }
    /// The shape of its states; `nil` if the type does not give it.
    var stateSchema: Schema? { get }
    /// The shape of its states as shown, which states that are not `Decodable` also have.
    var stateShape: Schema { get }
    /// The shape of its states as far as it contains all of their paths.
    var certainShape: Schema { get }
    /// The names of its actions, as far as the type gives them.
    var actionNames: [String] { get }
    /// The declaration of its state machine; `nil` for other stores.
    var declaration: MachineDeclaration? { get }

    /// Why changes and dry runs are refused; `nil` if they are not.
    var refusal: ProtocolError? { get }

    /// Lets the history follow the store, until as many calls of `detach()`.
    func attach()
    func detach()
    /// Waits until the history follows the store, where `attach()` was called before.
    func attached() async
    /// Releases the store: logging stops.
    func close()

    /// A view of the current state, or of one of the log or of a branch.
    func state(at point: Position) async throws -> (seq: Int, node: Node)
    /// The changes from one state to another, and the numbers of both.
    func changes(
        from: Position, to: Position, at path: Path
    ) async throws -> (from: Int, to: Int, changes: [Change])
    /// The entries of a range, with their changes if requested and known.
    func entries(_ seqs: ClosedRange<Int>, withChanges: Bool) async -> [DetailedEntry]
    /// The entries of a range, where the changes of up to `count` entries may be merged.
    func entries(_ seqs: ClosedRange<Int>, merging count: Int) async -> [DetailedEntry]
    /// The gap of a recording that an entry is in, which walks over the log skip in one step.
    func gap(at seq: Int) -> ClosedRange<Int>?
    /// One entry with what it changed.
    func entry(_ seq: Int) async throws -> DetailedEntry

    /// What each action did to the enum at a path.
    func tally(at path: Path, from: Int?, to: Int?) async throws -> Tally

    /// Dispatches an action.
    ///
    /// - Parameter cause: The transition given as the cause, in a replay.
    func dispatch(_ action: Value, origin: Origin, cause: Int?, ifSeq: Int?) async throws -> ActionDispatch.Result
    func dryRun(_ action: Value, at point: Position, ifSeq: Int?) async throws -> ActionDispatch.Result
    func jump(to seq: Int) async throws -> HistoryJump.Result

    /// What led to an entry and what resulted from it, up to a limit of each.
    func why(_ seq: Int, limit: Int) async throws -> LogWhy.Result

    // MARK: Memory

    /// Restores the first existing state.
    func reset() async throws -> HistoryJump.Result
    /// Makes a state the first one; the last one if `nil`.
    func commit(_ seq: Int?) async throws -> HistoryCommit.Result
    /// What the history holds.
    func historyDescription() async throws -> HistoryDescription
    /// The remarks after the entries of a range.
    func notes(in seqs: ClosedRange<Int>) -> [NoteDescription]
    /// Registers a closure to call with every remark; it returns at once.
    func onNote(_ tell: @escaping @Sendable (NoteDescription) -> Void)

    // MARK: Divergence

    /// Compares the live state with the replayed one, and tries the transitions of a range more than once.
    func verify(from: Int?, to: Int?) async throws -> HistoryVerify.Result
    /// Turns replay on or off.
    func setReplaying(_ isOn: Bool) async throws -> HistoryReplay.Result
    /// Registers a closure to call with every divergence; it returns at once.
    func onDivergence(_ tell: @escaping @Sendable (DivergenceDescription) -> Void)

    // MARK: Questions

    /// The first or the last state of a range for which a condition holds.
    func find(
        _ condition: Condition, from: Int?, to: Int?, last: Bool, monotone: Bool
    ) async throws -> HistoryFind.Result
    /// The entries that changed what is at a path, newest first.
    func blame(_ path: Path, at seq: Int?, limit: Int) async throws -> StateBlame.Result
    /// The same for a branch: its own entries, and those of the log before it.
    func blame(_ path: Path, inBranch name: String, at seq: Int?, limit: Int) async throws -> StateBlame.Result

    // MARK: Edits

    /// Sets the part of the live state at a path.
    func set(_ value: Value, at path: Path, ifSeq: Int?) async throws -> StateSet.Result
    /// Dispatches the action of an entry again, optionally changed.
    func redo(_ seq: Int, _ changes: [Change], origin: Origin, ifSeq: Int?) async throws -> ActionDispatch.Result
    /// The result of such a redo, without doing it.
    func dryRedo(_ seq: Int, _ changes: [Change], ifSeq: Int?) async throws -> ActionDispatch.Result

    // MARK: Branches

    func makeBranch(_ request: BranchCreate) async throws -> BranchDescription
    func branches() async throws -> [BranchDescription]
    /// One branch, by its id or name.
    func branch(_ name: String) async throws -> BranchDescription
    func dropBranch(_ name: String) async throws -> BranchDescription
    /// Replaces the current state with the last state of a branch.
    func adoptBranch(_ name: String, ifSeq: Int?) async throws -> BranchAdopt.Result
    /// The entries of a range of a branch, by its own numbers, with what they changed.
    func entries(_ seqs: ClosedRange<Int>, inBranch name: String) async throws -> [DetailedEntry]
    /// The shortest part of the log that still makes a condition true, as a branch.
    func minimize(_ condition: Condition, from: Int?, to: Int?) async throws -> HistoryMinimize.Result

    // MARK: Gate

    /// What holds actions before they are reduced; `nil` for stores that cannot.
    var gate: (any AnyStoreGate)? { get }

    // MARK: Replays

    /// The replay into the store in progress; `nil` if there is none.
    var replaying: ReplayDescription? { get }
    /// Begins a replay into the store, replacing any other, or ends it if `nil`; the log records it.
    func setReplay(_ replay: ReplayDescription?) throws(ProtocolError)

    // MARK: Effects

    /// The first of the effects that wait or run, and how many more there are.
    func runningEffects(limit: Int) -> (effects: [RunningEffectDescription], more: Int)
    /// Cancels an effect, and returns whether it was waiting or running.
    func cancelEffect(_ id: Int) -> Bool

    /// The updates from a number on.
    func updates(from seq: Int, changes: Bool) -> AsyncStream<HistoryUpdate>
}

/// An entry of the log with what it changed, if known.
struct DetailedEntry: Sendable {
    let entry: LogEntry
    let changes: [Change]?
    /// The seq of the state that the changes begin with, if they are those of several entries.
    var fromSeq: Int?
    /// Whether its changes are among those of a later entry.
    var isCovered = false
}
