internal import Synchronization

/// Actions that are dispatched in answer to each other from anywhere but the thread that drains: by effects that run in
/// tasks, by middleware and subscribers that are called elsewhere.
///
/// Such a chain never keeps a thread, so that its length alone is no fault: a program may ask for news every second for
/// weeks. It is one when it is long within a second.
@usableFromInline
final class ActionChain: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A length counts that is reached within this time.
    static let span = Duration.seconds(1)
    /// How much longer such a chain may be than one that keeps a thread: work that is done in small steps is no fault.
    static let patience = 10

    private struct Contents {
        var begin: Instant
        /// The depth at the beginning of the present span.
        var firstDepth: Int
        var count = 0
        var trail: [String] = []
        var isReported = false

        mutating func note(_ name: String) {
            if trail.count == 8 { trail.removeFirst() }
            trail.append(name)
        }
    }

    private let contents: Mutex<Contents>

    /// Begins a chain.
    @usableFromInline
    convenience init(depth: Int) {
        self.init(depth: depth, now: .now)
    }

    init(depth: Int, now: Instant) {
        contents = Mutex(Contents(begin: now, firstDepth: depth))
    }

    /// Notes an action, and says whether it is one too many.
    ///
    /// - Parameters:
    ///   - depth: How many actions it answers to, one after the other.
    ///   - limit: How long a chain may be that keeps a thread. This one may be ten times as long within a second, or branch
    ///     into 100 times as many actions. Many answers to one and the same action are no branches.
    ///   - now: The time; only asked for beyond the limit.
    ///   - name: The action's name; only asked for near the limit.
    @usableFromInline
    func isEndless(at depth: Int, limit: Int, now: () -> ContinuousClock.Instant = { .now }, name: () -> String) -> Bool
    {
        contents.withLock { contents in
            contents.count += 1
            let length = depth - contents.firstDepth
            let breadth = length < 8 ? 0 : contents.count / 100
            guard (length - 1) / Self.patience >= limit - 1 || breadth >= limit else { return false }
            contents.note(name())
            guard length / Self.patience >= limit || breadth > limit else { return false }
            let now = now()
            guard now - contents.begin > Self.span else {
                // Closed for as long as further branches come.
                contents.begin = now
                return true
            }
            contents = Contents(begin: now, firstDepth: depth)
            return false
        }
    }

    /// The names of the last actions, for the first one who asks since the chain was found endless.
    func namesToReport() -> [String]? {
        contents.withLock { contents in
            defer { contents.isReported = true }
            return contents.isReported ? nil : contents.trail
        }
    }
}
