import DeclarationTesting
import SeededTesting
import StrobeReflection
import StrobeTree
import Testing

@Suite("Conditions made ready for one type")
struct PreparedConditionTests {
    /// Some paths that exist in a state, and some that do not.
    private func paths(of node: Node, _ random: inout SeededGenerator) -> [Path] {
        var paths = [node.path]
        for child in node.children(in: 0..<6) { paths += self.paths(of: child, &random) }
        if node.kind == .array, let element = node.children(in: 0..<1).first, let id = try? element.child("id") {
            paths.append(node.path.appending("[id=\(id.scalar.map { JSON.text($0) } ?? "")]"))
        }
        paths.append(node.path.appending(random.pick(["0", "7", "a", "[id=3]", "case", "-1", "00", "loaded"])))
        return paths
    }

    private func conditions(on path: Path, in node: Node) -> [String] {
        let text = path.swiftStyle.replacing(".case", with: ".[\"case\"]")
        let before = path.isRoot ? "before(.)" : "before(\(text))"
        var conditions = [
            "exists(\(text))", "count(\(text)) > 1", "changed(\(text))", "\(text) == null", "\(text) == true",
            "\(text) > 0", "\(text) < \"b\"", "\(text) == .loaded", "\(text) != .idle", "\(before) == \(text)",
            "\(text) contains \"a\"", "\(text) contains 1",
        ]
        let dotted = path.isRoot ? "" : text
        conditions += ["\(dotted).case == \"failed\"", "changed(\(dotted).case)"]
        if let scalar = (try? node.descendant(at: path))?.scalar, let json = try? JSON.parse(JSON.text(scalar)) {
            switch json {
            case .array, .object: break
            default: conditions.append("\(text) == \(JSON.text(scalar))")
            }
        }
        return conditions
    }

    @Test("they give the same answers as those that ask the tree", arguments: 0..<24)
    func agreement(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let states = (0..<6).reduce(into: [random.sampleState()]) { states, _ in
            states.append(random.changed(states[states.count - 1]))
        }
        let node = Node(states[0])
        var answers: Set<Bool> = []
        for path in paths(of: node, &random) where random.chance(6) {
            for text in conditions(on: path, in: node) {
                let condition = try Condition(parsing: text)
                let prepared = PreparedCondition<Sample.State>(condition)
                for index in states.indices {
                    let before = index == 0 ? nil : states[index - 1]
                    let expected = condition.evaluate(after: Node(states[index]), before: before.map { Node($0) })
                    let answer = answer(of: prepared, before, states[index])
                    answers.insert(expected)
                    #expect(answer == expected, "\(text) of state \(index)")
                }
            }
        }
        #expect(answers.count == 2)
    }

    private func answer<S>(of prepared: PreparedCondition<S>, _ before: S?, _ after: S) -> Bool {
        withUnsafePointer(to: after) { after in
            guard let before else { return prepared.evaluate(after: after) }
            return withUnsafePointer(to: before) { prepared.evaluate(after: after, before: $0) }
        }
    }

    @Test("a place is read directly through stored properties, lists, dictionaries and optionals", .readsDeclarations)
    func direct() throws {
        let state = Sample.State()
        for path in [
            "/scalars/int", "/collections/users/3/name", "/collections/users/[id=3]/name", "/collections/byName/a/id",
            "/optionals/one", "/load", "/collections/nested/0/1",
        ] {
            let reader = PlaceReader<Sample.State>(at: try Path(parsing: path))
            #expect(reader.isDirect, "\(path)")
            withUnsafePointer(to: state) { #expect(reader.isSame($0, $0)) }
            #expect(reader.isDirect, "\(path)")
        }
        #expect(!PlaceReader<Sample.State>(at: try Path(parsing: "/nope/x")).isDirect)
    }

    @Test("two states differ at a place exactly if a difference shows it", arguments: 0..<24)
    func sameness(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(1_000 + seed))
        let old = random.sampleState()
        let new = random.changed(random.changed(old))
        for path in paths(of: Node(old), &random) where random.chance(4) {
            let reader = PlaceReader<Sample.State>(at: path)
            let isSame = withUnsafePointer(to: old) { old in withUnsafePointer(to: new) { reader.isSame(old, $0) } }
            let before = try? Node(old).descendant(at: path)
            let after = try? Node(new).descendant(at: path)
            if let before, let after {
                #expect(isSame == Differ().changes(from: before, to: after).isEmpty, "\(path)")
            } else {
                #expect(isSame == (before == nil && after == nil), "\(path)")
            }
        }
    }

    /// Encodes another value than it stores.
    private struct Doubled: Encodable {
        var number: Int
        enum CodingKeys: CodingKey { case number }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(2 * number, forKey: .number)
        }
    }

    @Test("a type that shows itself otherwise than it is stored is asked how")
    func ownEncoding() throws {
        let prepared = PreparedCondition<Doubled>(try Condition(parsing: ".number == 6"))
        #expect(answer(of: prepared, nil, Doubled(number: 3)))
        #expect(!answer(of: prepared, nil, Doubled(number: 6)))
    }

    private struct Item: Identifiable {
        var title = ""
        var id: String
    }

    @Test("an element is found by its id wherever it has gone")
    func identified() throws {
        let prepared = PreparedCondition<[Item]>(try Condition(parsing: "[id=b].title == \"B\""))
        let b = Item(title: "B", id: "b")
        #expect(answer(of: prepared, nil, [Item(id: "a"), b]))
        #expect(answer(of: prepared, nil, [b, Item(id: "a")]))
        #expect(answer(of: prepared, nil, [Item(id: "a"), Item(id: "c"), Item(id: "d"), b]))
        #expect(!answer(of: prepared, nil, [Item(id: "a")]))
        #expect(!answer(of: prepared, nil, []))
        #expect(answer(of: prepared, nil, [b]))
    }

    private enum Phase: Codable {
        case idle, asking(password: String)
    }

    @Test(
        "they note where something is hidden and no change was seen",
        arguments: ["changed(.phase)", "changed(.phase.case)", "changed(.)"])
    func unseen(_ text: String) throws {
        struct Form: Codable {
            var phase = Phase.idle
        }
        let (idle, asking) = (Form(), Form(phase: .asking(password: "abc")))
        func hides(_ before: Form, _ after: Form, mayHide: Bool = true) throws -> Bool {
            let prepared = PreparedCondition<Form>(
                try Condition(parsing: text), redaction: try Redaction(parsing: ["password"]), mayHide: { _ in mayHide }
            )
            _ = answer(of: prepared, before, after)
            return prepared.hidesChanges
        }
        #expect(try hides(asking, asking))
        #expect(try !hides(idle, idle))
        #expect(try !hides(idle, asking))
        #expect(try !hides(asking, asking, mayHide: false))
    }
}
