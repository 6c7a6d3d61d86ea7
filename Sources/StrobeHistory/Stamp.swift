#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
internal import Strobe

/// What the log keeps of a transition beside action and effects, in 40 bytes without references.
struct Stamp {
    private static let none: UInt32 = .max

    /// Microseconds since 1970.
    let time: Int64
    private let causeOrMinusOne: Int
    private let file: UnsafePointer<UInt8>?
    private let fileCount: UInt32
    private let line: UInt32
    private let nanos: UInt32
    let origin: Origin
    let isState: Bool

    init(_ info: borrowing TransitionInfo, isState: Bool) {
        time = Self.now()
        causeOrMinusOne = info.cause ?? -1
        nanos = info.durationNanos.map { UInt32(min($0, UInt64(Self.none - 1))) } ?? Self.none
        origin = info.origin
        self.isState = isState
        if let source = info.source, source.file.hasPointerRepresentation {
            file = source.file.utf8Start
            fileCount = UInt32(truncatingIfNeeded: source.file.utf8CodeUnitCount)
            line = source.line
        } else {
            file = nil
            fileCount = 0
            line = 0
        }
    }

    var cause: Int? { causeOrMinusOne < 0 ? nil : causeOrMinusOne }
    var durationNanos: UInt64? { nanos == Self.none ? nil : UInt64(nanos) }

    /// File and line with a colon between them.
    ///
    /// The bytes are those of a string literal, which live as long as the process.
    var source: String? {
        guard let file else { return nil }
        return String(decoding: UnsafeBufferPointer(start: file, count: Int(fileCount)), as: UTF8.self) + ":\(line)"
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1_000
    }
}
