import StrobeProtocol
import StrobeRecording
import StrobeTree

/// The data of a report: a part of one or more recordings, by time.
struct Report: Sendable {
    /// A recording that the report covers.
    struct Source: Sendable {
        var header: RecordingHeader
        /// The paths of its files, without their directories.
        var files: [String]
        var end: RecordedEnd?
        /// The time from its first line to its last, in microseconds.
        var duration: Int64
    }

    /// A store, and its state before the first step of the report.
    struct Store: Sendable {
        var id: String
        /// The index of its recording in `sources`.
        var source: Int
        var description: RecordedStore
        /// The seq of `state`.
        var seq: Int
        /// The state before the first step; `nil` if unknown.
        var state: Value?
    }

    /// A transition.
    struct Step: Sendable {
        /// The index of its store in `stores`.
        var store: Int
        /// The time, in microseconds since the report's start.
        var time: Int64
        var transition: RecordedTransition
        /// Why it is unknown whether it changed anything; `nil` if known, or if its changes were not recorded.
        var incomplete: Incompleteness?
    }

    struct Note: Sendable {
        var time: Int64
        var text: String
        var store: Int?
        var seq: Int?
    }

    struct Gap: Sendable {
        var time: Int64
        var store: Int
        var seqs: ClosedRange<Int>
        var reason: String
    }

    /// A whole state that the changes do not lead to.
    struct Keyframe: Sendable {
        var store: Int
        var seq: Int
        var state: Value
    }

    var title: String
    /// The time of its start, in microseconds since 1970.
    var startMicros: Int64
    var sources: [Source] = []
    var stores: [Store] = []
    var steps: [Step] = []
    var notes: [Note] = []
    var gaps: [Gap] = []
    var keyframes: [Keyframe] = []
    var damage: [RecordingDamage] = []
    /// The information missing in the reported part.
    var losses = RecordingLosses()
    /// The reported part of the recordings, in words; `nil` for all.
    var part: String?

    /// The time from the start, or from the first step of a part, to the last step, note or gap, in microseconds.
    var duration: Int64 {
        let last = [steps.last?.time, notes.last?.time, gaps.last?.time].compactMap(\.self).max() ?? 0
        return max(Self.distance(from: part == nil ? 0 : steps.first?.time ?? 0, to: last), 0)
    }

    /// The steps by store, in order.
    var transitions: [Int: [RecordedTransition]] {
        steps.reduce(into: [:]) { $0[$1.store, default: []].append($1.transition) }
    }

    /// The redaction rules of all recordings together; `nil` if no recording has them.
    var redaction: [String]? {
        let known = sources.compactMap(\.header.redaction) + stores.compactMap(\.description.redaction)
        return known.isEmpty ? nil : known.joined().reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
