public import StrobeTree

/// Random values and their parts.
extension SeededGenerator {
    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    public mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

    public mutating func text() -> String {
        let odd = [
            "", "é", "日本", "a/b", "x~y", "p.q", "say \"hi\"", "[0]", "[id=42]", "\\", "\u{1F600}", "\n", "\0", "7", "-",
        ]
        switch below(4) {
        case 0: return pick(odd)
        case 1: return pick(odd) + pick(odd)
        case 2: return String((0..<below(40)).map { _ in Character(Unicode.Scalar(UInt8(32 + below(95)))) })
        default: return pick(["id", "name", "items", "title", "_0", "loaded", "someLongerName"])
        }
    }

    public mutating func number() -> Value {
        switch below(6) {
        case 0: return .int(pick([.max, .min, 0, -1, 1, 9_007_199_254_740_993]))
        case 1: return .uint(pick([.max, UInt64(Int64.max) + 1]))
        case 2: return .int(Int64(bitPattern: next()))
        case 3:
            let bits = Double(bitPattern: next())
            return .double(bits.isFinite ? bits : 0.1)
        case 4:
            return .double(
                pick([
                    -0.0, 0, 1, 1e15, 1e16, 1e22, 1e23, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, -2.5,
                    123.456,
                ]))
        default: return .int(Int64(below(2000) - 1000))
        }
    }

    public mutating func value(depth: Int = 4) -> Value {
        switch below(depth > 0 ? 8 : 5) {
        case 0: return pick([.null, true, false])
        case 1, 2: return number()
        case 3, 4: return .string(text())
        case 5: return .array((0..<below(6)).map { _ in value(depth: depth - 1) })
        default:
            var object = Value.Object()
            for _ in 0..<below(pick([3, 8, 24])) { object[text()] = value(depth: depth - 1) }
            return .object(object)
        }
    }
}
