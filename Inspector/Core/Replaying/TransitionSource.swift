package import StrobeRecording

/// The recorded transitions of some stores by time, read as needed.
package struct TransitionSource: Sendable {
    /// The next item.
    package enum Item: Sendable {
        case transition(RecordedTransition, time: Int64)
        case gap(RecordedGap)
    }

    private static let pageSize = 512

    private let reader: RecordingReader
    private let ranges: [String: ClosedRange<Int>]
    private var page: ArraySlice<RecordingReader.Event> = []
    private var read = 0
    private var item: Item?

    /// Creates a source at the beginning.
    ///
    /// - Parameter ranges: The transitions to return of each store.
    package init(_ reader: RecordingReader, ranges: [String: ClosedRange<Int>]) {
        self.reader = reader
        self.ranges = ranges
    }

    /// Returns the next item without taking it; `nil` at the end.
    package mutating func peek() throws(RecordingError) -> Item? {
        while item == nil {
            if page.isEmpty {
                let events = try reader.events(from: read, limit: Self.pageSize)
                guard !events.isEmpty else { return nil }
                read += events.count
                page = events[...]
            }
            guard let event = page.popFirst() else { return nil }
            switch event.line {
            case .transition(let transition) where ranges[transition.store]?.contains(transition.seq) == true:
                item = .transition(transition, time: event.time)
            case .gap(let gap) where ranges[gap.store]?.overlaps(gap.fromSeq...gap.toSeq) == true: item = .gap(gap)
            default: break
            }
        }
        return item
    }

    /// Takes the item that `peek()` returned.
    package mutating func take() {
        item = nil
    }
}
