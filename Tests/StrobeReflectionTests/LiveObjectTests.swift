import DeclarationTesting
import Foundation
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

/// Objects that the program may be writing to are never inspected.
@Suite("Objects that can change")
struct LiveObjectTests {
    /// Records each access: all that a debugger might call.
    final class Witness: Codable, Hashable, Identifiable, CustomStringConvertible, CustomDebugStringConvertible,
        @unchecked Sendable
    {
        static let looks = Mutex<[String]>([])
        var secret = 1
        init() {}
        init(from decoder: any Decoder) throws { Self.note("init(from:)") }
        func encode(to encoder: any Encoder) throws { Self.note("encode(to:)") }
        static func == (a: Witness, b: Witness) -> Bool {
            note("==")
            return true
        }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        var id: Int {
            Self.note("id")
            return 1
        }
        var description: String {
            Self.note("description")
            return "me"
        }
        var debugDescription: String {
            Self.note("debugDescription")
            return "me"
        }
        static func note(_ what: String) { looks.withLock { $0.append(what) } }
    }

    struct Holder: Codable, Equatable, Sendable {
        var n = 0
        var witness = Witness()
        var maybe: Witness? = Witness()
        var list = [Witness(), Witness()]
        var named = ["a": Witness()]
    }

    struct Loose: @unchecked Sendable {
        var holder = Holder()
        var any: Any = Witness()
        var set: Set<Witness> = [Witness(), Witness()]
        var pair = (1, Witness())
    }

    enum Act: Sendable { case go(Int, with: Witness), stop }

    @Test("no look calls a method of an object, or reads its properties")
    func untouched() throws {
        Witness.looks.withLock { $0 = [] }
        let old = Loose()
        var new = old
        new.holder.n = 1
        new.holder.list.append(Witness())
        new.holder.named["b"] = Witness()
        new.set.insert(Witness())
        new.any = Witness()
        // Inserting an object into a set is done by the program.
        Witness.looks.withLock { $0 = [] }
        let redaction = Redaction.standard.adding(try Redaction(parsing: ["type:Other"]))
        for redaction in [Redaction.none, redaction] {
            for value in [old, new] as [Any] + [old.holder, new.holder, Act.go(3, with: Witness())] {
                let node = Node(value, redaction: redaction)
                _ = node.page(depth: 10)
                _ = try node.value()
                _ = node.text(limit: 10_000)
            }
            _ = Differ(redaction: redaction).changes(from: old, to: new)
            _ = Differ(redaction: redaction).changes(from: old.holder, to: new.holder)
            var parts = HiddenParts()
            _ = parts.contains(old, hiddenBy: redaction)
        }
        _ = Footprint.bytes(of: old)
        _ = Footprint.bytes(of: new, beyond: old)
        _ = try? Node(old.holder).descendant(at: Path(["list", "[id=1]"]))
        _ = try? TreeEncoder().encode(old.holder)
        _ = MutablePart.first(in: old)
        #expect(Witness.looks.withLock { $0 } == [])
    }

    @Test("an object is shown by its type, in a value that encodes itself as well")
    func shown() throws {
        let node = Node(Holder())
        let witness = try node.child("witness")
        #expect(witness.kind == .opaque && witness.typeName == "Witness" && witness.isViewOnly)
        #expect(
            try node.value() == [
                "n": 0, "witness": "<Witness>", "maybe": "<Witness>", "list": ["<Witness>", "<Witness>"],
                "named": ["a": "<Witness>"],
            ])
        #expect(Node(Act.go(3, with: Witness())).text(limit: 100) == ".go(3, with: <Witness>)")
        #expect(Node(Act.stop).text(limit: 100) == ".stop")
        let error = #expect(throws: TreeError.self) { try TreeEncoder().encode(Holder()) }
        #expect(error?.path == Path(["witness"]))
    }

    @Test("an actor is not looked into, an object of constants is", .readsDeclarations)
    func constants() throws {
        actor Account { let name = "a" }
        final class Point: Sendable {
            let x = 1
            let owner: Account? = Account()
        }
        #expect(Node(Account()).kind == .opaque)
        let point = Node(Point())
        #expect(try point.child("x").scalar == 1)
        #expect(try point.child("owner").kind == .opaque)
    }

    @Test("an object that the program says may be looked at is shown as it encodes or mirrors itself")
    func inspectable() throws {
        final class Cart: Encodable, InspectableObject {
            var total = 3
        }
        final class Gauge: CustomReflectable, InspectableObject {
            var customMirror: Mirror { Mirror(self, children: ["value": 7]) }
            var other = 1
        }
        final class Neither: InspectableObject { var total = 3 }
        #expect(try Node(Cart()).value() == ["total": 3])
        #expect(try Node(Gauge()).child("value").scalar == 7)
        #expect(Node(Neither()).kind == .opaque)
    }

    final class Owner: Sendable { let n = 3 }
    struct Dangling: Sendable {
        var n = 0
        unowned let owner: Owner
        unowned(unsafe) let other: Owner
        weak var weak: Owner?
    }

    @Test("an unowned reference to an object that is gone is not read", .readsDeclarations)
    func unowned() throws {
        func make(_ n: Int) -> Dangling {
            let owner = Owner()
            return Dangling(n: n, owner: owner, other: owner, weak: owner)
        }
        let (old, new) = (make(1), make(2))
        #expect(try Node(old).value() == ["n": 1, "owner": "<unowned Owner>", "other": "<unowned Owner>", "weak": nil])
        #expect(
            Differ().changes(from: old, to: new) == [Change(.replace, Path(["n"]), value: 2, old: 1)])
        let many = (0..<100).map(make)
        #expect(Differ().changes(from: many, to: (1_000..<1_100).map(make)).count == 100)
        #expect(Footprint.bytes(of: many) > 0)
        #expect(MutablePart.first(in: old)?.description == ".owner: Owner")
    }

    // MARK: Which types may hold one

    private struct Plain: Sendable {
        var text = ""
        var numbers: [Int: Set<UUID>] = [:]
        var date: Date? = Date()
        var url = [URL(fileURLWithPath: "/")]
        var pair = (1, "a")
        var result: Result<Int, CancellationError> = .success(1)
        var range = 1..<2
        var tree = Tree.leaf
        var kind: Any.Type = Int.self
    }

    private indirect enum Tree: Sendable { case leaf, node(Tree, [Tree]) }
    private struct Shared: ValueSemantic, Sendable { var owner = Box(1) }
    private final class Box: @unchecked Sendable {
        var n: Int
        init(_ n: Int) { self.n = n }
    }
    private struct Generic<T: Sendable>: Sendable { var list: [T?] = [] }

    @Test("a type shows whether its values may hold mutable objects, and where", .readsDeclarations)
    func types() {
        func part(_ type: any Any.Type) -> String? { MutablePart.first(inType: type)?.description }
        #expect(part(Plain.self) == nil)
        #expect(part(Tree.self) == nil)
        #expect(part(Shared.self) == nil)
        #expect(part(Owner.self) == nil)
        #expect(part(Generic<Plain>.self) == nil)
        #expect(part(ArraySlice<Date>.self) == nil)
        #expect(part(Generic<Box>.self) == ".list[]: Box")
        #expect(part(ArraySlice<Box>.self) == "[]: Box")
        #expect(part([String: [Box]].self) == "[][]: Box")
        #expect(part(Holder.self) == ".witness: Witness")
        #expect(part((@Sendable () -> Void).self) == "a closure")
        #expect(part((Int, () -> Void)?.self) == ".1: a closure")
        #expect(part(Task<Int, Never>.self) != nil)
        #expect(!MutablePart.mayBe(in: Plain.self))
        #expect(MutablePart.dependsOnValue([any Sendable].self))
        #expect(MutablePart.dependsOnValue([AnyHashable].self))
        #expect(MutablePart.first(in: [1, "a", [Plain()]] as [any Sendable]) == nil)
        #expect(MutablePart.first(in: ["a": [Box(1)] as any Sendable])?.description == "[][]: Box")
        #expect(MutablePart.first(in: [AnyHashable(Witness())]) != nil)
    }

    @Test("an array of a fixed length is shown and compared like any other")
    @available(macOS 26, iOS 26, *)
    func inlineArrays() throws {
        struct Grid: Sendable {
            var cells: InlineArray<4, Int> = [1, 2, 3, 4]
            var names: InlineArray<2, String> = ["a long text that is kept on the heap", "b"]
        }
        var new = Grid()
        new.cells[1] = 7
        new.names[0] = "c"
        #expect(
            try Node(Grid()).value() == [
                "cells": [1, 2, 3, 4], "names": ["a long text that is kept on the heap", "b"],
            ])
        #expect(Differ().changes(from: Grid(), to: new).map(\.path) == [Path(["cells", "1"]), Path(["names", "0"])])
        #expect(!MutablePart.mayBe(in: Grid.self))
        #expect(MutablePart.first(inType: InlineArray<2, Witness>.self)?.description == "[]: Witness")
    }

    @Test("a value of enums and collections alone is found to hold nothing that changes beside it")
    func values() {
        enum Choice: Hashable {
            case empty
            case number(Int)
            case pair(name: String, Bool)
            indirect case nested(Choice)
        }
        struct Holder {
            var choice = Choice.pair(name: "a", true)
            var empty = Choice.empty
            var optional: Choice? = .number(1)
            var nothing: Choice?
            var list = [Choice.nested(.empty)]
            var slice = [Choice.number(1)][...]
            var set: Set<Choice> = [.empty]
            var dictionary: [String: [Choice]] = ["a": [.empty]]
            var range = 1..<3
            var result: Result<Choice, Never> = .success(.empty)
            var tuple = (Choice.empty, 1)
        }
        #expect(MutablePart.first(in: Choice.empty) == nil)
        #expect(MutablePart.first(in: Choice.nested(.number(1))) == nil)
        #expect(MutablePart.first(in: Holder()) == nil)
        #expect(MutablePart.first(inType: Holder.self) == nil)
    }
}
