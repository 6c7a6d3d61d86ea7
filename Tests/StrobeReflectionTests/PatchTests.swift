import StrobeReflection
import StrobeTree
import SeededTesting
import Testing

@Suite("Patches")
struct PatchTests {
    static func change(_ text: String) throws -> [Change] {
        try TreeDecoder().decode([Change].self, from: JSON.parse(text))
    }

    @Test(
        "changes are applied as RFC 6902 says",
        arguments: [
            (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"foo":"bar","baz":"qux"}"#),
            (
                #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
                #"{"foo":["bar","qux","baz"]}"#
            ),
            (#"{"baz":1,"foo":2}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":2}"#),
            (#"{"foo":[1,2,3]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":[1,3]}"#),
            (#"{"foo":1}"#, #"[{"op":"replace","path":"/foo","value":null}]"#, #"{"foo":null}"#),
            (#"{"a":{"b":1},"c":{}}"#, #"[{"op":"move","from":"/a/b","path":"/c/d"}]"#, #"{"a":{},"c":{"d":1}}"#),
            (#"{"f":[1,2,3,4]}"#, #"[{"op":"move","from":"/f/1","path":"/f/3"}]"#, #"{"f":[1,3,4,2]}"#),
            (#"{"f":[1]}"#, #"[{"op":"add","path":"/f/-","value":[2]}]"#, #"{"f":[1,[2]]}"#),
            (
                #"{"f":[1]}"#, #"[{"op":"copy","from":"/f","path":"/g"},{"op":"add","path":"/g/0","value":0}]"#,
                #"{"f":[1],"g":[0,1]}"#
            ),
            (
                #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10},{"op":"remove","path":"/~1"}]"#,
                #"{"~1":10}"#
            ),
            (#"[1]"#, #"[{"op":"add","path":"","value":{"a":1}},{"op":"replace","path":"","value":2}]"#, #"2"#),
            (#"{"a":1}"#, #"[{"op":"add","path":"/a","value":2}]"#, #"{"a":2}"#),
            (#"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1}"#),
            (#"{"":1}"#, #"[{"op":"replace","path":"/","value":2}]"#, #"{"":2}"#),
            (
                #"[{"id":7,"n":1},{"id":"x","n":2}]"#,
                #"[{"op":"replace","path":"/[id=x]/n","value":3},{"op":"remove","path":"/[id=7]"}]"#,
                #"[{"id":"x","n":3}]"#
            ),
        ])
    func apply(_ before: String, _ changes: String, _ after: String) throws {
        var value = try JSON.parse(before)
        try Patch.apply(Self.change(changes), to: &value)
        #expect(value == (try JSON.parse(after)))
    }

    @Test(
        "a change that does not fit leaves the value as it was, member order and all",
        arguments: [
            #"{"op":"remove","path":"/x"}"#, #"{"op":"remove","path":""}"#,
            #"{"op":"replace","path":"/list/3","value":1}"#,
            #"{"op":"add","path":"/list/4","value":1}"#, #"{"op":"add","path":"/list/01","value":1}"#,
            #"{"op":"add","path":"/list/x","value":1}"#, #"{"op":"add","path":"/x/y","value":1}"#,
            #"{"op":"add","path":"/a/y","value":1}"#, #"{"op":"test","path":"/a","value":2}"#,
            #"{"op":"test","path":"/x","value":null}"#,
            #"{"op":"move","from":"/x","path":"/y"}"#, #"{"op":"move","from":"/list","path":"/list/0"}"#,
            #"{"op":"copy","from":"/x","path":"/y"}"#,
            #"{"op":"add","path":"/q"}"#, #"{"op":"replace","path":"/a"}"#, #"{"op":"move","path":"/a"}"#,
            #"{"op":"copy","path":"/a"}"#,
            #"{"op":"test","path":"/a"}"#, #"{"op":"remove","path":"/list/-"}"#,
            #"{"op":"remove","path":"/list/99999999999999999999"}"#,
            #"{"op":"add","path":"/list/-1","value":1}"#, #"{"op":"move","from":"/b","path":"/list/9"}"#,
        ])
    func allOrNothing(_ bad: String) throws {
        let text = #"{"a":1,"b":{"c":[true,null]},"list":[1,2,{"id":5}],"z":"end"}"#
        let good = #"""
            {"op":"remove","path":"/a"},{"op":"add","path":"/a","value":1},{"op":"replace","path":"/b/c","value":[]},
            {"op":"add","path":"/b/c/-","value":{}},{"op":"move","from":"/list/0","path":"/list/2"},
            {"op":"copy","from":"/b","path":"/z"},{"op":"remove","path":"/list/[id=5]"},{"op":"add","path":"/list/2","value":9}
            """#
        var value = try JSON.parse(text)
        let error = #expect(throws: TreeError.self) { try Patch.apply(Self.change("[\(good),\(bad)]"), to: &value) }
        #expect(error?.code == .inapplicableChange)
        #expect(error?.path != nil)
        #expect(JSON.text(value) == text)
    }

    @Test("a replace or remove of something else than its old value is refused when asked to")
    func old() throws {
        let changes = [Change(.replace, Path(["a"]), value: 2, old: 1), Change(.remove, Path(["b"]), old: 5)]
        var value: Value = ["a": 1, "b": 3]
        #expect(throws: TreeError.self) { try Patch.apply(changes, to: &value, checksOld: true) }
        #expect(value == ["a": 1, "b": 3])
        try Patch.apply(changes, to: &value)
        #expect(value == ["a": 2])
    }

    @Test("the inverse of applied changes leads back")
    func inverse() throws {
        var generator = SeededGenerator(seed: 5)
        var applied = 0
        for _ in 0..<2_000 {
            let before = generator.value()
            var after = before
            var changes: [Change] = []
            for _ in 0..<generator.below(6) {
                guard let change = generator.change(of: after) else { continue }
                try Patch.apply([change], to: &after, checksOld: true)
                changes.append(change)
            }
            applied += changes.count
            var again = before
            try Patch.apply(changes, to: &again)
            #expect(again == after)
            var back = after
            try Patch.apply(try Patch.inverse(changes), to: &back)
            #expect(back == before)
            #expect(try TreeDecoder().decode([Change].self, from: TreeEncoder().encode(changes)) == changes)
        }
        #expect(applied > 2_000)
    }

    @Test("what cannot be undone is refused")
    func noInverse() {
        for change in [
            Change(.remove, Path(["a"])), Change(.replace, Path(["a"]), value: 1),
            Change(.move, Path(["a"])),
        ] {
            let error = #expect(throws: TreeError.self) { try Patch.inverse([change]) }
            #expect(error?.code == .inapplicableChange)
        }
    }

    @Test("copies upon copies neither fill the memory nor nest without end")
    func bombs() throws {
        var value: Value = ["a": [1, 2, 3, 4]]
        let doubling = (0..<60).map { Change(.copy, Path(["k\($0)"]), from: .root) }
        let error = #expect(throws: TreeError.self) { try Patch.apply(doubling, to: &value) }
        #expect(error?.code == .tooLarge)
        #expect(value == ["a": [1, 2, 3, 4]])
        let nesting = (0..<2_000).map { _ in Change(.copy, Path(["a", "0"]), from: .root) }
        #expect(throws: TreeError.self) { try Patch.apply(nesting, to: &value) }
        #expect(value == ["a": [1, 2, 3, 4]])
    }

    @Test("a value is found by keys, indices and ids")
    func valueAtPath() throws {
        let value = try JSON.parse(
            #"{"items":[{"id":1,"t":"a"},{"id":"[x]","t":"b"},{"id":2.5,"t":"c"}],"":{"a/b":null}}"#)
        #expect(value.value(at: .root) == value)
        #expect(value.value(at: try Path(parsing: ".items[1].t")) == "b")
        #expect(value.value(at: try Path(parsing: ".items[id=1].t")) == "a")
        #expect(value.value(at: try Path(parsing: ".items[id=\"[x]\"].t")) == "b")
        #expect(value.value(at: try Path(parsing: ".items[id=\"2.5\"].t")) == "c")
        #expect(value.value(at: try Path(parsing: "//a~1b")) == Value.null)
        for path in [
            "/items/3", "/items/01", "/items/-", "/items/x", "/items/[id=9]", "/items/0/t/0", "/nope", "/items/0/id/x",
        ] {
            #expect(value.value(at: try Path(pointer: path)) == nil, "\(path)")
        }
    }
}

extension SeededGenerator {
    /// A change that applies to a value, with `old` if something is removed.
    fileprivate mutating func change(of value: Value) -> Change? {
        var path = Path.root
        var place = value
        while true {
            switch place {
            case .array(let elements):
                if !elements.isEmpty, below(3) > 0 {
                    let index = below(elements.count)
                    path = path.appending(index)
                    place = elements[index]
                    continue
                }
                return edit(elements, at: path)
            case .object(let object):
                if !object.isEmpty, below(3) > 0 {
                    let member = object[below(object.count)]
                    path = path.appending(member.key)
                    place = member.value
                    continue
                }
                return edit(object, at: path)
            default: return Change(.replace, path, value: self.value(depth: 2), old: place)
            }
        }
    }

    private mutating func edit(_ elements: [Value], at path: Path) -> Change {
        if elements.isEmpty || below(3) == 0 {
            return Change(.add, path.appending(below(elements.count + 1)), value: value(depth: 2))
        }
        let index = below(elements.count)
        if below(2) == 0 { return Change(.remove, path.appending(index), old: elements[index]) }
        return Change(.move, path.appending(below(elements.count)), from: path.appending(index))
    }

    private mutating func edit(_ object: Value.Object, at path: Path) -> Change {
        let key = text()
        if object.isEmpty || below(2) == 0 {
            return Change(.add, path.appending(key), value: value(depth: 2), old: object[key])
        }
        let (from, present) = object[below(object.count)]
        if key == from || below(2) == 0 { return Change(.remove, path.appending(from), old: present) }
        return Change(.move, path.appending(key), from: path.appending(from), old: object[key])
    }
}
