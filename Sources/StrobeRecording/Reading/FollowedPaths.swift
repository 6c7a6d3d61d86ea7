import StrobeSystem
package import StrobeTree

/// Paths of a state whose values are followed through changes, compared with paths as they are written in lines.
package struct FollowedPaths: Sendable {
    /// The paths.
    ///
    /// All that lies on the way to each is an object, so that only a change at the path, below it or on the way to it can
    /// change what is there.
    package let paths: [Path]
    /// The number of tokens of the longest one.
    package let longest: Int
    private let pointers: [[UInt8]]

    /// Makes followed paths.
    package init(_ paths: [Path]) {
        self.paths = paths
        longest = paths.map(\.tokens.count).max() ?? 0
        pointers = paths.map { Array($0.pointer.utf8) }
    }

    /// Whether a change at a path may change what is at one of these.
    ///
    /// - Parameter pointer: The path as a JSON pointer, as it is written in a line.
    func areTouched(by pointer: UnsafeBufferPointer<UInt8>) -> Bool {
        // Texts that are written differently may be the same key.
        guard pointer.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) else { return true }
        return pointers.contains { path in
            let common = min(path.count, pointer.count)
            guard common > 0, let start = pointer.baseAddress else { return true }
            guard memcmp(path, start, common) == 0 else { return false }
            if path.count == pointer.count { return true }
            return (path.count > common ? path[common] : pointer[common]) == UInt8(ascii: "/")
        }
    }

    /// The path that is written as a pointer without escapes, if it is one of these.
    func path(at pointer: UnsafeBufferPointer<UInt8>) -> Path? {
        // In a line, a backslash begins an escape; in a key it is one.
        guard !pointer.contains(UInt8(ascii: "\\")) else { return nil }
        return pointers.firstIndex { $0.count == pointer.count && $0.elementsEqual(pointer) }.map { paths[$0] }
    }
}
