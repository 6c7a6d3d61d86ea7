import Synchronization

/// The output of a part of the demo, in order.
final class Said: Sendable {
    private let all = Mutex<[String]>([])

    var lines: [String] { all.withLock { $0 } }

    @Sendable func add(_ line: String) { all.withLock { $0.append(line) } }
}
