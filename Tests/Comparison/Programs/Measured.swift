/// What each program measures: a dispatch with a small and a large state, and with none, one and ten subscribers to a number
/// that half of the actions change.
enum Measured {
    /// Prints a row for each number of items and subscribers: its name, a tab, and nanoseconds a dispatch.
    ///
    /// - Parameters:
    ///   - counts: The numbers of subscribers.
    ///   - make: Returns the function that dispatches in a new store. What has to live as long is kept by that function.
    static func run(
        subscribers counts: [Int] = [0, 1, 10], make: (_ items: Int, _ subscribers: Int) -> (ShopAction) -> Void
    ) {
        for items in [10, 100_000] {
            for subscribers in counts {
                let dispatch = make(items, subscribers)
                let time = nanoseconds(items: items, dispatch)
                print("\(items) items, \(subscribers) subscriber\(subscribers == 1 ? "" : "s")\t\(time)")
            }
        }
    }

    /// The time of a dispatch, the best of 20 measurements of at least 5 ms: other load on the machine can only add to it.
    private static func nanoseconds(items: Int, _ dispatch: (ShopAction) -> Void) -> Double {
        var turns = 16
        while duration(turns, items, dispatch) < .milliseconds(5) { turns *= 4 }
        let best = (0..<20).map { _ in duration(turns, items, dispatch) }.min() ?? .zero
        return best / .nanoseconds(1) / Double(turns)
    }

    private static func duration(_ turns: Int, _ items: Int, _ dispatch: (ShopAction) -> Void) -> Duration {
        let clock = ContinuousClock()
        return clock.measure {
            for turn in 0..<turns { dispatch(shopAction(turn, items: items)) }
        }
    }
}

/// What subscribers do with what they get: little, and nothing that an optimiser could leave out.
final class Received {
    /// The sum of what was received.
    private(set) var sum = 0

    /// Takes a value.
    @inline(never)
    func take(_ count: Int) { sum &+= count }
}
