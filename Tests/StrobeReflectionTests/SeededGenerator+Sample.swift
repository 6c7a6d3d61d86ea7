import SeededTesting
import Foundation

/// Random samples of the types in `Sample`.
extension SeededGenerator {
    mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func chance(_ one: Int) -> Bool { below(one) == 0 }

    mutating func list<T>(upTo count: Int = 5, _ make: (inout SeededGenerator) -> T) -> [T] {
        (0..<int(0..<count + 1)).map { _ in make(&self) }
    }

    /// A text that is likely to repeat, and to be confused with others.
    mutating func key() -> String {
        pick([
            "", "a", "b/c", "~", "d.e", "\"q\"", "ü", "日本", "🎉", "null", "1", "some", "_0", "[id=1]", "\u{0}\n", "x y",
        ])
    }

    mutating func double() -> Double {
        switch int(0..<6) {
        case 0: pick([0.0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e300])
        case 1: Double(int(-1000..<1000))
        case 2: Double.random(in: -1e6..<1e6, using: &self)
        default: pick([0.1, 0.30000000000000004, 1.5, 1e21, 123456789.123])
        }
    }

    mutating func date() -> Date {
        switch int(0..<4) {
        case 0:
            Date(timeIntervalSinceReferenceDate: pick([0, -0.5, 1e-7, 1e12, -1e12, .infinity, 63_113_904_000, 1e300]))
        case 1: Date(timeIntervalSince1970: Double(int(0..<2_000_000_000)))
        default: Date(timeIntervalSinceReferenceDate: Double.random(in: -6e10..<2e11, using: &self))
        }
    }

    mutating func uuid() -> UUID {
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: next()) }
        }
        return UUID(uuid: bytes)
    }

    mutating func user() -> Sample.User {
        Sample.User(id: int(0..<8), name: key(), email: chance(2) ? key() : nil)
    }

    mutating func point() -> Sample.Point { Sample.Point(x: int(0..<3), y: int(-2..<2)) }

    mutating func load() -> Sample.Load {
        switch int(0..<9) {
        case 0: .idle
        case 1: .loading
        case 2, 3: .loaded(user())
        case 4: .failed(reason: key(), code: int(0..<3))
        case 5: .pair(int(0..<3), key())
        case 6: .maybe(chance(2) ? nil : int(0..<3))
        case 7: .mixed(int(0..<3), by: double())
        default: .zero(Sample.Underscored(_0: int(0..<3)))
        }
    }

    mutating func tree(_ depth: Int = 0) -> Sample.Tree {
        depth > 3 || chance(2) ? .leaf(int(0..<4)) : .branch(left: tree(depth + 1), right: tree(depth + 1))
    }

    mutating func scalars() -> Sample.Scalars {
        var value = Sample.Scalars()
        value.bool = chance(2)
        value.int = pick([0, .max, .min, Int64(int(-9..<9))])
        value.uint = pick([0, .max, UInt64(Int64.max), UInt64(Int64.max) + 1])
        value.small = pick([0, .max, .min])
        value.wide = pick([0, .max, .min, Int128(Int64.max) + 1])
        value.unsignedWide = pick([nil, .max, 5])
        value.double = double()
        value.float = pick([0.1, -0.0, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 16_777_216, 1 / 3])
        value.text = key()
        value.date = date()
        value.data = Data(list { UInt8.random(in: 0...255, using: &$0) })
        value.url = pick(["http://a.b/c?d=e#f", "file:///tmp/x%20y", "mailto:a@b.c"].compactMap(URL.init(string:)))
        value.uuid = uuid()
        value.decimal = pick(["0", "-1.5", "12345678901234567890.123456789", "0.1"].compactMap { Decimal(string: $0) })
        let lower = int(-5..<5)
        value.range = lower..<lower + int(0..<4)
        value.closedRange = pick([0.0...1.0, -1.5...0.25, -Double.infinity...0])
        return value
    }

    mutating func dictionary<K: Hashable, V>(
        _ key: (inout SeededGenerator) -> K, _ value: (inout SeededGenerator) -> V
    ) -> [K: V] {
        Dictionary(list { (key(&$0), value(&$0)) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func collections() -> Sample.Collections {
        var value = Sample.Collections()
        value.ints = list(upTo: 12) { $0.int(0..<6) }
        var ids = Set<Int>()
        value.users = list(upTo: 8) { $0.user() }.filter { ids.insert($0.id).inserted }
        value.points = list(upTo: 8) { $0.point() }
        value.loads = list { $0.load() }
        value.nested = list { $0.list { $0.int(0..<3) } }
        value.optionals = list { $0.chance(2) ? nil : $0.int(0..<3) }
        value.byName = dictionary({ $0.key() }, { $0.user() })
        value.byNumber = dictionary({ $0.int(-20..<20) }, { $0.key() })
        value.byByte = dictionary({ UInt8($0.int(0..<20)) }, { $0.int(0..<3) })
        value.byColor = dictionary({ $0.pick([.red, .green, .one]) }, { $0.int(0..<3) })
        value.byPriority = dictionary({ $0.pick([.low, .high]) }, { $0.load() })
        value.byPoint = dictionary({ $0.point() }, { $0.int(0..<3) })
        value.byLoad = dictionary({ $0.load() }, { $0.int(0..<3) })
        value.byID = dictionary({ $0.uuid() }, { $0.int(0..<3) })
        value.byDate = dictionary({ $0.date() }, { $0.int(0..<3) })
        value.names = Set(list { $0.key() })
        value.places = Set(list { $0.point() })
        return value
    }

    mutating func optionals() -> Sample.Optionals {
        Sample.Optionals(
            one: pick([nil, 1]), two: pick([nil, .some(nil), 2]),
            three: pick([nil, .some(nil), .some(.some(nil)), 3]), load: pick([nil, load()]),
            twice: pick([nil, .some(nil), load()]), user: pick([nil, .some(nil), user()]),
            list: list { $0.pick([nil, .some(nil), 4]) })
    }

    mutating func sampleState() -> Sample.State {
        Sample.State(
            load: load(), single: .only(x: int(0..<3)), lonely: .here, tree: tree(),
            generic: pick([.none, .some(point()), .both(point(), point())]), color: pick([.red, .green, .one]),
            priority: pick([.low, .high]), scalars: scalars(), collections: collections(), optionals: optionals())
    }

    /// The state with a few random changes, like those of a reducer.
    mutating func changed(_ state: Sample.State) -> Sample.State {
        var copy = state
        for _ in 0..<int(0..<4) {
            switch int(0..<14) {
            case 0: copy.load = load()
            case 1: copy.tree = tree()
            case 2: copy.generic = pick([.none, .some(point()), .both(point(), point())])
            case 3: copy.scalars.double = double()
            case 4: copy.scalars = scalars()
            case 5: copy.collections.users.shuffle(using: &self)
            case 6: copy.collections.ints.shuffle(using: &self)
            case 7: if !copy.collections.users.isEmpty { copy.collections.users.removeFirst() }
            case 8: copy.collections.points.insert(point(), at: 0)
            case 9:
                for index in copy.collections.users.indices where chance(2) {
                    copy.collections.users[index].name += "!"
                }
            case 10: copy.collections.byPoint[point()] = int(0..<9)
            case 11: copy.collections.names.insert(key())
            case 12: copy.optionals = optionals()
            default: copy.collections = collections()
            }
        }
        return copy
    }
}
