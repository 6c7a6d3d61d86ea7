/// A value behind a `Lock`; used as `Synchronization.Mutex` is.
///
/// `@unchecked Sendable`: the value is only touched under the lock, and enters and leaves it by `sending`.
package struct Protected<Value>: ~Copyable, @unchecked Sendable {
    private let lock = Lock()
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs a closure under the lock; it must not come back here.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
    }
}
