internal import Synchronization

/// The use of a history that may be shared; ended once.
final class HistoryLease: Sendable {
    private let isEnded = Atomic<Bool>(false)
    private let release: @Sendable () -> Void

    init(_ release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit { end() }

    func end() {
        if !isEnded.exchange(true, ordering: .acquiringAndReleasing) { release() }
    }
}
