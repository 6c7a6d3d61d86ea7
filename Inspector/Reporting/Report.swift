import StrobeProtocol
import StrobeRecording
import StrobeTree

/// What a report tells: a part of one or more recordings, in the order of time.
struct Report: Sendable {
    /// A recording that the report is of.
    struct Source: Sendable {
        var header: RecordingHeader
        /// The paths of its files, without their directories.
        var files: [String]
        var end: RecordedEnd?
        /// The time from its first line to its last, in microseconds.
        var duration: Int64
    }

    /// A store, and where it stood before the first step of the report.
    struct Store: Sendable {
        var id: String
        /// The place of its recording in `sources`.
        var source: Int
        var description: RecordedStore
        /// The number whose state `state` is.
        var seq: Int
        /// The state before the first step; `nil` if unknown.
        var state: Value?
    }

    /// A transition.
    struct Step: Sendable {
        /// The place of its store in `stores`.
        var store: Int
        /// When, in microseconds since the report's start.
        var time: Int64
        var transition: RecordedTransition
        /// Why it is not told whether it changed anything; `nil` where it is, or what it changed was not recorded.
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

    /// A whole state, where the changes alone do not lead to it.
    struct Keyframe: Sendable {
        var store: Int
        var seq: Int
        var state: Value
    }

    var title: String
    /// When it begins, in microseconds since 1970.
    var startMicros: Int64
    var sources: [Source] = []
    var stores: [Store] = []
    var steps: [Step] = []
    var notes: [Note] = []
    var gaps: [Gap] = []
    var keyframes: [Keyframe] = []
    var damage: [RecordingDamage] = []
    /// What the reported part lacks.
    var losses = RecordingLosses()
    /// Which part of the recordings it is, in words; `nil` where it is all of them.
    var part: String?

    /// From the start, or the first step of a part, to the last step, note or gap, in microseconds.
    var duration: Int64 {
        let last = [steps.last?.time, notes.last?.time, gaps.last?.time].compactMap(\.self).max() ?? 0
        return max(Self.distance(from: part == nil ? 0 : steps.first?.time ?? 0, to: last), 0)
    }

    /// The steps by store, in order.
    var transitions: [Int: [RecordedTransition]] {
        steps.reduce(into: [:]) { $0[$1.store, default: []].append($1.transition) }
    }

    /// The rules of redaction that were in force in any recording; `nil` where no recording tells.
    var redaction: [String]? {
        let known = sources.compactMap(\.header.redaction) + stores.compactMap(\.description.redaction)
        return known.isEmpty ? nil : known.joined().reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
