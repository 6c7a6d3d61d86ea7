public import StrobeTree

/// A type that a member of a message may have.
public protocol MemberType: Sendable {
    /// What it is on the wire.
    static var form: MemberForm { get }
    /// What is wrong with a value; `nil` if it is in the range.
    ///
    /// - Parameters:
    ///   - range: What is allowed.
    ///   - name: The name of the member.
    func fault(in range: MemberRange, name: String) -> MemberRange.Fault?
}

extension MemberType {
    public func fault(in range: MemberRange, name: String) -> MemberRange.Fault? { nil }
}

extension MemberType where Self: CaseIterable & RawRepresentable, RawValue == String {
    public static var form: MemberForm { .words(allCases.map(\.rawValue)) }
}

extension DescribedObject where Self: MemberType {
    public static var form: MemberForm { .object(Self.self) }
}

extension Int: MemberType {
    public static var form: MemberForm { .integer() }

    public func fault(in range: MemberRange, name: String) -> MemberRange.Fault? {
        guard let least = range.least, self < least else { return nil }
        return MemberRange.Fault(
            expected: "an integer from \(least)", reason: "`\(name)` is \(self); it must be at least \(least)")
    }
}

extension Int64: MemberType {
    public static var form: MemberForm { .integer(isTime: true) }
}

extension UInt64: MemberType {
    public static var form: MemberForm { .integer() }
}

extension Bool: MemberType {
    public static var form: MemberForm { .boolean }
}

extension String: MemberType {
    public static var form: MemberForm { .string }

    public func fault(in range: MemberRange, name: String) -> MemberRange.Fault? {
        switch range {
        case .bytes(let bytes) where !bytes.contains(utf8.count):
            if bytes.lowerBound == 0 {
                return MemberRange.Fault(
                    expected: "at most \(bytes.upperBound) bytes",
                    reason: "`\(name)` is longer than \(bytes.upperBound) bytes")
            }
            return MemberRange.Fault(
                expected: "\(bytes.lowerBound) to \(bytes.upperBound) bytes",
                reason: isEmpty
                    ? "`\(name)` is empty"
                    : "`\(name)` has \(utf8.count) bytes; at most \(bytes.upperBound) are allowed")
        // One character for people may be any number of these.
        case .characters(let most) where unicodeScalars.count > most:
            return MemberRange.Fault(
                expected: "at most \(most) characters", reason: "`\(name)` has \(unicodeScalars.count) characters")
        case .words(let words) where !words.contains(self):
            let expected = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
            return MemberRange.Fault(expected: expected, reason: "`\(name)` must be \(expected)")
        default: return nil
        }
    }
}

extension Array: MemberType where Element: MemberType {
    public static var form: MemberForm { .list(Element.form) }

    public func fault(in range: MemberRange, name: String) -> MemberRange.Fault? {
        if case .notEmpty(let element) = range {
            return isEmpty
                ? MemberRange.Fault(expected: "at least one \(element)", reason: "`\(name)` is empty") : nil
        }
        for element in self {
            if let fault = element.fault(in: range, name: name) { return fault }
        }
        return nil
    }
}

extension Value: MemberType {
    public static var form: MemberForm { .any }
}

extension Path: MemberType {
    public static var form: MemberForm { .named("Path") }
}

extension Position: MemberType {
    public static var form: MemberForm { .named("Position") }
}

extension Schema: MemberType {
    public static var form: MemberForm { .named("Schema") }
}

extension RequestID: MemberType {
    public static var form: MemberForm { .named("RequestID") }
}

extension Access: DescribedChoice {
    public static let summary = "What a session may do."
}
