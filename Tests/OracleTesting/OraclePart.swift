import SeededTesting

/// A building block of states of random types.
protocol OraclePart: Codable, Sendable, Hashable {
    /// A random value of few possible ones, so that many are equal.
    init(using random: inout SeededGenerator)
    /// Changes a part of it, or nothing.
    mutating func mutate(using random: inout SeededGenerator)
    /// An equal value in different memory.
    var again: Self { get }
    /// The cases of an enum.
    static var cases: [String] { get }
}

extension OraclePart {
    mutating func mutate(using random: inout SeededGenerator) { self = Self(using: &random) }
    var again: Self { self }
    static var cases: [String] { [] }
}

/// Random types.
enum OracleShape {
    /// A random type.
    ///
    /// - Parameter depth: The maximum depth of nested types.
    static func random(using random: inout SeededGenerator, depth: Int = 3) -> any OraclePart.Type {
        func below() -> any OraclePart.Type { Self.random(using: &random, depth: depth - 1) }
        func leaf() -> any OraclePart.Type {
            [Int.self, String.self, Bool.self, Double.self, OracleGrade.self][.random(in: 0..<5, using: &random)]
        }
        guard depth > 0 else { return leaf() }
        switch Int.random(in: 0..<(depth == 3 ? 11 : 14), using: &random) {
        case 0, 1: return pair(below(), below())
        case 2, 3: return either(below(), below())
        case 4: return list(below())
        case 5: return list(item(below()))
        case 6: return list(named(below()))
        case 7: return words(below())
        case 8: return numbers(below())
        case 9: return grades(below())
        case 10: return tree(below())
        case 11: return optional(below())
        case 12: return optional(optional(below()))
        default: return Bool.random(using: &random) ? Set<Int>.self : Set<String>.self
        }
    }

    private static func pair<A: OraclePart, B: OraclePart>(_: A.Type, _: B.Type) -> any OraclePart.Type {
        OraclePair<A, B>.self
    }
    private static func either<A: OraclePart, B: OraclePart>(_: A.Type, _: B.Type) -> any OraclePart.Type {
        OracleEither<A, B>.self
    }
    private static func list<A: OraclePart>(_: A.Type) -> any OraclePart.Type { [A].self }
    private static func item<A: OraclePart>(_: A.Type) -> any OraclePart.Type { OracleItem<A>.self }
    private static func named<A: OraclePart>(_: A.Type) -> any OraclePart.Type { OracleNamed<A>.self }
    private static func words<A: OraclePart>(_: A.Type) -> any OraclePart.Type { [String: A].self }
    private static func numbers<A: OraclePart>(_: A.Type) -> any OraclePart.Type { [Int: A].self }
    private static func grades<A: OraclePart>(_: A.Type) -> any OraclePart.Type { [OracleGrade: A].self }
    private static func tree<A: OraclePart>(_: A.Type) -> any OraclePart.Type { OracleTree<A>.self }
    private static func optional<A: OraclePart>(_: A.Type) -> any OraclePart.Type { A?.self }
}

struct OraclePair<A: OraclePart, B: OraclePart>: OraclePart {
    var first: A
    var second: B

    init(using random: inout SeededGenerator) { (first, second) = (A(using: &random), B(using: &random)) }

    mutating func mutate(using random: inout SeededGenerator) {
        if Bool.random(using: &random) { first.mutate(using: &random) } else { second.mutate(using: &random) }
    }

    var again: Self {
        var copy = self
        (copy.first, copy.second) = (first.again, second.again)
        return copy
    }
}

enum OracleEither<A: OraclePart, B: OraclePart>: OraclePart {
    case none
    case left(A)
    case right(value: B)
    case both(A, also: B)

    static var cases: [String] { ["none", "left", "right", "both"] }

    init(using random: inout SeededGenerator) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: self = .none
        case 1: self = .left(A(using: &random))
        case 2: self = .right(value: B(using: &random))
        default: self = .both(A(using: &random), also: B(using: &random))
        }
    }

    mutating func mutate(using random: inout SeededGenerator) {
        guard case .both(let a, var b) = self else { return self = Self(using: &random) }
        b.mutate(using: &random)
        self = .both(a, also: b)
    }
}

indirect enum OracleTree<A: OraclePart>: OraclePart {
    case leaf(A)
    case fork(OracleTree, OracleTree)

    static var cases: [String] { ["leaf", "fork"] }

    init(using random: inout SeededGenerator) {
        self =
            Int.random(in: 0..<3, using: &random) > 0
            ? .leaf(A(using: &random)) : .fork(Self(using: &random), .leaf(A(using: &random)))
    }

    mutating func mutate(using random: inout SeededGenerator) {
        switch self {
        case .fork(var left, let right) where Bool.random(using: &random):
            left.mutate(using: &random)
            self = .fork(left, right)
        case .leaf(var leaf) where Bool.random(using: &random):
            leaf.mutate(using: &random)
            self = .leaf(leaf)
        default: self = Self(using: &random)
        }
    }
}

/// An element identified by a number.
struct OracleItem<A: OraclePart>: OraclePart, Identifiable {
    var id: Int
    var part: A

    init(using random: inout SeededGenerator) {
        (id, part) = (.random(in: 1..<5, using: &random), A(using: &random))
    }

    mutating func mutate(using random: inout SeededGenerator) { part.mutate(using: &random) }
}

/// An element identified by a string.
struct OracleNamed<A: OraclePart>: OraclePart, Identifiable {
    var id: String
    var part: A

    static var ids: [String] { ["a", "a/b", "0", "say \"x\"", "~"] }

    init(using random: inout SeededGenerator) {
        (id, part) = (Self.ids[.random(in: 0..<5, using: &random)], A(using: &random))
    }

    mutating func mutate(using random: inout SeededGenerator) { part.mutate(using: &random) }
}
