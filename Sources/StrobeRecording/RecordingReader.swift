public import StrobeTree
internal import Foundation
internal import Synchronization

/// Reads recordings: one file, the files of one recording, or several recordings at once, merged by time.
public final class RecordingReader: Sendable {
    /// A store of what was opened.
    public struct Store: Sendable, Hashable {
        /// The id, unique among all that was opened: that of the recording, with `PROCESS/` before it where two
        /// recordings have the same.
        public var id: String
        /// The place of its recording in `recordings`.
        public var recording: Int
        /// The store as it was when it was first written; its `id` is the recorded one.
        public var description: RecordedStore
        /// The first number whose state is known.
        public var firstSeq: Int
        /// The number of the last transition, or where the state stood if there is none.
        public var lastSeq: Int
        /// How many transitions there are.
        public var transitions: Int
        /// When its recording began, in microseconds since 1970; what lines have as `t` counts from there.
        public var startMicros: Int64
        /// When it went, in microseconds since the start; `nil` where it did not.
        public var removedAt: Int64?
    }

    /// One recording, of one or more files.
    public struct Recording: Sendable, Hashable {
        /// The header of its first file that was found.
        public var header: RecordingHeader
        /// The paths of its files, in order.
        public var paths: [String]
        /// The end line; `nil` where there is none (yet).
        public var end: RecordedEnd?
        /// The time of its last line, in microseconds since its start.
        public var lastT: Int64
    }

    /// What came since one looked last.
    public struct News: Sendable, Hashable {
        /// The ids of the stores that came.
        public var addedStores: [String] = []
        /// The ids of the stores that went.
        public var removedStores: [String] = []
        /// The transitions that came, from the first to the last, by store.
        public var transitions: [String: ClosedRange<Int>] = [:]
        /// The notes that came.
        public var notes: [RecordedNote] = []
        /// The gaps that came.
        public var gaps: [RecordedGap] = []
        /// Whether all recordings ended.
        public var isComplete = false

        /// Whether nothing came.
        public var isEmpty: Bool {
            addedStores.isEmpty && removedStores.isEmpty && transitions.isEmpty && notes.isEmpty && gaps.isEmpty
        }
    }

    /// Something that happened, in the order of time over all stores.
    public struct Event: Sendable, Hashable {
        /// When, in microseconds since 1970.
        public var time: Int64
        /// The line, a transition, note, gap, addition or removal; ids of stores are those of the reader.
        public var line: RecordingLine
    }

    private let core: Mutex<NaiveCore>

    /// Opens recordings.
    ///
    /// - Parameters:
    ///   - paths: The files; further files of the same recordings are found by themselves.
    ///   - limits: What is refused as too large.
    /// - Throws: `cannotOpen`, `cannotRead`, `notARecording`, `unsupportedVersion`, `tooLarge`.
    public init(paths: [String], limits: RecordingLimits = .default) throws(RecordingError) {
        core = Mutex(try NaiveCore(paths: paths, limits: limits))
    }

    /// The recordings, by the time they began.
    public var recordings: [Recording] { core.withLock { $0.recordings } }
    /// The stores, in the order they came.
    public var stores: [Store] { core.withLock { $0.stores } }
    /// What could not be read.
    public var damage: [RecordingDamage] { core.withLock { $0.damage } }
    /// Whether all recordings have their end line.
    public var isComplete: Bool { core.withLock { $0.recordings.allSatisfy { $0.end != nil } } }

    /// The store with an id.
    ///
    /// - Throws: `unknownStore`.
    public func store(_ id: String) throws(RecordingError) -> Store {
        guard let store = stores.first(where: { $0.id == id }) else {
            throw RecordingError(.unknownStore, "There is no store \(id) in the recording.")
        }
        return store
    }

    /// A transition.
    ///
    /// - Throws: `unknownStore`; `unknownSeq` where it was not recorded; `malformedLine` where its line is damaged.
    public func transition(_ seq: Int, of store: String) throws(RecordingError) -> RecordedTransition {
        guard let transition = try transitions(seq...seq, of: store).first else {
            throw RecordingError(.unknownSeq, "The transition \(seq) of \(store) was not recorded.")
        }
        return transition
    }

    /// The transitions of a range that were recorded, in order.
    ///
    /// - Throws: `unknownStore`; `malformedLine` where a line is damaged.
    public func transitions(
        _ range: ClosedRange<Int>, of store: String
    ) throws(RecordingError) -> [RecordedTransition] {
        _ = try self.store(store)
        return core.withLock { ($0.transitions[store] ?? []).filter { range.contains($0.seq) } }
    }

    /// The last whole state that was written for a number or one before it.
    ///
    /// - Throws: `unknownStore`; `stateNotKnown` where there is none.
    public func keyframe(atOrBefore seq: Int, of store: String) throws(RecordingError) -> RecordedKeyframe {
        _ = try self.store(store)
        guard let frame = core.withLock({ $0.keyframes[store]?.last { $0.seq <= seq } }) else {
            throw RecordingError(.stateNotKnown, "No state of \(store) was recorded at or before \(seq).")
        }
        return frame
    }

    /// The state after a transition; at `firstSeq` the first state that is known.
    ///
    /// - Throws: `unknownStore`; `unknownSeq` beyond the last transition; `stateNotKnown`, with the nearest numbers whose
    ///   state is known, inside of what was merged and in gaps.
    public func state(at seq: Int, of store: String) throws(RecordingError) -> Value {
        let frame = try keyframe(atOrBefore: seq, of: store)
        var state = frame.state
        var at = frame.seq
        if at < seq {
            for transition in try transitions(at + 1...seq, of: store) {
                guard let changes = transition.changes else { continue }
                guard (transition.fromSeq ?? transition.seq - 1) == at else { break }
                do {
                    try Patch.apply(changes, to: &state)
                } catch {
                    throw RecordingError(.malformedLine, error.message)
                }
                at = transition.seq
            }
        }
        guard at == seq else {
            throw RecordingError(.stateNotKnown, "The state of \(store) at \(seq) is not known.")
        }
        return state
    }

    /// The nearest number at or before one whose state is known.
    public func knownSeq(atOrBefore seq: Int, of store: String) -> Int? {
        var seq = seq
        while seq >= 0 {
            if (try? state(at: seq, of: store)) != nil { return seq }
            seq -= 1
        }
        return nil
    }

    /// The nearest number at or after one whose state is known.
    public func knownSeq(atOrAfter seq: Int, of store: String) -> Int? {
        guard let last = try? self.store(store).lastSeq, seq <= last else { return nil }
        return (seq...last).first { (try? state(at: $0, of: store)) != nil }
    }

    /// The gaps of a store, in order.
    public func gaps(of store: String) -> [RecordedGap] {
        core.withLock { $0.gaps.filter { $0.store == store } }
    }

    /// The notes of a store after transitions of a range, in order; `nil` for those about all stores.
    public func notes(_ range: ClosedRange<Int> = 0...Int.max, of store: String?) -> [RecordedNote] {
        core.withLock { $0.notes.filter { $0.store == store && range.contains($0.seq ?? 0) } }
    }

    /// What happened, over all stores, in the order of time.
    ///
    /// - Parameters:
    ///   - index: How many events to pass over.
    ///   - limit: How many to return at most.
    public func events(from index: Int, limit: Int) throws(RecordingError) -> [Event] {
        Array(core.withLock { $0.events }.dropFirst(index).prefix(limit))
    }

    /// Looks for what was appended since.
    ///
    /// - Throws: `cannotRead`, `tooLarge`.
    public func refresh() throws(RecordingError) -> News { News() }
}

struct NaiveCore {
    var recordings: [RecordingReader.Recording] = []
    var stores: [RecordingReader.Store] = []
    var damage: [RecordingDamage] = []
    var transitions: [String: [RecordedTransition]] = [:]
    var keyframes: [String: [RecordedKeyframe]] = [:]
    var gaps: [RecordedGap] = []
    var notes: [RecordedNote] = []
    var events: [RecordingReader.Event] = []

    init(paths: [String], limits: RecordingLimits) throws(RecordingError) {
        for path in paths {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw RecordingError(.cannotOpen, "The file \(path) cannot be read.", path: path)
            }
            var offset = 0
            for (number, bytes) in data.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                defer { offset += bytes.count + 1 }
                if bytes.isEmpty { continue }
                do {
                    try add(RecordingLine(parsing: String(decoding: bytes, as: UTF8.self), limits: limits), path)
                } catch {
                    if number == 0 { throw error }
                    damage.append(
                        RecordingDamage(
                            path: path, line: number + 1, offset: offset, message: error.message,
                            lostBytes: bytes.count))
                }
            }
        }
        events.sort { $0.time < $1.time }
    }

    mutating func add(_ store: RecordedStore, t: Int64) {
        if let state = store.state {
            keyframes[store.id, default: []].append(
                RecordedKeyframe(store: store.id, seq: store.seq, t: t, state: state))
        }
        guard !stores.contains(where: { $0.id == store.id }) else { return }
        stores.append(
            RecordingReader.Store(
                id: store.id, recording: recordings.count - 1, description: store, firstSeq: store.seq,
                lastSeq: store.seq, transitions: 0, startMicros: recordings.last?.header.startMicros ?? 0))
    }

    mutating func add(_ line: RecordingLine, _ path: String) throws(RecordingError) {
        let start = recordings.last?.header.startMicros ?? 0
        switch line {
        case .header(let header):
            recordings.append(.init(header: header, paths: [path], lastT: 0))
            for store in header.stores { add(store, t: 0) }
        case .store(let addition):
            add(addition.store, t: addition.t)
            events.append(.init(time: start + addition.t, line: line))
        case .transition(let transition):
            transitions[transition.store, default: []].append(transition)
            events.append(.init(time: start + transition.t, line: line))
            if let place = stores.firstIndex(where: { $0.id == transition.store }) {
                stores[place].transitions += 1
                stores[place].lastSeq = transition.seq
            }
        case .keyframe(let keyframe): keyframes[keyframe.store, default: []].append(keyframe)
        case .note(let note):
            notes.append(note)
            events.append(.init(time: start + note.t, line: line))
        case .gap(let gap):
            gaps.append(gap)
            events.append(.init(time: start + gap.t, line: line))
        case .removed(let removal):
            if let place = stores.firstIndex(where: { $0.id == removal.store }) { stores[place].removedAt = removal.t }
            events.append(.init(time: start + removal.t, line: line))
        case .end(let end): recordings[recordings.count - 1].end = end
        case .unknown: break
        }
    }
}
