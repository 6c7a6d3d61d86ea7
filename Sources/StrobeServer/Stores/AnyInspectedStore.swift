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
    /// What it is and can do, now.
    var description: StoreDescription { get }
    /// The shape of its actions.
    var actionSchema: Schema { get }
    /// The shape of its states; `nil` where they do not tell.
    var stateSchema: Schema? { get }
    /// The shape of its states as they are shown, which those tell that do not decode themselves, too.
    var stateShape: Schema { get }
    /// The shape of its states as far as every path of them is in it.
    var certainShape: Schema { get }
    /// The names of its actions, as far as the type tells.
    var actionNames: [String] { get }
    /// What its state machine was declared as; `nil` for other stores.
    var declaration: MachineDeclaration? { get }

    /// Why nothing can be changed or tried out; `nil` where it can.
    var refusal: ProtocolError? { get }

    /// Lets the history follow the store, until as many calls of `detach()`.
    func attach()
    func detach()
    /// Waits until the history follows the store, where `attach()` was called before.
    func attached() async
    /// Lets go of the store: nothing is logged any more.
    func close()

    /// A view of the present state, or of one of the log or of a branch.
    func state(at point: HistoryPoint) async throws -> (seq: Int, node: Node)
    /// How one state becomes another, and the numbers of both.
    func changes(
        from: HistoryPoint, to: HistoryPoint, at path: Path
    ) async throws -> (from: Int, to: Int, changes: [Change])
    /// The entries of a range, with what they changed where that is asked for and known.
    func entries(_ seqs: ClosedRange<Int>, withChanges: Bool) async -> [DetailedEntry]
    /// The entries of a range, where the changes of up to so many may be put together.
    func entries(_ seqs: ClosedRange<Int>, merging count: Int) async -> [DetailedEntry]
    /// The gap of a recording that an entry is in; whoever goes over the log goes over it in one step.
    func gap(at seq: Int) -> ClosedRange<Int>?
    /// One entry with what it changed.
    func entry(_ seq: Int) async throws -> DetailedEntry

    /// What each action did to the enum at a path.
    func tally(at path: Path, from: Int?, to: Int?) async throws -> Tally

    /// Dispatches an action.
    ///
    /// - Parameter cause: The transition whose effect is said to have asked, in a replay.
    func dispatch(_ action: Value, origin: Origin, cause: Int?, ifSeq: Int?) async throws -> ActionDispatch.Result
    func dryRun(_ action: Value, at point: HistoryPoint, ifSeq: Int?) async throws -> ActionDispatch.Result
    func jump(to seq: Int) async throws -> HistoryJump.Result

    /// What led to an entry and what came of it, so many of each at most.
    func why(_ seq: Int, limit: Int) async throws -> LogWhy.Result

    // MARK: Memory

    /// Restores the first state that there is.
    func reset() async throws -> HistoryJump.Result
    /// Makes a state the first one; the last one for `nil`.
    func commit(_ seq: Int?) async throws -> HistoryCommit.Result
    /// What the history holds.
    func historyDescription() async throws -> HistoryDescription
    /// The remarks that stand after the entries of a range.
    func notes(in seqs: ClosedRange<Int>) -> [NoteDescription]
    /// Has a closure told of every remark; it returns at once.
    func onNote(_ tell: @escaping @Sendable (NoteDescription) -> Void)

    // MARK: Divergence

    /// Compares the live state with the replayed one, and tries the transitions of a range more than once.
    func verify(from: Int?, to: Int?) async throws -> HistoryVerify.Result
    /// Turns replay on or off.
    func setReplaying(_ isOn: Bool) async throws -> HistoryReplay.Result
    /// Has a closure told of every divergence that is found; it returns at once.
    func onDivergence(_ tell: @escaping @Sendable (DivergenceDescription) -> Void)

    // MARK: Questions

    /// The first or the last state of a range for which a condition holds.
    func find(
        _ condition: Condition, from: Int?, to: Int?, last: Bool, monotone: Bool
    ) async throws -> HistoryFind.Result
    /// The entries that changed what is at a path, the newest first.
    func blame(_ path: Path, at seq: Int?, limit: Int) async throws -> StateBlame.Result
    /// The same for a branch: its own entries, and those of the log before it.
    func blame(_ path: Path, inBranch name: String, at seq: Int?, limit: Int) async throws -> StateBlame.Result

    // MARK: Edits

    /// Sets the part of the live state at a path.
    func set(_ value: Value, at path: Path, ifSeq: Int?) async throws -> StateSet.Result
    /// Dispatches the action of an entry again, changed if need be.
    func redo(_ seq: Int, _ changes: [Change], origin: Origin, ifSeq: Int?) async throws -> ActionDispatch.Result
    /// What that would do.
    func dryRedo(_ seq: Int, _ changes: [Change], ifSeq: Int?) async throws -> ActionDispatch.Result

    // MARK: Branches

    func makeBranch(_ request: BranchCreate) async throws -> BranchDescription
    func branches() async throws -> [BranchDescription]
    /// One branch, by its id or name.
    func branch(_ name: String) async throws -> BranchDescription
    func dropBranch(_ name: String) async throws -> BranchDescription
    /// Puts the last state of a branch in place of the present one.
    func adoptBranch(_ name: String, ifSeq: Int?) async throws -> BranchAdopt.Result
    /// The entries of a range of a branch, by its own numbers, with what they changed.
    func entries(_ seqs: ClosedRange<Int>, inBranch name: String) async throws -> [DetailedEntry]
    /// The least of the log that still makes a condition true, as a branch.
    func minimize(_ condition: Condition, from: Int?, to: Int?) async throws -> HistoryMinimize.Result

    // MARK: Gate

    /// What holds actions before they are reduced; `nil` for stores that cannot.
    var gate: (any AnyStoreGate)? { get }

    // MARK: Replays

    /// The replay into the store that is under way; `nil` where none is.
    var replaying: ReplayDescription? { get }
    /// Begins a replay into the store, in place of any other, or ends it with `nil`; the log notes it.
    func setReplay(_ replay: ReplayDescription?) throws(ProtocolError)

    // MARK: Effects

    /// The first of the effects that wait or run, and how many more there are.
    func runningEffects(limit: Int) -> (effects: [RunningEffectDescription], more: Int)
    /// Cancels an effect; whether it was waiting or running.
    func cancelEffect(_ id: Int) -> Bool

    /// What happens from a number on.
    func updates(from seq: Int, changes: Bool) -> AsyncStream<HistoryUpdate>
}

/// An entry of the log with what it changed, where that is known.
struct DetailedEntry: Sendable {
    let entry: LogEntry
    let changes: [Change]?
    /// The seq of the state that the changes begin with, where they are those of several entries.
    var fromSeq: Int?
    /// Whether its changes are among those of a later entry.
    var isCovered = false
}
