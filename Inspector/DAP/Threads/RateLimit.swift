/// Lets some lines a second through, and counts the others.
struct RateLimit: Sendable {
    /// How many lines a second.
    static let lines = 20

    private var start: ContinuousClock.Instant?
    private var passed = 0
    private(set) var held = 0

    /// Whether a line may pass now.
    mutating func passes(at now: ContinuousClock.Instant) -> Bool {
        if let start, now - start < .seconds(1) {
            guard passed < Self.lines, held == 0 else {
                held += 1
                return false
            }
            passed += 1
        } else {
            guard held == 0 else {
                held += 1
                return false
            }
            (start, passed) = (now, 1)
        }
        return true
    }

    /// Begins another second.
    ///
    /// - Returns: How many lines were held back.
    mutating func takeHeld(at now: ContinuousClock.Instant) -> Int {
        defer { (start, passed, held) = (now, 0, 0) }
        return held
    }
}
