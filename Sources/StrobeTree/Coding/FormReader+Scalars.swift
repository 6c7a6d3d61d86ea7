extension FormReader {
    /// A bool, number or string; `nil` if the type is none of these.
    func scalar<T>(_ type: T.Type, _ value: Value, _ token: Token?) throws -> T? {
        if T.self == String.self {
            if case .string(let text) = value { return text as? T }
        } else if T.self == Bool.self {
            if case .bool(let bool) = value { return bool as? T }
        } else if T.self == Double.self {
            if let double = Leaf.double(value) { return double as? T }
        } else if T.self == Float.self {
            if let double = Leaf.double(value) { return Float(double) as? T }
        } else if let integer = T.self as? any FixedWidthInteger.Type, Self.isStandard(T.self) {
            if isInRange(integer, value), let result = Self.integer(integer, value) as? T { return result }
        } else {
            return nil
        }
        throw part(value, token, type: type).mismatch(expected: words(type))
    }

    private static let standardIntegers: Set<ObjectIdentifier> = Set(
        ([
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
            UInt32.self, UInt64.self, UInt128.self,
        ] as [any Any.Type]).map { ObjectIdentifier($0) })

    static func isStandard(_ type: any Any.Type) -> Bool {
        standardIntegers.contains(ObjectIdentifier(type))
    }

    private static func integer<I: FixedWidthInteger>(_ type: I.Type, _ value: Value) -> I? {
        switch value {
        case .int(let number): I(exactly: number)
        case .uint(let number): I(exactly: number)
        case .double(let number): I(exactly: number)
        case .string(let text) where I.bitWidth > 64: I(text)
        default: nil
        }
    }

    /// The integers that the limits let a type have.
    private func range(_ type: any FixedWidthInteger.Type) -> ClosedRange<Int64>? {
        guard let most = limits.maxInteger, type.bitWidth == 64 else { return nil }
        return type == Int64.self ? -most...most : 0...most
    }

    private func isInRange(_ type: any FixedWidthInteger.Type, _ value: Value) -> Bool {
        guard let range = range(type) else { return true }
        return Self.integer(Int64.self, value).map(range.contains) ?? false
    }

    private func words(_ type: any Any.Type) -> String {
        if type == String.self { return "a string (String)" }
        if type == Bool.self { return "true or false (Bool)" }
        if type == Double.self || type == Float.self { return "a number (\(type))" }
        guard let integer = type as? any FixedWidthInteger.Type else { return TypeName.of(type) }
        if let range = range(integer) { return "an integer from \(range.lowerBound) to \(range.upperBound) (\(type))" }
        return Self.words(integer)
    }

    private static func words<I: FixedWidthInteger>(_ type: I.Type) -> String {
        I.bitWidth < 32 ? "an integer from \(I.min) to \(I.max) (\(type))" : "an integer (\(type))"
    }
}
