internal import Strobe
internal import Synchronization

/// Ties a dispatch to the transition that a foreign store tells of meanwhile: the store passes nothing on, the task does.
final class DispatchScope: Sendable {
    @TaskLocal static var current: DispatchScope?

    let origin: Origin
    /// The transition that was restored, for a restore; the one whose effect asked, for a replayed action.
    let cause: Int?
    /// What the log says of it, for a restore.
    let note: String?
    private let firstSeq = Mutex<Int?>(nil)

    init(origin: Origin, cause: Int? = nil, note: String? = nil) {
        self.origin = origin
        self.cause = cause
        self.note = note
    }

    /// The number of the transition that was told.
    var seq: Int? { firstSeq.withLock { $0 } }

    /// Lets a closure append a transition, with this scope's origin if it is the first.
    func claim(_ append: (_ isFirst: Bool) -> Int) {
        firstSeq.withLock { first in
            let seq = append(first == nil)
            if first == nil { first = seq }
        }
    }
}
