import StrobeRecording

/// The recorded transitions of some stores, in the order of time, read as they are needed.
struct TransitionSource: Sendable {
    /// What comes next.
    enum Item: Sendable {
        case transition(RecordedTransition, time: Int64)
        case gap(RecordedGap)
    }

    private static let pageSize = 512

    private let reader: RecordingReader
    private let ranges: [String: ClosedRange<Int>]
    private var page: ArraySlice<RecordingReader.Event> = []
    private var read = 0
    private var item: Item?

    /// Makes a feed that stands at the beginning.
    ///
    /// - Parameter ranges: The transitions to be had of each store.
    init(_ reader: RecordingReader, ranges: [String: ClosedRange<Int>]) {
        self.reader = reader
        self.ranges = ranges
    }

    /// The next one, without taking it; `nil` at the end.
    mutating func peek() throws(RecordingError) -> Item? {
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

    /// Takes the one that `peek()` showed.
    mutating func take() {
        item = nil
    }
}
