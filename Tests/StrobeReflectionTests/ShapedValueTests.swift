import DeclarationTesting
import Foundation
import SeededTesting
import StrobeReflection
import StrobeTree
import Testing

/// Recorded states, compared with the values they were recorded from.
@Suite("Shaped values")
struct ShapedValueTests {
    private func shaped<T: Codable>(_ value: T) throws -> ShapedValue {
        ShapedValue(
            try TreeEncoder().encode(value),
            shape: TreeShape(SchemaProbe.schema(of: T.self), typeName: String(describing: T.self)))
    }

    /// A node and those below it as text, without type names.
    private func outline(_ node: TreeNode) -> [String] {
        let line = [
            node.path.pointer, node.kind.rawValue, node.caseName ?? "-", node.value.map { JSON.text($0) } ?? "-",
            node.count.map(String.init) ?? "-",
        ]
        return [line.joined(separator: " ")] + (node.children ?? []).flatMap(outline)
    }

    @Test("a state that was written down is shown as it was", .readsDeclarations, arguments: 0..<40)
    func page(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let state = random.sampleState()
        let live = Node(state).page(depth: 16, count: 1_000)
        let written = Node(try shaped(state)).page(depth: 16, count: 1_000)
        #expect(outline(written) == outline(live))
        #expect(written.type == live.type)
    }

    @Test("types are named as they are in the live state", .readsDeclarations)
    func types() throws {
        var state = Sample.State()
        state.load = .loaded(Sample.User(id: 1, name: "a"))
        state.collections.users = [Sample.User(id: 1, name: "a")]
        let live = Node(state).page(depth: 1)
        let written = Node(try shaped(state)).page(depth: 1)
        #expect(written.children?.map(\.type) == live.children?.map(\.type))
        let payload = try Node(try shaped(state)).descendant(at: Path(["load", "loaded", "name"]))
        #expect(payload.scalar == "a")
        #expect(payload.typeName == "String")
    }

    @Test("the changes between two states that were written down lead from the one to the other", arguments: 0..<40)
    func changes(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let states = (random.sampleState(), random.sampleState())
        let written = (try shaped(states.0), try shaped(states.1))
        let changes = Differ().changes(from: written.0, to: written.1)
        var value = written.0.value
        try Patch.apply(changes, to: &value, checksOld: true)
        #expect(value == written.1.value)
        #expect(changes.isEmpty == Differ().changes(from: states.0, to: states.1).isEmpty)
        #expect(Differ().changes(from: written.0, to: written.0).isEmpty)
    }

    @Test("elements are distinguished by their ids, and are found by them")
    func identity() throws {
        let users = (0..<1_000).map { Sample.User(id: $0, name: "n\($0)") }
        var moved = users
        moved.swapAt(3, 900)
        moved.remove(at: 500)
        moved[10].name = "x"
        let live = Differ().changes(from: users, to: moved)
        let written = Differ().changes(from: try shaped(users), to: try shaped(moved))
        #expect(written == live)
        let found = try Node(try shaped(users)).descendant(at: Path(["[id=42]", "name"]))
        #expect(found.path == Path(["42", "name"]))
        #expect(found.scalar == "n42")
    }

    @Test(
        "elements are found by an id that is a text, also where it reads as something else",
        arguments: ["7", "true", "[]", "a"])
    func textualIdentity(id: String) throws {
        struct Named: Codable, Identifiable { var id: String }
        let elements = [Named(id: "b"), Named(id: id)]
        for node in [Node(elements), Node(try shaped(elements)), Node(try TreeEncoder().encode(elements))] {
            #expect(try node.descendant(at: Path(["[id=\(id)]", "id"])).scalar == .string(id))
        }
    }

    @Test("conditions get the same answers as over the live state", .readsDeclarations)
    func conditions() throws {
        var state = Sample.State()
        state.load = .failed(reason: "offline", code: 7)
        state.collections.users = [Sample.User(id: 1, name: "Ada"), Sample.User(id: 2, name: "Bob")]
        let written = try shaped(state)
        for text in [
            ".load == .failed", ".load == .idle", ".load.case == \"failed\"", ".load.failed.code == 7",
            ".load.failed.code > 7", "exists(.load.loaded)", "count(.collections.users) == 2",
            ".collections.users[1].name startsWith \"B\"", ".collections.users[id=2].name == \"Bob\"",
            ".collections.users[0].email == null", ".color == .red", ".priority == .low", "exists(.nowhere)",
        ] {
            let condition = try Condition(parsing: text)
            #expect(condition.evaluate(after: Node(written)) == condition.evaluate(after: Node(state)), "\(text)")
        }
    }

    @Test("what does not fit its shape is shown as the form that it is")
    func misfits() throws {
        let shape = TreeShape(
            .object(type: "State", fields: [.init(name: "items", schema: .array(.scalar(.int)))]))
        for form: Value in [.null, "text", 3, [1], ["items": "none"], ["items": ["a": 1]], ["other": [:]]] {
            let node = Node(ShapedValue(form, shape: shape))
            #expect(try node.value() == form)
            _ = node.page(depth: 3)
        }
        let plain = Node(ShapedValue(["a": ["b"]], shape: TreeShape(nil, typeName: "Odd")))
        #expect(plain.typeName == "Odd")
        #expect(try plain.descendant(at: Path(["a", "0"])).scalar == "b")
    }

    @Test("recursive shapes are followed, and ones that refer to nothing end", .readsDeclarations)
    func recursion() throws {
        let tree = Sample.Tree.branch(left: .leaf(1), right: .branch(left: .leaf(2), right: .leaf(3)))
        let node = try Node(try shaped(tree)).descendant(at: Path(["branch", "right", "branch", "left"]))
        #expect(node.caseName == "leaf")
        let lost = ShapedValue(["a": 1], shape: TreeShape(.recursive(type: "Nobody")))
        #expect(try Node(lost).descendant(at: Path(["a"])).scalar == 1)
    }

    @Test("a form that is nested without end is refused and not walked")
    func depth() throws {
        var form: Value = 1
        for _ in 0..<400 { form = [form] }
        let node = Node(ShapedValue(form, shape: TreeShape(nil)))
        #expect(throws: TreeError.self) { try node.value() }
    }
}
