import LineEditing
import StrobeProtocol

/// Events that wait to be printed; when there are many they are summed up.
struct EventFeed: Sendable {
    private(set) var events: [any PrintedEvent] = []
    /// What is left out because too much came at once.
    private var overflow = 0
    /// Whether it is known already when they are printed.
    var isPrintingScheduled = false
    /// How many events are kept at most.
    private static let capacity = 10_000

    var isEmpty: Bool { events.isEmpty }

    mutating func add(_ event: some PrintedEvent) {
        guard events.count < Self.capacity else {
            overflow += 1
            return
        }
        events.append(event)
    }

    /// Leaves out some of what waits.
    mutating func remove(where isUnwanted: (any PrintedEvent) -> Bool) {
        events.removeAll(where: isUnwanted)
    }

    /// Takes everything out as lines.
    ///
    /// - Parameter limit: The number of events from which on they are summed up.
    mutating func take(limit: Int, _ rendering: EventRendering) -> [StyledText] {
        defer {
            events = []
            overflow = 0
        }
        guard events.count + overflow > limit else { return events.flatMap { $0.lines(rendering) } }
        var summary = EventSummary(rendering)
        for event in events { event.sumUp(in: &summary) }
        return summary.allLines(overflow: overflow)
    }
}
