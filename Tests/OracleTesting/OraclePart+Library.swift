import SeededTesting

extension Int: OraclePart {
    init(using random: inout SeededGenerator) { self = .random(in: 0..<4, using: &random) }
}

extension Bool: OraclePart {
    init(using random: inout SeededGenerator) { self = .random(using: &random) }
}

extension Double: OraclePart {
    init(using random: inout SeededGenerator) { self = [0, 0.5, -1.25, .infinity][.random(in: 0..<4, using: &random)] }
}

extension String: OraclePart {
    init(using random: inout SeededGenerator) {
        self = OracleAction.words[.random(in: OracleAction.words.indices, using: &random)]
    }
}

extension OracleGrade: OraclePart {
    init(using random: inout SeededGenerator) { self = Bool(using: &random) ? .low : .high }

    static var cases: [String] { ["low", "high"] }
}

extension Optional: OraclePart where Wrapped: OraclePart {
    init(using random: inout SeededGenerator) {
        self = Int.random(in: 0..<3, using: &random) == 0 ? nil : Wrapped(using: &random)
    }

    mutating func mutate(using random: inout SeededGenerator) {
        guard self != nil, Bool.random(using: &random) else { return self = Self(using: &random) }
        self?.mutate(using: &random)
    }

    var again: Self { map(\.again) }
}

extension Array: OraclePart where Element: OraclePart {
    init(using random: inout SeededGenerator) {
        self = (0..<Int.random(in: 0..<4, using: &random)).map { _ in Element(using: &random) }
    }

    mutating func mutate(using random: inout SeededGenerator) {
        let place = isEmpty ? 0 : Int.random(in: indices, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: insert(Element(using: &random), at: place)
        case 1 where !isEmpty: remove(at: place)
        case 2 where !isEmpty: swapAt(place, .random(in: indices, using: &random))
        default: if !isEmpty { self[place].mutate(using: &random) }
        }
    }

    var again: Self { map(\.again) }
}

extension Set: OraclePart where Element: OraclePart {
    init(using random: inout SeededGenerator) { self = Set([Element](using: &random)) }

    mutating func mutate(using random: inout SeededGenerator) {
        let element = Element(using: &random)
        if remove(element) == nil { insert(element) }
    }

    /// Inserted in reverse order, which affects the memory of a set.
    var again: Self { reversed().reduce(into: []) { $0.insert($1) } }
}

/// The keys of a dictionary of random contents.
protocol OracleKey: Codable, Sendable, Hashable {
    static var keys: [Self] { get }
}

extension String: OracleKey {
    static var keys: [String] { OracleAction.keys + ["say \"x\"", "\\"] }
}

extension Int: OracleKey {
    static var keys: [Int] { [-1, 0, 1, 20] }
}

extension OracleGrade: OracleKey {
    static var keys: [OracleGrade] { [.low, .high] }
}

extension Dictionary: OraclePart where Key: OracleKey, Value: OraclePart {
    init(using random: inout SeededGenerator) {
        self = [:]
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
            self[Key.keys[.random(in: Key.keys.indices, using: &random)]] = Value(using: &random)
        }
    }

    mutating func mutate(using random: inout SeededGenerator) {
        let key = Key.keys[.random(in: Key.keys.indices, using: &random)]
        guard self[key] != nil, Bool.random(using: &random) else {
            return self[key] = self[key] == nil ? Value(using: &random) : nil
        }
        self[key]?.mutate(using: &random)
    }

    var again: Self { mapValues(\.again) }
}
