import Foundation
import StrobeReflection
import StrobeTree
import SeededTesting
import Testing

@Suite("Differ")
struct DifferTests {
    private func apply(_ changes: [Change], _ value: Value) throws -> Value {
        var result = value
        try Patch.apply(changes, to: &result)
        return result
    }

    /// Checks that the changes lead from the old JSON to the new one, and their inverse back.
    private func check<T: Codable>(_ old: T, _ new: T, _ note: Comment) throws -> [Change] {
        let changes = Differ().changes(from: old, to: new)
        let before = try TreeEncoder().encode(old)
        let after = try TreeEncoder().encode(new)
        #expect(try apply(changes, before) == after, note)
        #expect(try apply(Patch.inverse(changes), after) == before, note)
        return changes
    }

    @Test("applying the changes between any two states gives the second", arguments: 0..<40)
    func property(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for round in 0..<25 {
            let old = random.sampleState()
            let new = random.chance(3) ? random.sampleState() : random.changed(old)
            let changes = try check(old, new, "seed \(seed), round \(round)")
            if old == new, !old.scalars.double.isZero { #expect(changes.isEmpty, "seed \(seed), round \(round)") }
        }
    }

    @Test("any two arrays of identifiable elements are turned into each other", arguments: 0..<20)
    func keyedArrays(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for round in 0..<50 {
            let ids = Array((0..<12).shuffled(using: &random))
            let more = Array((0..<16).shuffled(using: &random))
            let old = ids.prefix(random.int(0..<13)).map { Sample.User(id: $0, name: "a") }
            let new = more.prefix(random.int(0..<17)).map { Sample.User(id: $0, name: random.pick(["a", "b"])) }
            _ = try check(Array(old), Array(new), "seed \(seed), round \(round)")
        }
    }

    @Test("a changed field is one change with the old and the new value")
    func field() throws {
        let old = Sample.User(id: 1, name: "a")
        var new = old
        new.name = "b"
        #expect(
            Differ().changes(from: old, to: new, at: Path(["user"])) == [
                Change(.replace, Path(["user", "name"]), value: "b", old: "a")
            ])
    }

    @Test("another case is one replacement of the enum, a changed payload a change inside it")
    func enums() throws {
        let changes = Differ().changes(from: Sample.Load.idle, to: .failed(reason: "x", code: 1))
        #expect(changes == [Change(.replace, .root, value: ["failed": ["reason": "x", "code": 1]], old: "idle")])
        let inside = Differ().changes(from: Sample.Load.failed(reason: "x", code: 1), to: .failed(reason: "x", code: 2))
        #expect(inside == [Change(.replace, Path(["failed", "code"]), value: 2, old: 1)])
        let bare = Differ().changes(
            from: Sample.Load.loaded(Sample.User(id: 1, name: "a")), to: .loaded(Sample.User(id: 1, name: "b")))
        #expect(bare.map(\.path) == [Path(["loaded", "name"])])
    }

    @Test("removing the first of 100,000 elements is one change, with and without ids")
    func removeFirst() throws {
        let users = (0..<100_000).map { Sample.User(id: $0, name: "n\($0)") }
        let points = (0..<100_000).map { Sample.Point(x: $0, y: 0) }
        #expect(Differ().changes(from: users, to: Array(users.dropFirst())).map(\.op) == [.remove])
        #expect(Differ().changes(from: points, to: Array(points.dropFirst())).map(\.op) == [.remove])
    }

    @Test("one changed element of 100,000 is one change")
    func oneOfMany() throws {
        let old = (0..<100_000).map { Sample.Plain(flag: $0 % 2 == 0, number: $0, text: "text number \($0)") }
        var new = old
        new[70_000].flag.toggle()
        #expect(
            Differ().changes(from: old, to: new) == [
                Change(.replace, Path(["70000", "flag"]), value: false, old: true)
            ])
    }

    @Test("an element of known id that went elsewhere is one move")
    func move() throws {
        let old = (0..<10).map { Sample.User(id: $0, name: "n") }
        let new = Array(old.dropFirst()) + [old[0]]
        #expect(Differ().changes(from: old, to: new) == [Change(.move, Path(["9"]), from: Path(["0"]))])
    }

    @Test("an == that passes over the change does not hide it")
    func coarseEquality() throws {
        let old = (0..<10).map { Sample.Coarse(id: $0, note: "a note that is long enough \($0)") }
        var new = old
        new[3].note = "b"
        #expect(try check(old, new, "array").count == 1)
        let keyed = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        var changed = keyed
        changed[3]?.note = "b"
        #expect(try check(keyed, changed, "dictionary").count == 1)
    }

    /// Has padding, an enum with payloads of many sizes, and an existential.
    struct Padded: Encodable {
        var flag = false
        var load = Sample.Load.idle
        var small: Int8 = 0
        var date: Date?
        var shape: any Encodable & Sendable = 1
        var tail = true

        private enum CodingKeys: CodingKey { case flag, load, small, date, shape, tail }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(flag, forKey: .flag)
            try container.encode(load, forKey: .load)
            try container.encode(small, forKey: .small)
            try container.encode(date, forKey: .date)
            try container.encode(shape, forKey: .shape)
            try container.encode(tail, forKey: .tail)
        }
    }

    /// Like `Padded`, with parts of known size only.
    struct Firm: Codable {
        var flag = false
        var load = Sample.Load.idle
        var small: Int8 = 0
        var date: Date?
        var tail: Int16 = 0
    }

    /// A mirror that does not show `hidden`, which occupies possible padding.
    struct Hiding: Codable, CustomReflectable {
        var first: Int8 = 0
        var hidden: Int8 = 0
        var last = 0

        var customMirror: Mirror { Mirror(self, children: ["first": first, "last": last], displayStyle: .struct) }
    }

    @Test("a change of any one byte of an element is found, wherever padding may be", arguments: 0..<10)
    func padding(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func check<T: Encodable>(_ element: T, _ changes: [(inout T) -> Void]) {
            for change in changes {
                let old = (0..<200).map { _ in element }
                var new = (0..<200).map { _ in element }
                let index = random.below(200)
                change(&new[index])
                let paths = Differ().changes(from: old, to: new).map(\.path.tokens.first)
                #expect(paths == [String(index)])
            }
        }
        let load = Sample.Load.pair(1, "a text that is too long to stand in place")
        check(
            Padded(),
            [
                { $0.flag = true }, { $0.load = load }, { $0.small = 1 },
                { $0.date = Date(timeIntervalSinceReferenceDate: 0) },
                { $0.shape = 2 }, { $0.shape = "x" }, { $0.tail = false },
            ])
        check(
            Firm(load: load),
            [
                { $0.flag = true }, { $0.load = .idle }, { $0.load = .loading }, { $0.small = 1 },
                { $0.date = Date(timeIntervalSinceReferenceDate: 0) }, { $0.tail = 256 },
            ])
        check(Hiding(), [{ $0.first = 1 }, { $0.hidden = 1 }, { $0.last = 1 }])
    }

    /// Has padding after the flag, and seven bytes at the end.
    struct Row: Codable {
        var flag: Bool
        var number: Int
        var small: Int8
    }

    /// Rows with anything at all in the memory that no property has.
    private func dirty(_ rows: [Row], _ random: inout SeededGenerator) -> [Row] {
        let filling = UInt8.random(in: 0...255, using: &random)
        return Array(unsafeUninitializedCapacity: rows.count) { memory, count in
            UnsafeMutableRawBufferPointer(memory).copyBytes(
                from: repeatElement(filling, count: rows.count * MemoryLayout<Row>.stride))
            for (index, row) in rows.enumerated() {
                memory[index].flag = row.flag
                memory[index].number = row.number
                memory[index].small = row.small
            }
            count = rows.count
        }
    }

    @Test("what is inserted into long lists and removed is found where their trees have it", arguments: 0..<20)
    func longLists(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for round in 0..<20 {
            // Few different ones, so that there are many ways to align them.
            var rows = (0..<random.int(0..<400)).map { _ in
                Row(flag: random.chance(2), number: random.int(0..<3), small: Int8(random.int(0..<2)))
            }
            if random.chance(2) { rows = rows.map { _ in Row(flag: true, number: 1, small: 1) } }
            let old = dirty(rows, &random)
            for _ in 0..<random.int(0..<4) {
                let index = random.int(0..<rows.count + 1)
                if random.chance(2) || index == rows.count {
                    rows.insert(Row(flag: false, number: random.int(0..<4), small: 0), at: index)
                } else {
                    rows.remove(at: index)
                }
            }
            let new = dirty(rows, &random)
            let changes = try check(old, new, "seed \(seed), round \(round)")
            let expected = try TreeEncoder().encode(old).changes(to: TreeEncoder().encode(new))
            if old.count != new.count { #expect(changes == expected, "seed \(seed), round \(round)") }
        }
    }

    @Test("0.0 and -0.0 are different, NaN is the same as NaN")
    func doubles() throws {
        #expect(Differ().changes(from: [0.0], to: [-0.0]).count == 1)
        #expect(Differ().changes(from: [Double.nan], to: [Double.nan]).isEmpty)
    }

    @Test("values that do not encode themselves are compared by their parts")
    func mirrored() throws {
        let old = Sample.Loose()
        var new = old
        new.bare = .at(x: 1, y: 2)
        new.anything["number"] = 2
        let changes = Differ().changes(from: old, to: new)
        #expect(changes.map(\.path) == [Path(["anything", "number"]), Path(["bare"])])
    }

    @Test("two objects that refer to themselves are compared to an end")
    func cycles() throws {
        let old = Sample.Machine()
        old.next = old
        let new = Sample.Machine()
        new.next = new
        new.gear = 2
        let limits = TreeLimits(maxDepth: 8, maxNodes: 1_000)
        #expect(!Differ(limits: limits).changes(from: old, to: new).isEmpty)
    }

    @Test("two nodes at the same place of two states are compared with their address")
    func nodes() throws {
        let old = Sample.State()
        var new = old
        new.scalars.text = "b"
        let path = Path(["scalars"])
        let changes = try Differ().changes(from: Node(old).descendant(at: path), to: Node(new).descendant(at: path))
        #expect(changes == [Change(.replace, Path(["scalars", "text"]), value: "b", old: "")])
    }

    private struct Reading: Hashable, Codable { var value: Double; var name: String }

    @Test("keys and elements that do not equal themselves are identified by their form")
    func unequal() {
        func changes<T>(_ old: T, _ new: T) -> [String] {
            Differ().changes(from: old, to: new).map { "\($0.op.rawValue) \($0.path.pointer)" }
        }
        #expect(changes([Double.nan: 1, 2: 3], [Double.nan: 1, 2: 3]).isEmpty)
        #expect(changes([Double.nan: 1, 2: 3], [Double.nan: 2, 2: 3]).count == 1)
        #expect(changes([Double.nan: 1], [2: 1]).count == 2)
        #expect(changes([2.0: 1], [.nan: 1, 2: 1]).count == 1)
        #expect(changes([Double.nan: 1, 2: 1], [2: 1]).count == 1)
        #expect(changes(Set([Double.nan, 1]), Set([Double.nan, 1])).isEmpty)
        #expect(changes(Set([Double.nan, 1]), Set([1.0])).count == 1)
        #expect(changes(Set([1.0]), Set([Double.nan, 1])).count == 1)
        let readings = [Reading(value: .nan, name: "a"), Reading(value: .nan, name: "b")]
        #expect(changes(Set(readings), Set(readings)).isEmpty)
        #expect(changes(Set(readings), Set([readings[0], Reading(value: .nan, name: "c")])).count == 2)
    }
}
