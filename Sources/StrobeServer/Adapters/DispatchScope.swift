internal import Strobe
internal import StrobeSystem

/// Ties a request to the transition that a foreign store reports for it: the task carries the link, as the store does
/// not.
final class DispatchScope: Sendable {
    @TaskLocal static var current: DispatchScope?

    /// What became of a request.
    enum Outcome: Sendable {
        case reported(Receipt<any Sendable>)
        /// The gate holds it, under this id.
        case held(Int)
        case refused(StoreError)
    }

    /// How long a store that took the token may take to apply the request.
    static var patience: Duration { .seconds(2) }

    private struct Progress {
        var isClaimed = false
        var isAdmitted = false
        var isLetGo = false
        var outcome: Outcome?
        var editedFrom: String?
        var isTaken = false
    }

    /// The target that it is a request to: what others report meanwhile is their own.
    let owner: ObjectIdentifier
    let origin: Origin
    /// The restored transition, for a restore; the one whose effect dispatched it, for an action.
    let cause: Int?
    /// The log's note on it, for a restore.
    let note: String?
    private let progress = AsyncCondition(Progress())

    init(to owner: AnyObject, origin: Origin, cause: Int? = nil, note: String? = nil) {
        self.owner = ObjectIdentifier(owner)
        self.origin = origin
        self.cause = cause
        self.note = note
    }

    /// Notes that the store carries this scope to where it applies the request.
    func take() {
        progress.update { $0.isTaken = true }
    }

    /// Whether the store may report the transition later.
    var isTaken: Bool { progress.read { $0.isTaken } }

    /// The action that was requested, in words, if another replaced it at the gate.
    var editedFrom: String? {
        get { progress.read { $0.editedFrom } }
        set { progress.update { $0.editedFrom = newValue } }
    }

    /// Notes that the action arrived at the gate.
    ///
    /// - Returns: Whether it did for the first time: what else the program dispatches meanwhile is its own.
    func admit() -> Bool {
        progress.update { progress in
            defer { progress.isAdmitted = true }
            return !progress.isAdmitted
        }
    }

    /// Whether an action has arrived at the gate for it, or was reported.
    func isDone(isArriving: Bool) -> Bool { progress.read { isArriving ? $0.isAdmitted : $0.isClaimed } }

    /// Notes that the gate released the action, which will arrive there again.
    func letGo() {
        progress.update { $0.isLetGo = true }
    }

    /// Whether this is the arrival of the action that was let go.
    func hasLeave() -> Bool {
        progress.update { progress in
            defer { progress.isLetGo = false }
            return progress.isLetGo
        }
    }

    /// Lets a closure append a transition, with this scope's origin if it is the first.
    func claim(_ append: (_ isFirst: Bool) -> Receipt<any Sendable>) -> Int {
        let isFirst = progress.update { progress in
            defer { progress.isClaimed = true }
            return !progress.isClaimed
        }
        let receipt = append(isFirst)
        answer(.reported(receipt))
        return receipt.seq
    }

    /// Notes what else became of the request.
    func answer(_ outcome: Outcome) {
        progress.update { $0.outcome = $0.outcome ?? outcome }
    }

    /// What became of the request; waits for that if the store took the token.
    ///
    /// - Returns: `nil` if unknown: the store applies it elsewhere without the token, or not at all.
    func settled() async -> Outcome? {
        _ = await progress.wait(within: Self.patience) { $0.outcome != nil || !$0.isTaken ? true : nil }
        return progress.read { $0.outcome }
    }
}
