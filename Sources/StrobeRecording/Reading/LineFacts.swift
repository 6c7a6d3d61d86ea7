internal import Dispatch

/// What the index needs to know of a line, for many lines at once: a fraction of what is found in it.
struct LineFacts: Sendable {
    enum Kind: UInt8 {
        case transition, keyframe
        /// Another line, or one that is not written as usual.
        case other
        /// The line is no JSON, or too deep.
        case fault
        /// It is not looked at, as it is empty or too long.
        case skipped
    }

    var kind: Kind
    /// Where the id of the store is, without its quotes.
    private var storeStart: UInt32 = 0
    private var storeCount: UInt32 = 0
    var seq = 0
    var t: Int64 = 0
    /// The state that the changes begin with; `nil` if it is the one before.
    var fromSeq: Int?
    var hasChanges = false
    var hasAction = false
    var hasError = false
    /// Whether the state was placed there instead of being reduced.
    var isPlacement = false
    /// Whether a name may be that of a change which cannot be compared.
    var mayBeIncomparable = false

    var store: Range<Int> { Int(storeStart)..<Int(storeStart + storeCount) }

    /// Looks at a line.
    init(of line: LineSplitter.Line, _ limits: RecordingLimits) {
        let bytes = OpenedFile.trimmed(line)
        guard let start = bytes.baseAddress, !bytes.isEmpty, line.length <= limits.lineBytes else {
            kind = .skipped
            return
        }
        guard let probe = try? LineProbe(start, count: bytes.count, maxDepth: limits.depth) else {
            kind = .fault
            return
        }
        kind = .other
        let isTransition = probe.isKind("transition")
        guard isTransition || probe.isKind("keyframe"), !probe.hasEscapes, let id = probe.store?.range,
            let start = UInt32(exactly: id.lowerBound), let count = UInt32(exactly: id.count), let seq = probe.seq,
            let t = probe.t
        else { return }
        kind = isTransition ? .transition : .keyframe
        (storeStart, storeCount, self.seq, self.t, fromSeq) = (start, count, seq, t, probe.fromSeq)
        (hasChanges, hasAction, hasError) = (probe.changes != nil, probe.hasAction, probe.hasError)
        isPlacement = probe.origin.map { probe.matches($0, "restore") || probe.matches($0, "edit") } ?? false
        mayBeIncomparable = probe.mayBeIncomparable
    }

    /// The size of a part of many lines in bytes, which takes a thread a tenth of a millisecond.
    private static let partBytes = 64 << 10

    /// Looks at lines, on several threads if there are many.
    static func all(of lines: [LineSplitter.Line], _ limits: RecordingLimits) -> [LineFacts] {
        let bytes = lines.reduce(0) { $0 + $1.bytes.count }
        let parts = min(lines.count, bytes / partBytes + 1)
        if parts <= 1 { return lines.map { LineFacts(of: $0, limits) } }
        return [LineFacts](unsafeUninitializedCapacity: lines.count) { facts, count in
            // Each thread writes the elements of a range of its own, and all have ended before anything else comes.
            nonisolated(unsafe) let facts = facts
            DispatchQueue.concurrentPerform(iterations: parts) { part in
                for index in lines.count * part / parts..<lines.count * (part + 1) / parts {
                    facts.initializeElement(at: index, to: LineFacts(of: lines[index], limits))
                }
            }
            count = lines.count
        }
    }
}
