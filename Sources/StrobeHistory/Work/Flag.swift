internal import Synchronization

/// Something that is so or not, for several threads.
final class Flag: Sendable {
    private let isRaised = Atomic<Bool>(false)

    var isUp: Bool { isRaised.load(ordering: .acquiring) }

    /// - Returns: Whether it was not raised before.
    func raise() -> Bool { !isRaised.exchange(true, ordering: .acquiringAndReleasing) }

    func lower() { isRaised.store(false, ordering: .releasing) }
}
