internal import Strobe
internal import StrobeProtocol

/// The requests of clients to an engine; after each, the store must re-examine what it holds.
extension BreakpointEngine {
    /// The unreported events.
    struct News: Sendable {
        var stop: Stop?
        var lines: [GateRecord.Line]
        /// The transitions whose log point lines were lost.
        var lost: ClosedRange<Int>?
    }

    /// The state of the gate.
    struct Status: Sendable {
        var isPaused: Bool
        var credit: Int
        var stop: Stop?
        var breakpoints: Int
        /// Whether the engine is needed at all.
        var isUsed: Bool
    }

    var status: Status {
        locked {
            Status(
                isPaused: isPaused, credit: credit, stop: stop, breakpoints: breakpoints.count,
                isUsed: isPaused || breakpoints.contains { $0.rule.isEnabled })
        }
    }

    // MARK: The gate

    /// Holds every action from now on.
    func pause() {
        locked {
            if !isPaused { change(to: nil) }
            halt()
            passesFirst = false
        }
    }

    /// Holds nothing from now on, except what a breakpoint stops.
    func resume() {
        locked {
            halt()
            isPaused = false
            passesFirst = false
            change(to: nil)
        }
    }

    /// Lets some actions through, the first one regardless of breakpoints.
    func step(_ count: Int) {
        locked {
            halt()
            credit = max(1, count)
            passesFirst = true
            change(to: nil)
        }
    }

    /// Forgets actions that were dropped.
    func dropped(_ ids: [Int]) {
        locked {
            if let id = look?.id, ids.contains(id) { look = nil }
            if let id = stop?.pending?.id, ids.contains(id) { change(to: nil) }
        }
    }

    /// Notes that a held action was replaced; it passes when its turn comes, regardless of breakpoints.
    func edited(_ id: Int, _ action: Action) {
        locked {
            if look?.id == id {
                look = nil
                forced = id
            }
            guard var edited = stop, edited.pending?.id == id else { return }
            lastVersion += 1
            edited.version = lastVersion
            edited.pending?.action = action
            // The reason for the stop applied to another action.
            if !edited.isAfter { edited.reason = .pause }
            change(to: edited)
            signal()
        }
    }

    /// Stops holding actions for good.
    func end() {
        locked {
            isEnded = true
            breakpoints = []
            rulesChanged()
        }
    }

    // MARK: Breakpoints

    /// Adds a breakpoint, or replaces the one with its id.
    func set(_ breakpoint: Breakpoint<State, Action>) {
        locked {
            if let index = breakpoints.firstIndex(where: { $0.id == breakpoint.id }) {
                if breakpoint.rule.asksForTheSame(as: breakpoints[index].rule) {
                    breakpoint.hits = breakpoints[index].hits
                }
                breakpoints[index] = breakpoint
            } else {
                breakpoints.append(breakpoint)
            }
            rulesChanged()
        }
    }

    /// Removes breakpoints; all if no id is given.
    ///
    /// - Returns: The ids of the removed breakpoints.
    func remove(_ id: Int?) -> [Int] {
        locked {
            let removed = breakpoints.map(\.id).filter { id == nil || $0 == id }
            breakpoints.removeAll { removed.contains($0.id) }
            rulesChanged()
            return removed
        }
    }

    func rule(of id: Int) -> BreakpointRule? {
        locked { breakpoints.first { $0.id == id }?.rule }
    }

    var descriptions: [BreakpointDescription] {
        locked { breakpoints.map(\.description) }
    }

    // MARK: Reporting

    /// Takes the unreported events.
    func takeNews() -> News {
        let (news, ended) = locked {
            defer { (lines, lostLines, garbage, endedActions) = ([], nil, [], []) }
            let unreported = stop.flatMap { $0.version > reportedVersion ? $0 : nil }
            return (News(stop: unreported, lines: lines, lost: lostLines), (garbage, endedActions))
        }
        // Deinitialised on this thread, after the lock is released.
        withExtendedLifetime(ended) {}
        return news
    }

    /// Notes that a stop was reported.
    ///
    /// - Returns: Whether it was the current one, and not reported before.
    func isToBeReported(_ version: Int) -> Bool {
        locked {
            guard stop?.version == version, version > reportedVersion else { return false }
            reportedVersion = version
            return true
        }
    }
}
