/// The place of a call in the source, known in debug builds.
///
///     let place = CallSite(file: "Shop/Cart.swift", line: 12)
///     print(place)  // Shop/Cart.swift:12
public struct CallSite: Sendable {
    /// The file, as `#fileID` writes it.
    public let file: StaticString
    /// The line, from 1.
    public let line: UInt32

    /// Creates a location.
    @inlinable
    public init(file: StaticString, line: UInt32) {
        self.file = file
        self.line = line
    }

    /// The location in debug builds, `nil` in release builds, where it is not recorded.
    @inlinable
    static func inDebugBuild(_ file: StaticString, _ line: UInt32) -> CallSite? {
        #if DEBUG
            CallSite(file: file, line: line)
        #else
            nil
        #endif
    }
}

extension CallSite: CustomStringConvertible {
    /// The file and the line, with a colon between them.
    public var description: String { "\(file):\(line)" }
}
