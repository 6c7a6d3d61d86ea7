import StrobeSystem
internal import StrobeTree

/// Takes those changes out of a list that touch some paths, and steps over the others without making values of them.
///
/// The list was found to be JSON before.
struct ChangeSkim {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let start: UnsafePointer<UInt8>
    private var position = 1

    /// What is needed of one change.
    private struct Found {
        /// The part of the line that it is.
        var range = 0..<0
        var isTouching = false
        /// Whether it takes its value from another place, or compares one.
        var needsOthers = false
        var op: Change.Operation?
        var path: UnsafeBufferPointer<UInt8>?
        var value: Range<Int>?
        /// Whether it has members besides these and its old value, or one of these twice.
        var hasOthers = false
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>) {
        (self.bytes, self.start) = (bytes, start)
    }

    /// The changes of a list that touch some paths, most of them without their old values; `nil` if that cannot be said
    /// without the rest of the state.
    ///
    /// - Parameters:
    ///   - bytes: The list, with its brackets.
    ///   - followed: The paths.
    static func changes(
        in bytes: UnsafeBufferPointer<UInt8>, touching followed: FollowedPaths, limits: JSONLimits
    ) -> [Change]? {
        guard let start = bytes.baseAddress else { return nil }
        var skim = ChangeSkim(bytes, start)
        var changes: [Change] = []
        skim.skipSpace()
        while skim.byte != UInt8(ascii: "]") {
            guard let found = skim.next(followed) else { return nil }
            if found.isTouching {
                guard !found.needsOthers, let change = skim.change(found, followed, limits) else { return nil }
                changes.append(change)
            }
            skim.skipSpace()
            if skim.byte == UInt8(ascii: ",") { skim.position += 1 }
            skim.skipSpace()
            guard skim.position < bytes.count else { return nil }
        }
        return changes
    }

    private func change(_ found: Found, _ followed: FollowedPaths, _ limits: JSONLimits) -> Change? {
        func value(_ range: Range<Int>) -> Value? {
            try? JSON.parse(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])), limits: limits)
        }
        guard !found.hasOthers, let op = found.op, let pointer = found.path,
            let path = followed.path(at: pointer)
        else {
            guard case .object(let object)? = value(found.range) else { return nil }
            return try? MemberReader.change(object)
        }
        guard let range = found.value else { return Change(op, path) }
        return value(range).map { Change(op, path, value: $0) }
    }

    private var byte: UInt8 {
        @inline(__always) get { position < bytes.count ? start[position] : 0 }
    }

    @inline(__always)
    private mutating func skipSpace() {
        while position < bytes.count, start[position] <= 0x20 { position &+= 1 }
    }

    /// Steps over a string, without its quotes.
    @inline(__always)
    private mutating func string() -> UnsafeBufferPointer<UInt8> {
        position += 1
        let first = position
        while position < bytes.count {
            _ = JSONText.skipPlainBytes(start, &position, bytes.count)
            if byte == UInt8(ascii: "\"") { break }
            position += 2
        }
        let end = min(position, bytes.count)
        position = end + 1
        return UnsafeBufferPointer(start: start + first, count: max(0, end - first))
    }

    /// Steps over a value of any kind.
    private mutating func value() {
        var depth = 0
        repeat {
            switch byte {
            case UInt8(ascii: "\""): _ = string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20: position += 1
            default:
                while !isEnd(byte) { position &+= 1 }
            }
        } while depth > 0 && position < bytes.count
    }

    /// Whether a byte ends a number or a word.
    @inline(__always)
    private func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20: true
        default: false
        }
    }

    /// Steps over the next change; `nil` if it is none.
    private mutating func next(_ followed: FollowedPaths) -> Found? {
        guard byte == UInt8(ascii: "{") else { return nil }
        var found = Found()
        let first = position
        position += 1
        skipSpace()
        while byte != UInt8(ascii: "}") {
            guard byte == UInt8(ascii: "\"") else { return nil }
            let key = string()
            skipSpace()
            position += 1
            skipSpace()
            switch (key.count, byte) {
            case (2, UInt8(ascii: "\"")) where Self.matches(key, "op"):
                let op = string()
                found.hasOthers = found.hasOthers || found.op != nil
                found.op =
                    Self.matches(op, "replace")
                    ? .replace : Self.matches(op, "add") ? .add : Self.matches(op, "remove") ? .remove : nil
                found.needsOthers = found.op == nil
            case (4, UInt8(ascii: "\"")) where Self.matches(key, "path"):
                let pointer = string()
                found.hasOthers = found.hasOthers || found.path != nil
                found.path = pointer
                if followed.areTouched(by: pointer) { found.isTouching = true }
            case (4, UInt8(ascii: "\"")) where Self.matches(key, "from"):
                found.hasOthers = true
                if followed.areTouched(by: string()) { found.isTouching = true }
            case (5, _) where Self.matches(key, "value"):
                found.hasOthers = found.hasOthers || found.value != nil
                let first = position
                value()
                found.value = first..<min(position, bytes.count)
            case (3, _) where Self.matches(key, "old"): value()
            default:
                found.hasOthers = true
                // A key that is written with escapes may be one of these.
                if key.contains(UInt8(ascii: "\\")) { return nil }
                value()
            }
            skipSpace()
            if byte == UInt8(ascii: ",") { position += 1 }
            skipSpace()
            guard position < bytes.count else { return nil }
        }
        position += 1
        found.range = first..<position
        return found
    }

    @inline(__always)
    private static func matches(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
        guard text.count == word.utf8CodeUnitCount, let start = text.baseAddress else { return false }
        return memcmp(start, word.utf8Start, text.count) == 0
    }
}
