package import LineEditing
import StrobeProtocol

/// The events that wait to be printed; a large number is summed up.
package struct EventFeed: Sendable {
    package private(set) var events: [any PrintedEvent] = []
    /// The last event printed in full, and the count of prints of the console after it.
    private var last: (event: any PrintedEvent, printed: Int)?
    /// The number of events dropped because the feed was full.
    private var overflow = 0
    /// Whether they will be printed by a task that is already scheduled.
    package var isPrintingScheduled = false

    /// The maximum number of events kept.
    private static let capacity = 10_000

    package init() {}

    package var isEmpty: Bool { events.isEmpty }

    package mutating func add(_ event: some PrintedEvent) {
        guard events.count < Self.capacity else {
            overflow += 1
            return
        }
        events.append(event)
    }

    /// Removes some of the waiting events.
    package mutating func remove(where isUnwanted: (any PrintedEvent) -> Bool) {
        events.removeAll(where: isUnwanted)
    }

    /// Removes all events and returns their lines.
    ///
    /// - Parameters:
    ///   - limit: More events than this are summed up.
    ///   - printed: How many times the console has printed: whether the last event is still the last line.
    package mutating func take(limit: Int, _ rendering: EventRendering, after printed: Int = 0) -> [StyledText] {
        let before = last?.printed == printed ? last?.event : nil
        let isSummedUp = events.count + overflow > limit
        let lines = isSummedUp ? summary(rendering) : lines(rendering, after: before)
        last = isSummedUp ? nil : events.last.map { ($0, printed + 1) }
        events = []
        overflow = 0
        return lines
    }

    /// The lines of all events; what belongs to the event before it has no head of its own.
    private func lines(_ rendering: EventRendering, after last: (any PrintedEvent)?) -> [StyledText] {
        zip([last] + events, events).flatMap { before, event in event.lines(rendering, after: before) }
    }

    private func summary(_ rendering: EventRendering) -> [StyledText] {
        var summary = EventSummary(rendering)
        for event in events { event.sumUp(in: &summary) }
        return summary.allLines(overflow: overflow)
    }
}
