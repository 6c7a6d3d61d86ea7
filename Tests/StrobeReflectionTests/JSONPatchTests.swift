import StrobeTree
import Testing

/// RFC 6902, including its appendix A and the pointers of RFC 6901.
@Suite("JSON Patch by RFC 6902")
struct JSONPatchTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let before: String
        let patch: String
        /// `nil` if the patch must be refused.
        let after: String?
        var testDescription: String { name }

        init(_ name: String, _ before: String, _ patch: String, _ after: String?) {
            (self.name, self.before, self.patch, self.after) = (name, before, patch, after)
        }
    }

    static let appendix: [Example] = [
        Example(
            "A.1 adding an object member", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#,
            #"{"baz":"qux","foo":"bar"}"#),
        Example(
            "A.2 adding an array element", #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
            #"{"foo":["bar","qux","baz"]}"#),
        Example(
            "A.3 removing an object member", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#,
            #"{"foo":"bar"}"#),
        Example(
            "A.4 removing an array element", #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#,
            #"{"foo":["bar","baz"]}"#),
        Example(
            "A.5 replacing a value", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
            #"{"baz":"boo","foo":"bar"}"#),
        Example(
            "A.6 moving a value", #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
            #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
            #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#),
        Example(
            "A.7 moving an array element", #"{"foo":["all","grass","cows","eat"]}"#,
            #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
            #"{"foo":["all","cows","eat","grass"]}"#),
        Example(
            "A.8 testing a value: success", #"{"baz":"qux","foo":["a",2,"c"]}"#,
            #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
            #"{"baz":"qux","foo":["a",2,"c"]}"#),
        Example("A.9 testing a value: error", #"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#, nil),
        Example(
            "A.10 adding a nested member object", #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
            #"{"foo":"bar","child":{"grandchild":{}}}"#),
        Example(
            "A.11 ignoring unrecognised elements", #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
            #"{"foo":"bar","baz":"qux"}"#),
        Example(
            "A.12 adding to a nonexistent target", #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, nil),
        Example(
            "A.13 invalid JSON Patch document", #"{"foo":"bar"}"#,
            #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#, nil),
        Example(
            "A.14 ~ escape ordering", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#,
            #"{"/":9,"~1":10}"#),
        Example(
            "A.15 comparing strings and numbers", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#,
            nil),
        Example(
            "A.16 adding an array value", #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
            #"{"foo":["bar",["abc","def"]]}"#),
    ]

    /// Further rules in the text of the RFC.
    static let rules: [Example] = [
        Example(
            "4.1 an add over a member replaces it", #"{"a":1}"#, #"[{"op":"add","path":"/a","value":2}]"#, #"{"a":2}"#),
        Example(
            "4.1 an add at the number of elements appends", "[1]", #"[{"op":"add","path":"/1","value":2}]"#, "[1,2]"),
        Example("4.1 an add beyond the number of elements", "[1]", #"[{"op":"add","path":"/2","value":2}]"#, nil),
        Example("4.1 an add to a leaf", #"{"a":1}"#, #"[{"op":"add","path":"/a/b","value":2}]"#, nil),
        Example("4.1 an add of the whole document", #"{"a":1}"#, #"[{"op":"add","path":"","value":[2]}]"#, "[2]"),
        Example("4.1 an add of null", "{}", #"[{"op":"add","path":"/a","value":null}]"#, #"{"a":null}"#),
        Example("4.1 an add without a value", "{}", #"[{"op":"add","path":"/a"}]"#, nil),
        Example("4.2 a remove of what is not there", "{}", #"[{"op":"remove","path":"/a"}]"#, nil),
        Example("4.2 a remove beyond the elements", "[1]", #"[{"op":"remove","path":"/1"}]"#, nil),
        Example("4.3 a replace of what is not there", "{}", #"[{"op":"replace","path":"/a","value":1}]"#, nil),
        Example("4.3 a replace of the whole document", "{}", #"[{"op":"replace","path":"","value":1}]"#, "1"),
        Example("4.3 a replace without a value", #"{"a":1}"#, #"[{"op":"replace","path":"/a"}]"#, nil),
        Example("4.4 a move of what is not there", "{}", #"[{"op":"move","from":"/a","path":"/b"}]"#, nil),
        Example("4.4 a move without a from", #"{"a":1}"#, #"[{"op":"move","path":"/b"}]"#, nil),
        Example("4.4 a move into its own child", #"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#, nil),
        Example(
            "4.4 a move to a name that begins alike", #"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/ab"}]"#,
            #"{"ab":1}"#),
        Example(
            "4.4 a move up over its parent", #"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a/b","path":"/a"}]"#,
            #"{"a":1}"#),
        Example("4.4 a move to where it stands", #"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1}"#),
        Example(
            "4.4 a move to the end of its array", "[1,2,3]", #"[{"op":"move","from":"/0","path":"/-"}]"#, "[2,3,1]"),
        Example("4.4 a move beyond what is left", "[1,2,3]", #"[{"op":"move","from":"/0","path":"/3"}]"#, nil),
        Example(
            "4.5 a copy into its own child", #"{"a":{"b":1}}"#, #"[{"op":"copy","from":"/a","path":"/a/b"}]"#,
            #"{"a":{"b":{"b":1}}}"#),
        Example("4.5 a copy of what is not there", "{}", #"[{"op":"copy","from":"/a","path":"/b"}]"#, nil),
        Example("4.5 a copy in front of itself", "[1,2]", #"[{"op":"copy","from":"/1","path":"/0"}]"#, "[2,1,2]"),
        Example("4.5 a copy without a from", "{}", #"[{"op":"copy","path":"/b"}]"#, nil),
        Example(
            "4.6 numbers by their value", #"{"a":1.0,"b":[100]}"#,
            #"[{"op":"test","path":"","value":{"b":[1e2],"a":1}}]"#, #"{"a":1.0,"b":[100]}"#),
        Example(
            "4.6 large integers exactly", "9007199254740993", #"[{"op":"test","path":"","value":9007199254740992.0}]"#,
            nil),
        Example("4.6 zero and minus zero", "0", #"[{"op":"test","path":"","value":-0.0}]"#, "0"),
        Example(
            "4.6 objects in any order", #"{"a":1,"b":2}"#, #"[{"op":"test","path":"","value":{"b":2,"a":1}}]"#,
            #"{"a":1,"b":2}"#),
        Example(
            "4.6 objects with a member more", #"{"a":1,"b":2}"#, #"[{"op":"test","path":"","value":{"a":1}}]"#, nil),
        Example("4.6 arrays in their order", "[1,2]", #"[{"op":"test","path":"","value":[2,1]}]"#, nil),
        Example(
            "4.6 texts by their code points", "\"\u{E9}\"", "[{\"op\":\"test\",\"path\":\"\",\"value\":\"e\u{301}\"}]",
            nil),
        Example("4.6 null where nothing is", "{}", #"[{"op":"test","path":"/a","value":null}]"#, nil),
        Example("4.6 false is not null", "false", #"[{"op":"test","path":"","value":null}]"#, nil),
        Example("4.6 one is not true", "1", #"[{"op":"test","path":"","value":true}]"#, nil),
        Example("3 an unknown operation", "{}", #"[{"op":"merge","path":"/a","value":1}]"#, nil),
        Example("3 an operation in upper case", "{}", #"[{"op":"ADD","path":"/a","value":1}]"#, nil),
        Example("3 no operation", "{}", #"[{"path":"/a","value":1}]"#, nil),
        Example("3 no path", "{}", #"[{"op":"add","value":1}]"#, nil),
        Example("3 a patch that is no array", "{}", #"{"op":"add","path":"/a","value":1}"#, nil),
        Example("3 an empty patch", #"{"a":1}"#, "[]", #"{"a":1}"#),
        // RFC 6901.
        Example("a pointer without a slash", #"{"a":1}"#, #"[{"op":"remove","path":"a"}]"#, nil),
        Example("a pointer as a fragment of a URI", #"{"a":1}"#, ##"[{"op":"remove","path":"#/a"}]"##, nil),
        Example("a tilde at the end", #"{"~":1}"#, #"[{"op":"remove","path":"/~"}]"#, nil),
        Example("a tilde before another digit", #"{"~2":1}"#, #"[{"op":"remove","path":"/~2"}]"#, nil),
        Example(
            "~0 and ~1", #"{"~":1,"/":2,"a":3}"#, #"[{"op":"remove","path":"/~0"},{"op":"remove","path":"/~1"}]"#,
            #"{"a":3}"#),
        Example("an empty key", #"{"":{"":1}}"#, #"[{"op":"remove","path":"//"}]"#, #"{"":{}}"#),
        Example("a leading zero", "[1,2]", #"[{"op":"replace","path":"/00","value":3}]"#, nil),
        Example("a leading zero of an add", "[1,2]", #"[{"op":"add","path":"/01","value":3}]"#, nil),
        Example("a sign", "[1,2]", #"[{"op":"remove","path":"/+1"}]"#, nil),
        Example("a negative index", "[1,2]", #"[{"op":"remove","path":"/-1"}]"#, nil),
        Example("an index with a fraction", "[1,2]", #"[{"op":"remove","path":"/1.0"}]"#, nil),
        Example("an index with an exponent", "[1,2]", #"[{"op":"remove","path":"/1e0"}]"#, nil),
        Example("an index with a space", "[1,2]", #"[{"op":"remove","path":"/ 1"}]"#, nil),
        Example("an index of another script", "[1,2]", "[{\"op\":\"remove\",\"path\":\"/\u{661}\"}]", nil),
        Example("an index beyond 64 bits", "[1,2]", #"[{"op":"remove","path":"/18446744073709551617"}]"#, nil),
        Example("- where nothing is added", "[1,2]", #"[{"op":"remove","path":"/-"}]"#, nil),
        Example("- as a place to copy from", "[1,2]", #"[{"op":"copy","from":"/-","path":"/0"}]"#, nil),
        Example("- on the way", "[[1]]", #"[{"op":"add","path":"/-/0","value":2}]"#, nil),
        Example(
            "- and leading zeros as keys", #"{"-":1,"01":2}"#,
            #"[{"op":"remove","path":"/-"},{"op":"remove","path":"/01"}]"#, "{}"),
        Example("keys in their case", #"{"a":1}"#, #"[{"op":"remove","path":"/A"}]"#, nil),
    ]

    @Test("the examples of appendix A and the rules hold", arguments: appendix + rules)
    func applied(_ example: Example) throws {
        let before = try JSON.parse(example.before)
        guard let after = example.after else {
            return try expectRefusal(of: example.patch, by: before)
        }
        var value = before
        try Patch.apply(PatchTests.change(example.patch), to: &value)
        #expect(value == (try JSON.parse(after)), "\(JSON.text(value))")
    }

    private func expectRefusal(of patch: String, by before: Value) throws {
        guard let changes = try? PatchTests.change(patch) else { return }
        // Section 5: if an operation fails, earlier ones are undone.
        for earlier in [
            [], [Change(.add, .root, value: ["x": .array([before])]), Change(.replace, .root, value: before)],
        ] {
            var value = before
            let error = #expect(throws: TreeError.self) { try Patch.apply(earlier + changes, to: &value) }
            #expect(error?.code == .inapplicableChange)
            #expect(JSON.text(value) == JSON.text(before))
        }
    }

    @Test("appendix A is there as a whole")
    func complete() {
        #expect(Self.appendix.map { $0.name.prefix { $0 != " " } } == (1...16).map { "A.\($0)" })
    }
}
