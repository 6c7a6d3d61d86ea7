internal import Synchronization

/// Something that is so or not, for several threads.
package final class AtomicFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)

    /// Creates one that is not raised.
    package init() {}

    /// Whether it is raised.
    package var isUp: Bool { isRaised.load(ordering: .acquiring) }

    /// Raises it.
    ///
    /// - Returns: Whether it was not raised before.
    @discardableResult
    package func raise() -> Bool { !isRaised.exchange(true, ordering: .acquiringAndReleasing) }

    /// Takes it down.
    package func lower() { isRaised.store(false, ordering: .releasing) }
}
