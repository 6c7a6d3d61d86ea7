internal import Dispatch
internal import StrobeTree

/// When a slice of long work has to yield to other work on the debug thread.
struct TimeSlice {
    /// How long one slice may hold up others.
    private static var time: DispatchTimeInterval { .milliseconds(5) }
    private let end = DispatchTime.now() + Self.time

    /// Whether the slice is over; costs a look at the clock.
    var isOver: Bool { DispatchTime.now() >= end }
}

/// Work of which a part may take longer than a slice.
protocol LongWork: Sendable {
    /// Whether such a part is to be done next.
    var isLong: Bool { get }
    /// Does it, away from the debug thread.
    mutating func goOn(_ meter: WorkMeter) throws(HistoryError)
}

extension WorkMeter {
    /// How many steps the answer about one state may take: about a second.
    static var stepsOfAnswer: Int { 200_000_000 }

    /// Whether the result of the work counts, as an error of the history.
    ///
    /// - Parameter seq: The state that it is about.
    func check(at seq: Int?) throws(HistoryError) {
        do throws(TreeError) {
            try check()
        } catch {
            throw .noAnswer(error, at: seq)
        }
    }

    /// A meter that is over with a slice of its own.
    static var ofSlice: WorkMeter {
        let slice = TimeSlice()
        // Sorting is counted as a whole before it begins.
        return WorkMeter(limit: 4_000_000) { slice.isOver }
    }
}
