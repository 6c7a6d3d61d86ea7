internal import Synchronization

/// Whether recorded actions are being dispatched to a store; a program can read this or follow its changes.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
///     if let replay = store.replay.info { print("replaying \(replay.source ?? "actions")") }
public final class ReplayMode: Sendable {
    private struct Contents {
        var info: ReplayInfo?
        var lastReader = 0
        var readers: [Int: AsyncStream<ReplayInfo?>.Continuation] = [:]
    }

    private let contents = Protected(Contents())
    /// Held while readers are notified, so that the last change is reported last.
    ///
    /// Not the lock above: that is taken when a reader's task is cancelled, by a thread that holds the lock of the
    /// task, for which notifying it waits.
    private let telling = Protected(())
    /// The same, for checks before every effect.
    private let quiet = Atomic<Bool>(false)

    init() {}

    deinit {
        contents.withLock { Array($0.readers.values) }.forEach { $0.finish() }
    }

    /// The current replay, and how it treats effects; `nil` if there is none.
    public var info: ReplayInfo? { contents.withLock { $0.info } }

    /// Whether a replay is under way.
    public var isOn: Bool { info != nil }

    /// Whether effects are not to be performed.
    @usableFromInline var isQuiet: Bool { quiet.load(ordering: .acquiring) }

    /// The current mode and every one after it, as far as the reader keeps up: the last one is never lost.
    ///
    /// - Returns: A sequence that ends with the store, or when its reader's task is cancelled.
    public func changes() -> AsyncStream<ReplayInfo?> {
        let (stream, reader) = AsyncStream.makeStream(of: ReplayInfo?.self, bufferingPolicy: .bufferingNewest(1))
        let number = telling.withLock { _ in
            let (number, info) = contents.withLock { contents in
                contents.lastReader += 1
                contents.readers[contents.lastReader] = reader
                return (contents.lastReader, contents.info)
            }
            reader.yield(info)
            return number
        }
        reader.onTermination = { [weak self] _ in
            _ = self?.contents.withLock { $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Changes the mode, and notifies its readers.
    func set(_ info: ReplayInfo?) {
        quiet.store(info?.isQuiet ?? false, ordering: .releasing)
        telling.withLock { _ in
            let readers = contents.withLock { contents -> [AsyncStream<ReplayInfo?>.Continuation] in
                guard contents.info != info else { return [] }
                contents.info = info
                return Array(contents.readers.values)
            }
            for reader in readers { reader.yield(info) }
        }
    }
}
