import LineEditing
import StrobeProtocol

/// The events that wait to be printed; a large number is summed up.
struct EventFeed: Sendable {
    private(set) var events: [any PrintedEvent] = []
    /// The number of events dropped because the feed was full.
    private var overflow = 0
    /// Whether they will be printed by a task that is already scheduled.
    var isPrintingScheduled = false
    /// The maximum number of events kept.
    private static let capacity = 10_000

    var isEmpty: Bool { events.isEmpty }

    mutating func add(_ event: some PrintedEvent) {
        guard events.count < Self.capacity else {
            overflow += 1
            return
        }
        events.append(event)
    }

    /// Removes some of the waiting events.
    mutating func remove(where isUnwanted: (any PrintedEvent) -> Bool) {
        events.removeAll(where: isUnwanted)
    }

    /// Removes all events and returns their lines.
    ///
    /// - Parameter limit: More events than this are summed up.
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
