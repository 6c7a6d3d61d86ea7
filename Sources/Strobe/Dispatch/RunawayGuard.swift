/// Actions that are dispatched in answer to each other from anywhere but the thread that drains: by effects that run in
/// tasks, by middleware and subscribers that are called elsewhere.
///
/// Such a chain never keeps a thread, so that its length alone is no fault: a program may ask for news every second for
/// weeks. It is one when it is long within a second.
@usableFromInline
final class RunawayGuard: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A length counts that is reached within this time.
    @usableFromInline static let span = Duration.seconds(1)
    /// How much longer such a chain may be than one that keeps a thread: work that is done in small steps is no fault.
    static let patience = 10

    private struct Contents {
        var begin: Instant
        /// The depth at the beginning of the current span.
        var firstDepth: Int
        /// When the last action was refused.
        var closed: Instant?
        var trail: [String] = []
        var isReported = false

        mutating func note(_ name: String) {
            if trail.count == 8 { trail.removeFirst() }
            trail.append(name)
        }
    }

    private let contents: Protected<Contents>

    /// Begins a chain.
    @usableFromInline
    convenience init(depth: Int) {
        self.init(depth: depth, now: .now)
    }

    init(depth: Int, now: Instant) {
        contents = Protected(Contents(begin: now, firstDepth: depth))
    }

    /// Notes an action, and says whether it is one too many.
    ///
    /// Once there was one, there is no other until a second has passed without any: all branches of a chain that
    /// branches have to end.
    ///
    /// - Parameters:
    ///   - depth: How many actions it answers to, one after the other.
    ///   - limit: How long a chain may be that keeps a thread. This one may be ten times as long within a second.
    ///   - running: How many effects the store runs. A chain may not continue beyond 100 times the limit: it branches.
    ///   - span: Within which time a length counts.
    ///   - now: The time; only asked for beyond a limit.
    ///   - name: The action's name; only asked for near a limit.
    @usableFromInline
    func isEndless(
        at depth: Int, limit: Int, running: Int, within span: Duration = RunawayGuard.span,
        now: () -> ContinuousClock.Instant = { .now }, name: () -> String
    ) -> Bool {
        contents.withLock { contents in
            let length = depth - contents.firstDepth
            let isNear = (length - 1) / Self.patience >= limit - 1 || running / 100 >= limit
            guard isNear || contents.closed != nil else { return false }
            contents.note(name())
            let isLong = length / Self.patience >= limit
            let isBroad = running / 100 > limit
            guard isLong || isBroad || contents.closed != nil else { return false }
            let now = now()
            let isClosed = contents.closed.map { now - $0 <= span } ?? false
            guard isBroad || isClosed || (isLong && now - contents.begin <= span) else {
                contents = Contents(begin: now, firstDepth: depth)
                return false
            }
            contents.closed = now
            return true
        }
    }

    /// The names of the last actions, for the first request since the chain was found endless.
    func namesToReport() -> [String]? {
        contents.withLock { contents in
            defer { contents.isReported = true }
            return contents.isReported ? nil : contents.trail
        }
    }
}
