/// Decodes the values of one form as long as all of them fit, without a note of where they are.
///
/// Where one does not fit, or a type does something unusual, it gives up: `FormReader` then decodes the whole form anew,
/// and knows what to say. What counts is `hasGivenUp`, since a type may catch what is thrown through its code.
///
/// A class because decoders and containers refer back to it; it never leaves the thread that decodes.
final class DirectDecoding {
    /// It is thrown through the code of types.
    private struct GivenUp: Error {}

    /// A form that is being decoded; its number is never used again, so that a decoder that is kept finds out.
    private struct Level {
        let number: Int
        let form: Value
    }

    @exclusivity(unchecked) private(set) var hasGivenUp = false
    @exclusivity(unchecked) private var levels: [Level] = []
    @exclusivity(unchecked) private var lastNumber = 0
    @exclusivity(unchecked) private var plans = PlanTable<DecodingPlan>()
    /// Where the value is that is being decoded.
    @exclusivity(unchecked) private(set) var path: [FormReader.Token] = []
    let limits: TreeLimits
    /// Whether it has to be found out if an enum was given several cases.
    let knowsTypes: Bool

    private static let mostLevels = 100

    private init(_ limits: TreeLimits, knowsTypes: Bool) {
        self.limits = limits
        self.knowsTypes = knowsTypes
    }

    /// Decodes a form; `nil` if that has to be done by `FormReader`.
    static func decode<T: Decodable>(_ type: T.Type, from form: Value, limits: TreeLimits, knowsTypes: Bool) -> T? {
        var decoding = DirectDecoding(limits, knowsTypes: knowsTypes)
        guard let result = try? decoding.read(type, form, depth: 1), !decoding.hasGivenUp,
            // What some code has kept it may use at any time.
            isKnownUniquelyReferenced(&decoding)
        else { return nil }
        return result
    }

    func giveUp() -> any Error {
        hasGivenUp = true
        return GivenUp()
    }

    /// Decodes a part.
    @inline(__always)
    func at<Result>(_ token: FormReader.Token, _ body: () throws -> Result) rethrows -> Result {
        path.append(token)
        defer { path.removeLast() }
        return try body()
    }

    // MARK: Values

    func read<T: Decodable>(_ type: T.Type, _ form: Value, depth: Int) throws -> T {
        let plan = plans.entry(for: type) { DecodingPlan(of: type) }
        let result: Any?
        switch plan.kind {
        case .own: return try make(type, form, depth)
        case .text: result = try text(form)
        case .bool: result = try bool(form)
        case .double: result = try double(form)
        case .float: result = Float(try double(form))
        case .int: result = try int(form)
        case .integer(let type): result = try integer(type, form)
        case .leaf:
            // A URL has another form as well, which it decodes itself.
            guard let leaf = try? Leaf.decode(type, from: form) else { throw giveUp() }
            return leaf
        case .form(let collection):
            guard depth < min(limits.maxDepth, Self.mostLevels) else { throw giveUp() }
            // Not by way of an `Any`, in which optionals of optionals are not kept apart.
            return try collection.read(form, as: type, depth: depth + 1, self)
        case .special: throw giveUp()
        }
        guard let value = result as? T else { throw giveUp() }
        return value
    }

    private func make<T: Decodable>(_ type: T.Type, _ form: Value, _ depth: Int) throws -> T {
        guard depth < min(limits.maxDepth, Self.mostLevels) else { throw giveUp() }
        lastNumber &+= 1
        levels.append(Level(number: lastNumber, form: form))
        defer { levels.removeLast() }
        let decoder = DirectDecoder(decoding: self, number: lastNumber, depth: depth + 1, level: levels.count - 1)
        do {
            return try T(from: decoder)
        } catch {
            throw giveUp()
        }
    }

    /// The form that a decoder is for.
    func form(at level: Int, number: Int) throws -> Value {
        guard level < levels.count, levels[level].number == number else { throw giveUp() }
        return levels[level].form
    }

    @inline(__always)
    func text(_ form: Value) throws -> String {
        guard case .string(let text) = form else { throw giveUp() }
        return text
    }

    fileprivate func texts(_ forms: [Value]) throws -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(forms.count)
        for form in forms { texts.append(try text(form)) }
        return texts
    }

    @inline(__always)
    func bool(_ form: Value) throws -> Bool {
        guard case .bool(let bool) = form else { throw giveUp() }
        return bool
    }

    @inline(__always)
    func double(_ form: Value) throws -> Double {
        if case .double(let number) = form { return number }
        guard let number = Leaf.double(form) else { throw giveUp() }
        return number
    }

    @inline(__always)
    func int(_ form: Value) throws -> Int {
        guard case .int(let number) = form else { return try integer(Int.self, form) }
        if let most = limits.maxInteger, !(0...most).contains(number) { throw giveUp() }
        return Int(number)
    }

    func integer<I: FixedWidthInteger>(_ type: I.Type, _ form: Value) throws -> I {
        // Within other limits the reader decides.
        let number: I? =
            switch form {
            case .int(let number) where limits.maxInteger == nil || I.bitWidth != 64: I(exactly: number)
            case .uint(let number) where limits.maxInteger == nil || I.bitWidth != 64: I(exactly: number)
            default: nil
            }
        guard let number else { throw giveUp() }
        return number
    }
}

/// How the values of a type are decoded; found out once.
final class DecodingPlan {
    enum Kind {
        case text, bool, double, float, int
        case integer(any (FixedWidthInteger & Decodable).Type)
        /// A type of Foundation that is one leaf.
        case leaf
        case form(any DirectDecodable.Type)
        /// It decodes itself.
        case own
        /// `FormReader` decodes it.
        case special
    }

    let kind: Kind

    init(of type: any Decodable.Type) {
        if type == String.self {
            kind = .text
        } else if type == Bool.self {
            kind = .bool
        } else if type == Double.self {
            kind = .double
        } else if type == Float.self {
            kind = .float
        } else if type == Int.self {
            kind = .int
        } else if let integer = type as? any (FixedWidthInteger & Decodable).Type, FormReader.isStandard(type) {
            kind = .integer(integer)
        } else if Leaf.isDecoded(type) {
            kind = .leaf
        } else if let form = type as? any DirectDecodable.Type {
            kind = .form(form)
        } else {
            kind = type is any DecodableForm.Type ? .special : .own
        }
    }
}

/// A standard collection or an optional whose form is read without its own decoding.
protocol DirectDecodable {
    static func read<T>(_ form: Value, as type: T.Type, depth: Int, _ decoding: DirectDecoding) throws -> T
}

extension DirectDecoding {
    /// What was read as the type that was requested, which is the same.
    fileprivate func recast<From, To>(_ value: From) throws -> To {
        guard let value = value as? To else { throw giveUp() }
        return value
    }
}

extension Optional: DirectDecodable where Wrapped: Decodable {
    static func read<T>(_ form: Value, as type: T.Type, depth: Int, _ decoding: DirectDecoding) throws -> T {
        try decoding.recast(read(form, depth: depth, decoding))
    }

    static func read(_ form: Value, depth: Int, _ decoding: DirectDecoding) throws -> Self {
        if case .null = form { return nil }
        // It may be what keeps a value that is null apart.
        if case .object(let object) = form, object.count == 1, object.index(of: "some") != nil {
            throw decoding.giveUp()
        }
        return try decoding.read(Wrapped.self, form, depth: depth)
    }
}

extension Array: DirectDecodable where Element: Decodable {
    static func read<T>(_ form: Value, as type: T.Type, depth: Int, _ decoding: DirectDecoding) throws -> T {
        guard case .array(let elements) = form else { throw decoding.giveUp() }
        // The most common list by far, without a look at a type for each element.
        if Element.self == String.self { return try decoding.recast(decoding.texts(elements)) }
        var result: Self = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            result.append(
                try decoding.at(.index(index)) { try decoding.read(Element.self, element, depth: depth) })
        }
        return try decoding.recast(result)
    }
}

extension Dictionary: DirectDecodable where Key: Decodable, Value: Decodable {
    static func read<T>(
        _ form: StrobeTree.Value, as type: T.Type, depth: Int, _ decoding: DirectDecoding
    ) throws -> T {
        // What other keys are made of, `FormReader` knows.
        guard Key.self == String.self, case .object(let object) = form else { throw decoding.giveUp() }
        var result: Self = [:]
        result.reserveCapacity(object.count)
        for (name, member) in object {
            let key: Key = try decoding.recast(name)
            result[key] = try decoding.at(.key(name)) { try decoding.read(Value.self, member, depth: depth) }
        }
        return try decoding.recast(result)
    }
}
