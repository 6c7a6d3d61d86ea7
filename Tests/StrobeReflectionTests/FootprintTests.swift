import DeclarationTesting
import Foundation
import SeededTesting
import StrobeReflection
import StrobeTree
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The sizes of blocks as reported by the allocator, with which these tests compare estimates.
private enum Blocks {
    private typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> Int

    static func size(_ address: UInt) throws -> Int {
        #if canImport(Darwin)
            let (everywhere, name, overhead) = (UnsafeMutableRawPointer(bitPattern: -2), "malloc_size", 0)
        #else
            let (everywhere, name, overhead) = (UnsafeMutableRawPointer?.none, "malloc_usable_size", 8)
        #endif
        let function = try #require(dlsym(everywhere, name))
        let pointer = try #require(UnsafeMutableRawPointer(bitPattern: address))
        return unsafeBitCast(function, to: Function.self)(pointer) + overhead
    }

    /// The block that the first word of a value points to.
    static func first<T>(of value: T) throws -> Int {
        try size(withUnsafeBytes(of: value) { $0.load(as: UInt.self) })
    }

    /// The storage of a string that is not inline.
    static func storage(_ text: String) throws -> Int {
        try size(withUnsafeBytes(of: text) { $0.load(fromByteOffset: 8, as: UInt.self) })
    }
}

private func text(_ number: Int) -> String { "a text that does not fit into sixteen bytes \(number)" }

private final class Owner: Sendable {
    let name = text(7)
}

private struct Holder: Sendable {
    let text: String
    weak var owner: Owner?
    unowned let keeper: Owner
}

private struct Row: Sendable {
    var id: Int
    var title: String
    var isDone = false
    var tags: [String]
    var note: String?
}

private enum Phase: Sendable {
    case idle
    case loading(Int)
    case failed(reason: String, code: Int)
    case loaded([Row])
    case numbered(UInt8, Bool)
}

private indirect enum Chain: Sendable {
    case end
    case link(String, Chain)
}

private final class Constant: Sendable {
    let name: String
    let next: Constant?

    init(_ name: String, _ next: Constant? = nil) {
        self.name = name
        self.next = next
    }
}

private final class Special: Sendable {
    let lists: [[Int]]

    init(_ lists: [[Int]]) { self.lists = lists }
}

private class Variable {
    var name = text(0)
    var other: Variable?
}

private protocol Shape: Sendable {}
private struct Small: Shape { var x = 1 }
private struct Large: Shape {
    var (a, b, c, d) = (1, 2, 3, 4)
    var name = text(9)
}

@Suite("Footprints", .enabled(if: Sanitizer.present == nil, "a sanitizer's allocator takes other sizes"))
struct FootprintTests {
    /// The heap size of a value.
    private func heap<T>(_ value: T) -> Int { Footprint.bytes(of: value) - MemoryLayout<T>.size }
    private func heap<T>(_ value: T, beyond other: T) -> Int {
        Footprint.bytes(of: value, beyond: other) - MemoryLayout<T>.size
    }

    private func rows(_ count: Int) -> [Row] {
        (0..<count).map { Row(id: $0, title: text($0), tags: ["a", text(-$0)], note: $0 % 3 == 0 ? text($0) : nil) }
    }

    /// The total size of the blocks of rows.
    private func blocks(of rows: [Row]) throws -> Int {
        var sum = try Blocks.first(of: rows)
        for row in rows {
            sum += try Blocks.storage(row.title) + Blocks.first(of: row.tags) + Blocks.storage(row.tags[1])
            if let note = row.note { sum += try Blocks.storage(note) }
        }
        return sum
    }

    /// Expects an estimate within a factor of two at most.
    private func expectAbout(
        _ value: Int, _ expected: Int, within percent: Int = 50, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            value * 100 >= expected * (100 - percent) && value * (100 - percent) <= expected * 100,
            "\(value) in place of \(expected)", sourceLocation: location)
    }

    @Test("numbers and short strings have nothing on the heap")
    func nothing() {
        #expect(heap(7) == 0 && heap("short") == 0)
        #expect(heap([Int]()) == 0 && heap([String: Int]()) == 0 && heap(Optional<String>.none) == 0)
        #expect(heap(Phase.loading(3)) == 0 && heap(Phase.idle) == 0 && heap(Phase.numbered(1, true)) == 0)
        #expect(heap((1, true, UUID())) == 0 && heap(Date()) == 0)
    }

    @Test("arrays take a block for all elements and what each refers to", arguments: [1, 10, 1_000, 20_000])
    func arrays(count: Int) throws {
        let numbers = Array(0..<count)
        expectAbout(heap(numbers), try Blocks.first(of: numbers), within: 3)
        let rows = rows(count)
        expectAbout(heap(rows), try blocks(of: rows))
        let contiguous = ContiguousArray(numbers)
        expectAbout(heap(contiguous), try Blocks.first(of: contiguous))
    }

    @Test("dictionaries and sets count their whole table, with its spare capacity", arguments: [1, 3, 4, 100, 5_000])
    func tables(count: Int) throws {
        let words = (0..<count).map(text)
        let storages = try words.reduce(0) { try $0 + Blocks.storage($1) }
        let numbers = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
        expectAbout(heap(numbers), try Blocks.first(of: numbers) + storages)
        let set = Set(words)
        expectAbout(heap(set), try Blocks.first(of: set) + storages)
        let nested = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [$0]) })
        let lists = try nested.values.reduce(0) { try $0 + Blocks.first(of: $1) }
        expectAbout(heap(nested), try Blocks.first(of: nested) + lists)
    }

    @Test("of an enum the payload of the present case counts, in its box where it has one", .readsDeclarations)
    func enums() throws {
        let reason = text(1)
        expectAbout(heap(Phase.failed(reason: reason, code: 4)), try Blocks.storage(reason))
        let rows = rows(10)
        expectAbout(heap(Phase.loaded(rows)), try blocks(of: rows))
        #expect(heap(Optional(reason)) == heap(reason))
        #expect(heap(Optional(Optional(Phase.failed(reason: reason, code: 4)))) == heap(reason))
        let (first, second) = (text(2), text(3))
        let inner = Chain.link(second, .end)
        let chain = Chain.link(first, inner)
        expectAbout(
            heap(chain),
            try Blocks.first(of: chain) + Blocks.first(of: inner) + Blocks.storage(first) + Blocks.storage(second))
        let result: Result<[Int], CancellationError> = .success([1, 2, 3])
        #expect(heap(result) > 0)
    }

    @Test("objects count, with what they refer to where that cannot change", .readsDeclarations)
    func objects() throws {
        let (a, b) = (text(4), text(5))
        let inner = Constant(b)
        let outer = Constant(a, inner)
        expectAbout(
            heap(outer), try Blocks.first(of: outer) + Blocks.first(of: inner) + Blocks.storage(a) + Blocks.storage(b))
        #expect(heap([outer, outer]) == heap(outer) + heap([1, 2]))
        let special = Special([[1, 2], [3]])
        expectAbout(heap(special), try Blocks.first(of: special) + heap(special.lists))
        let variable = Variable()
        variable.other = variable
        expectAbout(heap(variable), try Blocks.first(of: variable))
    }

    @Test("values behind protocols count by their own type")
    func existentials() throws {
        let large = Large()
        let mixed: [any Shape] = [Small(), large]
        let box = try mixed.withUnsafeBytes { bytes in
            try Blocks.size(bytes.load(fromByteOffset: MemoryLayout<any Shape>.stride, as: UInt.self))
        }
        expectAbout(heap(mixed), try Blocks.first(of: mixed) + box + Blocks.storage(large.name))
        let alone: [Any] = [large]
        #expect(heap(alone) > heap([1, 2, 3, 4]) && heap(alone[0] as Any) + heap([1, 2, 3, 4]) == heap(alone))
        struct Failure: Error { var reason = text(3) }
        let failed: any Error = Failure()
        expectAbout(heap([failed]), try 48 + 40 + Blocks.storage(Failure().reason))
    }

    @Test("bytes and trees of values count")
    func trees() throws {
        let data = Data(repeating: 7, count: 100_000)
        expectAbout(heap(data), 100_000)
        #expect(heap(Data([1, 2])) == 0)
        let texts = (0..<1_000).map(text)
        let words = texts.map { Value.string($0) }
        let storages = try texts.reduce(0) { try $0 + Blocks.storage($1) }
        expectAbout(heap(Value.array(words)), try storages + Blocks.first(of: words))
        #expect(heap([Change(.replace, Path(["a"]), value: .string(text(1)))]) > 200)
    }

    @Test("what two values share counts once")
    func sharing() throws {
        let old = rows(5_000)
        let full = heap(old)
        #expect(heap(old, beyond: old) == 0)
        #expect(heap([old, old]) == full + heap([1, 2]))
        let block = try Blocks.first(of: old)

        var touched = old
        touched[700].isDone.toggle()
        expectAbout(heap(touched, beyond: old), block)
        touched[7].title = text(123_456)
        expectAbout(heap(touched, beyond: old), try block + Blocks.storage(touched[7].title))

        var all = old
        for index in all.indices { all[index].isDone = true }
        expectAbout(heap(all, beyond: old), block)

        var shorter = old
        shorter.removeFirst()
        expectAbout(heap(shorter, beyond: old), block)
        var longer = old
        longer.insert(rows(1)[0], at: 2_000)
        expectAbout(heap(longer, beyond: old), try Blocks.first(of: longer) + blocks(of: rows(1)))
        var mixed = old
        var generator = SeededGenerator(seed: 3)
        mixed.shuffle(using: &generator)
        expectAbout(heap(mixed, beyond: old), block)

        let fresh = rows(5_000)
        expectAbout(heap(fresh, beyond: old), full)
        #expect(heap([], beyond: old) == 0)
        expectAbout(heap(old, beyond: []), full)
    }

    @Test("a dictionary shares what its values refer to")
    func sharedTables() throws {
        let old = Dictionary(uniqueKeysWithValues: (0..<2_000).map { (text($0), [$0, $0 + 1]) })
        var new = old
        new[text(5)] = [1, 2, 3, 4, 5]
        expectAbout(
            heap(new, beyond: old), try Blocks.first(of: new) + Blocks.first(of: [1, 2, 3, 4, 5]))
        let state = (old, Optional(old), Phase.loaded(rows(3)))
        #expect(heap(state, beyond: state) == 0)
        #expect(heap(state.1, beyond: old) == 0)
    }

    @Test("a walk over millions of elements ends, and is about right all the same")
    func bounded() throws {
        let names = (0..<100).map(text)
        let many = (0..<1_300_000).map { [$0, names.count] }
        let each = try Blocks.first(of: many[5])
        expectAbout(heap(many), try Blocks.first(of: many) + many.count * each)
    }

    @Test("a type that holds itself is walked to a bounded depth")
    func deep() {
        var chain = Chain.end
        for number in 0..<2_000 { chain = .link(text(number), chain) }
        #expect(heap(chain) > 10_000)
    }

    @Test("weak and unowned references are not followed, alive or not")
    func unowned() throws {
        var owner: Owner? = Owner()
        let holder = Holder(text: text(1), owner: owner, keeper: try #require(owner))
        expectAbout(heap(holder), try Blocks.storage(holder.text))
        #expect(PlaceReader<Holder>(at: Path(["owner"])).isDirect == false)
        owner = nil
        expectAbout(heap(holder), try Blocks.storage(holder.text))
        let reader = PlaceReader<Holder>(at: Path(["text"]))
        #expect(reader.isDirect)
    }
}
