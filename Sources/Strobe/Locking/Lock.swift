#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif
public import Synchronization

/// A lock as fast as `Synchronization.Mutex`, and one that ThreadSanitizer can follow.
///
/// On Linux the standard library's `Mutex` is compiled where ThreadSanitizer does not look: it then reports every access under
/// one as a race, and the real ones drown among them. The system's own lock is known to it, but costs 3 to 6 ns more.
///
/// The states are those of Drepper, "Futexes Are Tricky" (2011), mutex 2; threads park on a condition variable of the system.
@usableFromInline
package struct Lock: ~Copyable, @unchecked Sendable {
    // `parking` may be used from any thread and never changes its address; `state` is atomic.

    /// 0 free, 1 taken, 2 taken and possibly waited for.
    @usableFromInline let state = Atomic<UInt32>(0)
    private let parking: UnsafeMutablePointer<Parking>

    private struct Parking {
        var mutex = pthread_mutex_t()
        var condition = pthread_cond_t()
    }

    @usableFromInline
    package init() {
        parking = .allocate(capacity: 1)
        parking.initialize(to: Parking())
        pthread_mutex_init(&parking.pointee.mutex, nil)
        pthread_cond_init(&parking.pointee.condition, nil)
    }

    deinit {
        pthread_cond_destroy(&parking.pointee.condition)
        pthread_mutex_destroy(&parking.pointee.mutex)
        parking.deinitialize(count: 1)
        parking.deallocate()
    }

    @inlinable @inline(__always)
    borrowing func lock() {
        if !state.compareExchange(
            expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged {
            wait()
        }
    }

    @inlinable @inline(__always)
    borrowing func unlock() {
        if state.exchange(0, ordering: .releasing) == 2 { wake() }
    }

    /// Takes a lock that another thread holds.
    @usableFromInline @inline(never)
    borrowing func wait() {
        // Most holders are done within these looks, and parking costs microseconds.
        for _ in 0..<100 {
            if state.load(ordering: .relaxed) == 0,
                state.compareExchange(
                    expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed
                ).exchanged
            {
                return
            }
        }
        pthread_mutex_lock(&parking.pointee.mutex)
        // Marked as waited for under the parking lot's own lock, which the unlocking thread takes before it wakes: no
        // wake is lost.
        while state.exchange(2, ordering: .acquiring) != 0 {
            pthread_cond_wait(&parking.pointee.condition, &parking.pointee.mutex)
        }
        pthread_mutex_unlock(&parking.pointee.mutex)
    }

    /// Wakes one thread that waits.
    @usableFromInline @inline(never)
    borrowing func wake() {
        pthread_mutex_lock(&parking.pointee.mutex)
        pthread_cond_signal(&parking.pointee.condition)
        pthread_mutex_unlock(&parking.pointee.mutex)
    }
}
