package import StrobeProtocol
package import StrobeRecording
package import StrobeTree

/// The data of a report: a part of one or more recordings, by time.
package struct Report: Sendable {
    /// A recording that the report covers.
    package struct Source: Sendable {
        package var header: RecordingHeader
        /// The paths of its files, without their directories.
        package var files: [String]
        package var end: RecordedEnd?
        /// The time from its first line to its last, in microseconds.
        package var duration: Int64
    }

    /// A store, and its state before the first step of the report.
    package struct Store: Sendable {
        package var id: String
        /// The index of its recording in `sources`.
        package var source: Int
        package var description: RecordedStore
        /// The seq of `state`.
        package var seq: Int
        /// The state before the first step; `nil` if unknown.
        package var state: Value?
    }

    /// A transition.
    package struct Step: Sendable {
        /// The index of its store in `stores`.
        package var store: Int
        /// The time, in microseconds since the report's start.
        package var time: Int64
        package var transition: RecordedTransition
        /// Why it is unknown whether it changed anything; `nil` if known, or if its changes were not recorded.
        package var incomplete: Incompleteness?
    }

    package struct Note: Sendable {
        package var time: Int64
        package var text: String
        package var store: Int?
        package var seq: Int?
    }

    package struct Gap: Sendable {
        package var time: Int64
        package var store: Int
        package var seqs: ClosedRange<Int>
        package var reason: String
    }

    /// A whole state that the changes do not lead to.
    package struct Keyframe: Sendable {
        package var store: Int
        package var seq: Int
        package var state: Value
    }

    package var title: String
    /// The time of its start, in microseconds since 1970.
    package var startMicros: Int64
    package var sources: [Source] = []
    package var stores: [Store] = []
    package var steps: [Step] = []
    package var notes: [Note] = []
    package var gaps: [Gap] = []
    package var keyframes: [Keyframe] = []
    package var damage: [RecordingDamage] = []
    /// The information missing in the reported part.
    package var losses = RecordingLosses()
    /// The reported part of the recordings, in words; `nil` for all.
    package var part: String?

    /// The time from the start, or from the first step of a part, to the last step, note or gap, in microseconds.
    package var duration: Int64 {
        let last = [steps.last?.time, notes.last?.time, gaps.last?.time].compactMap(\.self).max() ?? 0
        return max(Self.distance(from: part == nil ? 0 : steps.first?.time ?? 0, to: last), 0)
    }

    /// The steps by store, in order.
    package var transitions: [Int: [RecordedTransition]] {
        steps.reduce(into: [:]) { $0[$1.store, default: []].append($1.transition) }
    }

    /// The redaction rules of all recordings together; `nil` if no recording has them.
    package var redaction: [String]? {
        let known = sources.compactMap(\.header.redaction) + stores.compactMap(\.description.redaction)
        return known.isEmpty ? nil : known.joined().reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
