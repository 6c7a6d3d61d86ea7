public import SeededTesting
internal import StrobeTree

/// Generates nearly valid inputs: samples with parts replaced, repeated, omitted or damaged, as JSON values, as lines,
/// and as bytes.
public struct FuzzMutator {
    private var random: SeededGenerator
    private let samples: FuzzSamples

    /// The maximum size of a generated input, in bytes.
    private static let maxBytes = 1 << 16

    /// Creates a mutator.
    ///
    /// - Parameters:
    ///   - random: The source of its choices.
    ///   - samples: The inputs to start from.
    public init(_ random: SeededGenerator, _ samples: FuzzSamples) {
        self.random = random
        self.samples = samples
    }

    /// Generates an input.
    public mutating func input() -> [UInt8] {
        mutated(pick(samples.texts) ?? [])
    }

    /// An input with a random change.
    public mutating func mutated(_ input: [UInt8]) -> [UInt8] {
        var input = input
        for _ in 0...below(3) {
            input = samples.isLines ? lines(input) : text(input)
        }
        return Array(input.prefix(Self.maxBytes))
    }

    private mutating func below(_ bound: Int) -> Int { bound > 0 ? Int.random(in: 0..<bound, using: &random) : 0 }
    private mutating func pick<T>(_ choices: [T]) -> T? { choices.randomElement(using: &random) }

    // MARK: Lines

    private mutating func lines(_ input: [UInt8]) -> [UInt8] {
        var lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let place = below(lines.count)
        let other = (pick(samples.texts) ?? []).split(separator: 0x0A).map(Array.init)
        switch below(9) {
        case 0: lines.remove(at: place)
        case 1: lines.insert(lines[place], at: below(lines.count + 1))
        case 2: lines.swapAt(place, below(lines.count))
        case 3, 4: lines.insert(pick(other) ?? [], at: below(lines.count + 1))
        case 5 where below(4) == 0: return bytes(input)
        default: lines[place] = text(lines[place])
        }
        return Array(lines.joined(separator: [0x0A]))
    }

    private mutating func text(_ input: [UInt8]) -> [UInt8] {
        if below(3) > 0, let value = try? JSON.parse(input) {
            return Array(JSON.text(changed(value), style: below(8) == 0 ? .pretty : .compact).utf8)
        }
        return bytes(input)
    }

    // MARK: Bytes

    private mutating func bytes(_ input: [UInt8]) -> [UInt8] {
        var bytes = input
        let place = below(bytes.count + 1)
        let end = min(bytes.count, place + 1 + below(below(4) == 0 ? 64 : 4))
        switch below(8) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
        case 1 where place < bytes.count: bytes[place] = UInt8(below(256))
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: below(bytes.count + 1))
        case 4:
            let other = pick(samples.texts) ?? []
            let from = below(other.count + 1)
            bytes.replaceSubrange(place..<end, with: other[from..<min(other.count, from + 1 + below(64))])
        case 5 where below(16) == 0:
            let token = pick(samples.tokens) ?? []
            bytes.insert(contentsOf: Array(repeatElement(token, count: 1 << below(9)).joined()), at: place)
        case 6: bytes.insert(UInt8(below(256)), at: place)
        default: bytes.insert(contentsOf: pick(samples.tokens) ?? [], at: place)
        }
        return bytes
    }

    // MARK: Values

    /// A value with a random change at one place.
    private mutating func changed(_ value: Value) -> Value {
        switch value {
        case .array(var elements) where !elements.isEmpty && below(6) > 0:
            let place = place(elements)
            elements[place] = changed(elements[place])
            return .array(elements)
        case .object(let object) where !object.isEmpty && below(8) > 0:
            var object = object
            let (key, child) = object[place(object.values)]
            object[key] = changed(child)
            return .object(object)
        default: return replaced(value)
        }
    }

    /// One of several values, preferring large ones, so that the change is deep inside.
    private mutating func place(_ values: [Value]) -> Int {
        let sizes = values.map(Self.size)
        var rest = below(sizes.reduce(0, +))
        for (place, size) in sizes.enumerated() {
            if rest < size { return place }
            rest -= size
        }
        return 0
    }

    /// The number of values in a value, including itself.
    private static func size(_ value: Value) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + size($1) }
        case .object(let object): object.values.reduce(1) { $0 + size($1) }
        default: 1
        }
    }

    private mutating func replaced(_ value: Value) -> Value {
        switch (below(6), value) {
        case (0, _): return other()
        case (1, .array(var elements)):
            if below(2) == 0 {
                elements.insert(other(), at: below(elements.count + 1))
            } else {
                elements.shuffle(using: &random)
            }
            return .array(elements)
        case (1, .object(var object)), (2, .object(var object)):
            let key = pick(object.keys) ?? ""
            let child = object.removeValue(forKey: key)
            if below(2) == 0 { object[String(decoding: self.bytes(Array(key.utf8)), as: UTF8.self)] = child }
            if below(3) == 0 { object[key + "2"] = other() }
            return .object(object)
        case (_, .string(let text)): return .string(String(decoding: self.bytes(Array(text.utf8)), as: UTF8.self))
        case (2, _): return .array(Array(repeating: value, count: below(4)))
        case (3, _): return .object(["a": value])
        case (4, .int(let number)): return .int(number &+ Int64(below(5) - 2))
        default: return leaf()
        }
    }

    /// A random part of a sample.
    private mutating func other() -> Value {
        guard below(4) > 0, var value = pick(samples.values) else { return leaf() }
        while below(4) > 0 {
            switch value {
            case .array(let elements): value = pick(elements) ?? .null
            case .object(let object): value = pick(object.values) ?? .null
            default: return value
            }
        }
        return value
    }

    private mutating func leaf() -> Value {
        let leaves: [Value] = [
            nil, true, false, 0, 1, -1, 2, 7, 1_000, 1_000_000_000, .int(.max), .int(.min), .uint(.max), 0.5, -0.0,
            1e300,
            9_007_199_254_740_993, "", "a", "/", "/0", "/-", "~", ".", "[id=1]", "*", "\u{0}", "é", "e\u{301}", "NaN",
            "branch:1", "2024-05-01T12:00:00Z", [], [:], [[]], ["": nil],
        ]
        return pick(leaves) ?? nil
    }
}
