import Foundation
import SeededTesting
import StrobeReflection
import StrobeTree
import Testing

@Suite("Node")
struct NodeTests {
    private func node(_ value: Any, _ path: [String]) throws -> Node { try Node(value).descendant(at: Path(path)) }

    @Test("a state is shown with its types, kinds, cases and counts")
    func page() throws {
        var state = Sample.State()
        state.load = .failed(reason: "x", code: 1)
        state.collections.users = [Sample.User(id: 1, name: "a")]
        let page = Node(state).page(depth: 2)
        #expect(page.type == "State")
        #expect(page.kind == .object)
        #expect(page.count == 10)
        let children = Dictionary(uniqueKeysWithValues: (page.children ?? []).map { ($0.name, $0) })
        #expect(children["load"]?.kind == .choice)
        #expect(children["load"]?.caseName == "failed")
        #expect(
            children["load"]?.children?.map(\.path) == [
                Path(["load", "failed", "reason"]), Path(["load", "failed", "code"]),
            ])
        #expect(children["color"]?.kind == .choice)
        #expect(children["color"]?.caseName == "red")
        #expect(children["priority"]?.caseName == "low")
        #expect(children["priority"]?.value == 1)
        let users = children["collections"]?.children?.first { $0.name == "users" }
        #expect(users?.type == "[User]")
        #expect(users?.kind == .array)
        #expect(users?.count == 1)
        #expect(children["optionals"]?.children?.first?.kind == .null)
        #expect(children["optionals"]?.children?.first?.type == "Int?")
        #expect(page.viewOnly == nil)
    }

    @Test("a page of a large array holds only the page")
    func paging() throws {
        let users = (0..<100_000).map { Sample.User(id: $0, name: "n\($0)") }
        let page = Node(users).page(depth: 1, start: 99_990, count: 5)
        #expect(page.count == 100_000)
        #expect(page.children?.map(\.name) == ["99990", "99991", "99992", "99993", "99994"])
        #expect(page.more == 5)
        #expect(Node(users).page(start: 99_999).more == nil)
        #expect(Node(users).page(start: 200_000).children == [])
        #expect(Node(users).page(start: -1, count: -1).more == 100_000)
        let bounded = Node(["a": users, "b": users]).page(depth: 3, count: 1_000, maxNodes: 500)
        #expect(count(bounded) <= 500)
    }

    private struct Tag: Hashable, Sendable {
        let name: String
        let weight: Double
    }

    @Test("pages of sets and dictionaries are parts of one order, which is found as far as they go", arguments: 0..<4)
    func pagesInOrder(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let numbers = (0..<300).map { _ in Int.random(in: -1_000...1_000, using: &random) }
        let tags = numbers.map { Tag(name: "t\($0 % 37)", weight: Double($0)) }
        let redaction = try Redaction(parsing: ["/*/weight"])
        let nodes = [
            Node(Set(numbers)), Node(Set(numbers.map(String.init))), Node(Set(tags)),
            Node(Set(tags), redaction: redaction),
            Node(Dictionary(numbers.map { ($0, $0) }) { $1 }),
            Node(Dictionary(numbers.map { ("k\($0)", $0) }) { $1 }), Node(Dictionary(tags.map { ($0, 1) }) { $1 }),
        ]
        for node in nodes {
            let whole = node.page(count: 1_000).children
            #expect(whole?.count == node.count)
            for _ in 0..<8 {
                let start = Int.random(in: 0..<250, using: &random)
                let count = Int.random(in: 0..<30, using: &random)
                let part = node.page(start: start, count: count).children
                #expect(part == whole.map { Array($0.dropFirst(start).prefix(count)) }, "\(node.typeName)")
            }
            let last = node.count.flatMap { try? node.child(whole?.last?.name ?? String($0)) }
            #expect(last?.path == whole?.last?.path)
        }
    }

    @Test("the page of a large set or dictionary can be given up while it is sorted, its first page and any other")
    func givenUp() throws {
        let numbers = 0..<40_000
        let list = numbers.map { ["id": $0] }
        for node in [
            Node(Set(numbers)), Node(Set(numbers.map { Tag(name: "t", weight: Double($0)) })),
            Node(Dictionary(numbers.map { ("k\($0)", $0) }) { $1 }),
            Node(Dictionary(numbers.map { (Tag(name: "t", weight: Double($0)), $0) }) { $1 }),
        ] {
            for start in [0, 30_000] {
                var looks = 0
                #expect(throws: CancellationError.self, "\(node.typeName)") {
                    try node.page(depth: 1, start: start, count: 10, maxNodes: 100) {
                        looks += 1
                        if looks == 3 { throw CancellationError() }
                    }
                }
                #expect(looks == 3)
            }
            // The search for an element can be cancelled too, or that for a similar name.
            for token in node.kind == .set ? ["30000", "[id=7]"] : ["nothing"] {
                #expect(throws: CancellationError.self, "\(node.typeName)") {
                    try node.descendant(at: Path([token])) { throw CancellationError() }
                }
            }
            #expect(throws: TreeError.self) { try node.descendant(at: Path(["nothing"])) {} }
        }
        #expect(throws: CancellationError.self) {
            try Node(list).descendant(at: Path(["[id=5000]"])) { throw CancellationError() }
        }
        #expect(try Node(list).descendant(at: Path(["[id=500]", "id"])) { throw CancellationError() }.scalar == 500)
    }

    @Test("elements of a set are in the order of their numbers and texts, however far the first difference is")
    func orderOfSets() throws {
        let weights = [-1e300, -2.5, -1, -0.5, 0, 0.25, 1, 3, 1e300]
        let byWeight = try Node(Set(weights.map { Tag(name: "t", weight: $0) })).value()
        #expect(byWeight == .array(try weights.map { try Node(Tag(name: "t", weight: $0)).value() }))
        let names = ["", "\u{0}", "\u{0}a", "a", "aa", "b"].flatMap { end in
            [String(repeating: "x", count: 300) + end, "a" + end]
        }
        let byName = try Node(Set(names.map { Tag(name: $0, weight: 1) })).value()
        #expect(byName == .array(try names.sorted().map { try Node(Tag(name: $0, weight: 1)).value() }))
    }

    private func count(_ node: TreeNode) -> Int { 1 + (node.children ?? []).map(count).reduce(0, +) }

    @Test("every node is found again under the path it is shown with", arguments: 0..<20)
    func paths(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let state = random.sampleState()
        let root = Node(state)
        let form = try root.value()
        func walk(_ page: TreeNode) throws {
            let node = try root.descendant(at: page.path)
            #expect(node.kind == page.kind, "\(page.path)")
            #expect(try node.value() == form.value(at: page.path), "\(page.path)")
            for child in page.children ?? [] { try walk(child) }
        }
        try walk(root.page(depth: 6))
    }

    @Test("nodes are addressed by key, label, index and id")
    func addresses() throws {
        var state = Sample.State()
        state.load = .failed(reason: "x", code: 7)
        state.collections.users = [Sample.User(id: 4, name: "a"), Sample.User(id: 42, name: "b")]
        state.collections.byNumber = [-5: "five"]
        state.collections.byPoint = [Sample.Point(x: 1, y: 2): 3]
        #expect(try node(state, ["load", "failed", "code"]).scalar == 7)
        #expect(try node(state, ["collections", "users", "[id=42]", "name"]).scalar == "b")
        #expect(try node(state, ["collections", "users", "[id=42]"]).path == Path(["collections", "users", "1"]))
        #expect(try node(state, ["collections", "byNumber", "-5"]).scalar == "five")
        #expect(try node(state, ["collections", "byPoint", #"{"x":1,"y":2}"#]).scalar == 3)
    }

    @Test("a path that does not exist says how far it leads, what exists there, and a suggestion")
    func nowhere() throws {
        let state = Sample.State()
        func error(_ path: [String]) throws -> TreeError {
            try #require(throws: TreeError.self) { try node(state, path) }
        }
        let key = try error(["scalrs", "x"])
        #expect(key.code == .noSuchPath)
        #expect(key.suggestion == "scalars")
        #expect(key.path == .root)
        #expect(key.message.contains(".scalrs"))
        let index = try error(["collections", "users", "3"])
        #expect(index.path == Path(["collections", "users"]))
        #expect(index.message.contains("has 0 elements"))
        #expect(try error(["collections", "users", "[id=9]"]).message.hasSuffix("has no element with the id 9."))
        #expect(try error(["scalars", "text", "x"]).path == Path(["scalars", "text"]))
        for index in ["01", "-1", "+0", "99999999999999999999", "[id=9]", ""] {
            #expect(throws: TreeError.self) { try node([1], [index]) }
        }
        #expect(try error(["load", "loaded"]).message.contains("is .idle"))
    }

    @Test("what does not encode itself is mirrored and view-only")
    func mirrored() throws {
        let loose = Sample.Loose()
        #expect(Node(loose).isViewOnly)
        let action = try node(loose, ["action"])
        #expect(action.kind == .opaque)
        #expect(action.typeName == "(Int) -> String")
        #expect(try node(loose, ["pair", "0"]).scalar == 1)
        #expect(try node(loose, ["pair", "label"]).scalar == "b")
        #expect(try node(loose, ["anything", "list", "1"]).scalar == "a")
        #expect(try node(loose, ["anything"]).kind == .dictionary)
        #expect(try node(loose, ["machine"]).kind == .reference)
        #expect(try node(loose, ["machine"]).isReference)
        #expect(try node(loose, ["user"]).isViewOnly)
        #expect(try node(loose, ["color"]).caseName == "green")
        #expect(Node(Sample.Bare.off).caseName == "off")
        #expect(Node(Sample.Bare.on(Sample.Machine())).page(depth: 2).children?.first?.kind == .reference)
        #expect(try node(Sample.Bare.at(x: 1, y: 2), ["at", "y"]).scalar == 2)
        guard case .object(let object) = try Node(loose).value() else {
            Issue.record("not an object")
            return
        }
        #expect(object["user"] == ["id": 1, "name": "n", "email": nil])
        guard case .string? = object["action"] else {
            Issue.record("a closure has no text")
            return
        }
    }

    @Test("an encode(to:) that throws is an error node that shows the message")
    func throwing() throws {
        let page = Node(["a": Sample.Throwing()]).page()
        #expect(page.children?.first?.kind == .error)
        #expect(page.children?.first?.value == "the ink ran out")
        #expect(throws: TreeError.self) { try node(["a": Sample.Throwing()], ["a"]).value() }
        #expect(Node(Sample.Endless()).kind == .error)
    }

    @Test("objects that refer to each other are shown as far as one looks")
    func cycles() throws {
        let machine = Sample.Machine()
        machine.next = machine
        #expect(count(Node(machine).page(depth: 50)) == 101)
        #expect(try node(machine, Array(repeating: "next", count: 500)).isReference)
        _ = try Node(machine).value()
        machine.next = nil
    }

    @Test("the error of a value names the path from the root")
    func errorPaths() throws {
        let error = #expect(throws: TreeError.self) {
            try node(["a": ["b": [Sample.Throwing()]]], ["a"]).value()
        }
        #expect(error?.path == Path(["a", "b", "0"]))
    }

    @Test("sets and dictionaries are shown in one order whatever way they were filled")
    func order() {
        let one = Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, "\($0)") })
        let two = Dictionary(uniqueKeysWithValues: (0..<50).reversed().map { ($0, "\($0)") })
        #expect(Node(one).page() == Node(two).page())
        #expect(Node(one).page().children?.map(\.name) == (0..<50).map(String.init))
        #expect(Node(Set(["c", "a", "b"])).page().children?.map(\.value) == ["a", "b", "c"])
    }
}
