internal import Strobe

/// What the log keeps of every transition in addition to its action, in 16 bytes: touching memory for the first time
/// costs the program more than all else on this path.
struct Stamp {
    /// Microseconds since 1970 in the upper 55 bits; origin and flags in the lower 9.
    private let timeAndFlags: UInt64
    /// How far back the cause is; 0 for none.
    private let causeDistance: UInt32
    /// How long the reducer took, in nanoseconds, or in microseconds if the flag is set.
    private let duration: UInt32

    private static let unmeasured: UInt32 = .max
    private static let stateFlag: UInt64 = 0x08
    private static let effectsFlag: UInt64 = 0x10
    private static let sourceFlag: UInt64 = 0x20
    private static let rejectedFlag: UInt64 = 0x40
    private static let microsecondsFlag: UInt64 = 0x80
    private static let editedFlag: UInt64 = 0x100
    private static let flagBits: UInt64 = 9

    init(_ info: TransitionInfo, endNanos: UInt64, isState: Bool, hasEffects: Bool, isRejected: Bool) {
        var bits = (endNanos / 1_000) << Self.flagBits | Self.code(info.origin)
        if isState { bits |= Self.stateFlag }
        if hasEffects { bits |= Self.effectsFlag }
        if isRejected { bits |= Self.rejectedFlag }
        if info.source != nil { bits |= Self.sourceFlag }
        if info.editedFrom != nil { bits |= Self.editedFlag }
        // A cause is an earlier transition; anything else is treated as none.
        if let cause = info.cause, cause >= 0, cause < info.seq {
            causeDistance = UInt32(exactly: info.seq - cause) ?? 0
        } else {
            causeDistance = 0
        }
        let nanos = info.timing?.durationNanos
        if let nanos, nanos >= UInt64(Self.unmeasured) {
            // An asynchronous reducer may be suspended for longer than fits.
            bits |= Self.microsecondsFlag
            duration = UInt32(min(nanos / 1_000, UInt64(Self.unmeasured) - 1))
        } else {
            duration = nanos.map { UInt32($0) } ?? Self.unmeasured
        }
        timeAndFlags = bits
    }

    /// Makes the stamp of an entry from a recording.
    init(_ entry: Entry<some Sendable, some Sendable>) {
        let timing = entry.durationNanos.map { Timing(endNanos: 0, durationNanos: $0) }
        let info = TransitionInfo(
            seq: entry.seq, origin: entry.origin, cause: entry.cause, source: nil, timing: timing,
            editedFrom: entry.editedFrom)
        self.init(
            info, endNanos: UInt64(clamping: entry.time).multipliedReportingOverflow(by: 1_000).partialValue,
            isState: entry.action == nil, hasEffects: !entry.effects.isEmpty, isRejected: entry.rejection != nil)
    }

    /// Microseconds since 1970.
    var time: Int64 { Int64(timeAndFlags >> Self.flagBits) }
    var isState: Bool { timeAndFlags & Self.stateFlag != 0 }
    var hasEffects: Bool { timeAndFlags & Self.effectsFlag != 0 }
    var isRejected: Bool { timeAndFlags & Self.rejectedFlag != 0 }
    var hasSource: Bool { timeAndFlags & Self.sourceFlag != 0 }
    var isEdited: Bool { timeAndFlags & Self.editedFlag != 0 }
    var origin: Origin { Origin.allCases[Int(timeAndFlags & 7)] }
    var durationNanos: UInt64? {
        guard duration != Self.unmeasured else { return nil }
        return UInt64(duration) * (timeAndFlags & Self.microsecondsFlag != 0 ? 1_000 : 1)
    }

    /// What some entries have, in one pass.
    static func extras(of stamps: UnsafeBufferPointer<Stamp>) -> Extras {
        var bits: UInt64 = 0
        for stamp in stamps { bits |= stamp.timeAndFlags }
        return Extras(bits: bits)
    }

    /// What at least one of some entries has in addition to its action and stamp.
    struct Extras {
        fileprivate let bits: UInt64

        var hasEffects: Bool { bits & Stamp.effectsFlag != 0 }
        var hasSources: Bool { bits & Stamp.sourceFlag != 0 }
        var hasRejections: Bool { bits & Stamp.rejectedFlag != 0 }
        var hasEdits: Bool { bits & Stamp.editedFlag != 0 }
    }

    func cause(of seq: Int) -> Int? { causeDistance == 0 ? nil : seq - Int(causeDistance) }

    /// The place of an origin in `Origin.allCases`.
    private static func code(_ origin: Origin) -> UInt64 {
        switch origin {
        case .app: 0
        case .effect: 1
        case .inspector: 2
        case .script: 3
        case .restore: 4
        case .edit: 5
        }
    }
}
