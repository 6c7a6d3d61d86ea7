import Synchronization

/// What a part of the demo said, in order.
final class Said: Sendable {
    private let all = Mutex<[String]>([])

    var lines: [String] { all.withLock { $0 } }

    @Sendable func add(_ line: String) { all.withLock { $0.append(line) } }
}
