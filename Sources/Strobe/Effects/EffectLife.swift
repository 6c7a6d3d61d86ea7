/// Whether what an effect requests still counts, and how much of it is under way.
///
/// An effect lives until its work has returned and all that it dispatched was reduced: until then it can be cancelled,
/// and what of it was not reduced by then never is. So an answer cannot come back after the effect was replaced, not
/// even one that already waited its turn.
@usableFromInline
package final class EffectLife: Sendable {
    private struct Contents {
        var isOn = true
        /// The work itself and every action of it that is on its way; the last one ends the life.
        var users = 1
    }

    private let contents = Protected(Contents())
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Whether the effect was not cancelled.
    @usableFromInline package var isOn: Bool { contents.withLock { $0.isOn } }

    /// Notes an action of the effect that is on its way to the reducer; `leave()` has to follow.
    ///
    /// - Returns: Whether it may go; `false`, and nothing is noted, once the effect was cancelled.
    @usableFromInline
    package func enter() -> Bool {
        contents.withLock { contents in
            if contents.isOn { contents.users += 1 }
            return contents.isOn
        }
    }

    /// Notes that an action was reduced or dropped, or that the work has returned.
    @usableFromInline
    package func leave() {
        let isLast = contents.withLock { contents in
            contents.users -= 1
            return contents.users == 0
        }
        if isLast { end() }
    }

    func turnOff() {
        contents.withLock { $0.isOn = false }
    }
}
