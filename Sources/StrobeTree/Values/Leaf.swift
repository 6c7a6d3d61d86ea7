internal import StrobeSystem

/// The types that are one leaf of the tree, and their forms.
package enum Leaf {
    /// The form of a leaf; `nil` if the type is none.
    @inlinable @inline(__always)
    package static func value<T>(of value: T) -> Value? {
        if let string = same(value, String.self) { return .string(string) }
        if let int = same(value, Int.self) { return .int(Int64(int)) }
        if let bool = same(value, Bool.self) { return .bool(bool) }
        if let double = same(value, Double.self) { return form(double) }
        // The largest of the others takes 20 bytes.
        guard MemoryLayout<T>.size <= 32 else { return nil }
        return uncommon(value)
    }

    @usableFromInline @inline(never)
    package static func uncommon<T>(_ value: T) -> Value? {
        if let date = same(value, Date.self) { return form(date) }
        if let uuid = same(value, UUID.self) { return .string(uuid.uuidString) }
        if let data = same(value, Data.self) { return .string(data.base64EncodedString()) }
        // A relative URL with a base needs both parts: URL's own encoding has them.
        if let url = same(value, URL.self), url.baseURL == nil { return .string(url.absoluteString) }
        if let decimal = same(value, Decimal.self) { return .string(decimal.isNaN ? "NaN" : decimal.description) }
        if let float = same(value, Float.self) { return form(float) }
        if let form = same(value, Value.self) { return form }
        if let int = same(value, Int64.self) { return .int(int) }
        if let uint = same(value, UInt64.self) { return form(uint) }
        if let int = same(value, Int32.self) { return .int(Int64(int)) }
        if let uint = same(value, UInt32.self) { return .int(Int64(uint)) }
        if let int = same(value, Int16.self) { return .int(Int64(int)) }
        if let uint = same(value, UInt16.self) { return .int(Int64(uint)) }
        if let int = same(value, Int8.self) { return .int(Int64(int)) }
        if let uint = same(value, UInt8.self) { return .int(Int64(uint)) }
        if let uint = same(value, UInt.self) { return form(UInt64(uint)) }
        if let int = same(value, Int128.self) { return wide(int) }
        if let uint = same(value, UInt128.self) { return wide(uint) }
        return nil
    }

    /// The types that have a form here; of a `URL`, only some values do.
    static let types: Set<ObjectIdentifier> = Set(
        [
            String.self, Int.self, Bool.self, Double.self, Date.self, UUID.self, Data.self, URL.self, Decimal.self,
            Float.self, Value.self, Int64.self, UInt64.self, Int32.self, UInt32.self, Int16.self, UInt16.self,
            Int8.self, UInt8.self, UInt.self, Int128.self, UInt128.self,
        ].map { (type: any Any.Type) in ObjectIdentifier(type) })

    /// The value as another type if it is of that type.
    @inlinable @inline(__always)
    static func same<T, U>(_ value: T, _ type: U.Type) -> U? {
        // Most candidates are refused by their type alone, which costs less than a cast.
        T.self == U.self ? value as? U : nil
    }

    package static func form(_ number: Double) -> Value {
        guard number.isFinite else { return .string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity") }
        return .double(number)
    }

    /// The shortest double that gives the float again, so that 0.1 is shown as 0.1.
    package static func form(_ number: Float) -> Value {
        guard number.isFinite else { return form(Double(number)) }
        if let short = Double(number.description), Float(short) == number { return .double(short) }
        return .double(Double(number))
    }

    package static func form(_ number: UInt64) -> Value {
        number > UInt64(Int64.max) ? .uint(number) : .int(Int64(number))
    }

    package static func wide(_ number: some BinaryInteger) -> Value {
        if let int = Int64(exactly: number) { return .int(int) }
        if let uint = UInt64(exactly: number) { return .uint(uint) }
        return .string(number.description)
    }

    private static func form(_ date: Date) -> Value {
        if let text = DateText.text(of: date) { return .string(text) }
        return form(date.timeIntervalSinceReferenceDate)
    }

    /// The types in question, with the words that describe their form.
    private static let expectations: [ObjectIdentifier: String] = [
        ObjectIdentifier(Date.self): "an ISO 8601 date such as \"2024-05-01T12:00:00Z\"",
        ObjectIdentifier(UUID.self): "a UUID such as \"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"",
        ObjectIdentifier(Data.self): "base64 text",
        ObjectIdentifier(URL.self): "a URL",
        ObjectIdentifier(Decimal.self): "a decimal number or its text",
    ]

    /// Whether the forms of a type are read by `decode(_:from:)`.
    static func isDecoded(_ type: any Any.Type) -> Bool {
        type == Value.self || expectations[ObjectIdentifier(type)] != nil
    }

    /// The leaf of a Foundation type that a form represents.
    ///
    /// - Returns: `nil` if the type is not one of these.
    /// - Throws: `Mismatch` if the form does not fit the type.
    package static func decode<T>(_ type: T.Type, from value: Value) throws(Mismatch) -> T? {
        guard let expected = expectations[ObjectIdentifier(T.self)] else {
            return T.self == Value.self ? value as? T : nil
        }
        let result: Any?
        if T.self == Date.self {
            result = date(value)
        } else if T.self == UUID.self {
            result = text(value).flatMap(UUID.init(uuidString:))
        } else if T.self == Data.self {
            result = data(value)
        } else if T.self == URL.self {
            // The form with a base is an object, which URL's own decoding reads.
            if case .object = value { return nil }
            result = text(value).flatMap { URL(string: $0) }
        } else {
            result = decimal(value)
        }
        guard let leaf = result as? T else { throw Mismatch(expected: expected) }
        return leaf
    }

    /// A form that does not fit a leaf type.
    package struct Mismatch: Error {
        package var expected: String
    }

    package static func double(_ value: Value) -> Double? {
        switch value {
        case .double(let number): number
        case .int(let number): Double(number)
        case .uint(let number): Double(number)
        case .string("NaN"): .nan
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        default: nil
        }
    }

    private static func text(_ value: Value) -> String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// An ISO 8601 text, or a number as Foundation writes dates by default: seconds since 2001-01-01.
    private static func date(_ value: Value) -> Date? {
        if let text = text(value), let date = DateText.date(from: text) { return date }
        return double(value).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Base64 text, or the array of bytes that `Data` encodes by itself.
    private static func data(_ value: Value) -> Data? {
        if let text = text(value) { return Data(base64Encoded: text) }
        guard case .array(let elements) = value else { return nil }
        var bytes = Data(capacity: elements.count)
        for element in elements {
            guard case .int(let number) = element, let byte = UInt8(exactly: number) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func decimal(_ value: Value) -> Decimal? {
        switch value {
        case .int(let number): return Decimal(number)
        case .uint(let number): return Decimal(number)
        case .double(let number): return Decimal(string: number.description)
        case .string("NaN"): return .nan
        case .string(let text):
            // `Decimal(string:)` takes the longest number at the start of any text.
            guard text.wholeMatch(of: /[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil else { return nil }
            return Decimal(string: text)
        default: return nil
        }
    }
}
