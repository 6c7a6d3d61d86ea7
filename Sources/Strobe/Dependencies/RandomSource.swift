internal import Synchronization

/// A source of random numbers that any number of tasks may use at the same time; copies share it.
///
///     var dice = RandomSource.seeded(7)
///     let throwOfDice = Int.random(in: 1...6, using: &dice)  // the same each time
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Creates a source from a function.
    ///
    /// - Parameter draw: Returns 64 random bits; called by any thread.
    public init(_ draw: @escaping @Sendable () -> UInt64) {
        self.draw = draw
    }

    /// The numbers of the system.
    public static let system = RandomSource {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// Returns a source that gives the same numbers, in the same order, for the same seed.
    public static func seeded(_ seed: UInt64) -> RandomSource {
        // SplitMix64: a number is a function of a counter, which several threads may move.
        let counter = DrawCounter(seed)
        return RandomSource {
            var bits = counter.value.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }

    /// The next 64 bits.
    public func next() -> UInt64 { draw() }
}

private final class DrawCounter: Sendable {
    let value: Atomic<UInt64>

    init(_ start: UInt64) {
        value = Atomic(start)
    }
}
