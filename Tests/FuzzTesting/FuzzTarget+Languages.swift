internal import SeededTesting
internal import StrobeReflection
internal import StrobeTree

extension FuzzTarget {
    // MARK: Literals

    /// Literals as users type them, with and without a schema.
    static let literal = FuzzTarget(
        "literal",
        FuzzSamples(
            [
                ".loaded(User(id: 1, name: \"x\"))", ".increment(by: 3)", ".reset", "[1, -2.5, 1e3]",
                "[\"k\": true, \"l\": nil]",
                "nil", "Counter(count: 3, label: \"demo\")", ".rename(\"a \\\"b\\\" \\u{e9}\\n\")",
                "{\"loaded\":{\"_0\":1}}",
                ".add(Item(id: 7, title: \"tea\", price: 12.5, tags: [.new, .sale]))", "[:]", "[]", ".some(.none)",
                "0x1F",
                "Point(x: -1, y: .infinity)", ".failed(reason: \"offline\", code: -3)",
            ],
            tokens: [
                ".", "(", ")", ": ", ", ", "[", "]", "[:]", "nil", ".some(", ".none", "\"", "\\u{", "}", "\\(", "{",
                "_0", "e", "-",
                "+", "true", "#\"", "\"\"\"", "//", "/*",
            ])
    ) { input in
        let text = text(input)
        var random = choices(input)
        var outcome = FuzzOutcome.refused
        for schema in [nil, schemas.randomElement(using: &random)] {
            do {
                let value = try Literal.parse(text, schema: schema)
                let printed = Literal.text(value, schema: schema)
                let again = Result { () throws(TreeError) in try Literal.parse(printed, schema: schema) }
                // The text in braces is taken verbatim, whether it fits the schema or not.
                let isForeign = schema != nil && text.contains("{")
                try FuzzFinding.unless(
                    again == .success(value) || isForeign,
                    "\(JSON.text(value)) is printed as \(printed), which is read as \(again)")
                _ = Literal.text(value, schema: schema, limit: 12)
                outcome = .understood(as: schema == nil ? "free" : "typed")
            } catch let error as TreeError {
                try FuzzFinding.unless(
                    error.code == .malformedLiteral || error.code == .tooLarge, "a literal has the error \(error.code)")
                try checkShown(error, in: text)
            }
            for completion in schema.map({ Literal.completions(text, schema: $0) }) ?? [] {
                try FuzzFinding.unless(
                    0...text.count ~= completion.replaced, "a completion replaces \(completion.replaced) characters")
            }
        }
        return outcome
    }

    /// Schemas of states and actions: those of the recordings of the specification.
    private static let schemas: [Schema] = {
        var found: [Schema] = []
        func collect(_ value: Value) {
            switch value {
            case .object(let object):
                for (key, child) in object {
                    if key.lowercased().hasSuffix("schema"),
                        let schema = try? MessageDecoder().decode(Schema.self, from: child)
                    {
                        found.append(schema)
                    }
                    collect(child)
                }
            case .array(let elements): for element in elements { collect(element) }
            default: break
            }
        }
        for file in FuzzSamples.files("v1/examples/action-schema", ".json") {
            if let value = try? JSON.parse(file.bytes) { collect(value) }
        }
        for file in FuzzSamples.files("recording/examples", ".jsonl") {
            for line in file.bytes.split(separator: 0x0A) {
                if let value = try? JSON.parse(line) { collect(value) }
            }
        }
        return found + [
            .optional(.optional(.scalar(.int))), .dictionary(key: .scalar(.int), value: .array(.scalar(.double))),
            .set(.scalar(.date)),
        ]
    }()

    // MARK: Conditions

    /// Conditions: parsing, printing and parsing again gives an equivalent condition.
    static let condition = FuzzTarget(
        "condition",
        FuzzSamples(
            conditionVectors("conditions") + conditionVectors("invalid"),
            tokens: [
                "&&", "||", "!", "==", "!=", "<", "<=", ">", ">=", "+", "-", "(", ")", "count(", "exists(", "changed(",
                "before(",
                " contains ", " like ", " matches ", ".case", "action", "origin", "seq", "duration", "source", "error",
                "null", "true",
                "1e308",
                "9223372036854775807", "\"", "\\", ".", "[0]", "[id=1]", "/a/0", "'",
            ])
    ) { input in
        let text = text(input)
        do {
            let condition = try Condition(parsing: text)
            let printed = condition.description
            // The canonical text may be longer than the limit for parsing.
            if printed.utf8.count <= Condition.maxLength {
                let again = Result { () throws(TreeError) in try Condition(parsing: printed) }
                try FuzzFinding.unless(
                    again == .success(condition), "\(printed) is read as another condition: \(again)")
            }
            var random = choices(input)
            guard let after = conditionStates.randomElement(using: &random) else { return .refused }
            let before = conditionStates.randomElement(using: &random)
            let facts = EntryFacts(seq: 7, origin: "app", durationNanos: 850, action: { ".add(\"tea\")" })
            let answer = condition.evaluate(
                after: Node(after), before: before.map { Node($0) }, facts: facts)
            let prepared = PreparedCondition<Value>(condition)
            let same = withUnsafePointer(to: after) { after in
                guard let before else { return prepared.evaluate(after: after, facts: facts) }
                return withUnsafePointer(to: before) { prepared.evaluate(after: after, before: $0, facts: facts) }
            }
            try FuzzFinding.unless(same == answer, "\(printed) is \(answer), and \(same) once it is prepared")
            return .understood()
        } catch let error as TreeError {
            try FuzzFinding.unless(
                [.malformedCondition, .tooLarge].contains(error.code), "a condition has the error \(error.code)")
            try checkShown(error, in: text)
            return .refused
        }
    }

    private static func conditionVectors(_ list: String) -> [String] {
        guard case .array(let vectors)? = FuzzSamples.json("conditions/vectors.json").value(at: Path([list])) else {
            return []
        }
        return vectors.compactMap { vector in
            if case .string(let text)? = vector.value(at: Path(["condition"])) { text } else { nil }
        }
    }

    private static let conditionStates: [Value] = {
        guard case .object(let states)? = FuzzSamples.json("conditions/vectors.json").value(at: Path(["states"])) else {
            return [.null]
        }
        return states.values
    }()

    // MARK: Patterns

    /// Regular expressions and globs of peers: a match is a part of the text.
    static let pattern = FuzzTarget(
        "pattern",
        FuzzSamples(
            [
                "^a+(b|c)*\\d{2,5}?$", "[^a-z\\d]\\w+", "(?i)hello.*", "\\bfoo\\b|bar", "(a|(b|(c)))+?", "x{3}",
                ".add*", "[]a]",
            ],
            tokens: [
                "(", ")", "[", "]", "{2,5}", "{1000}", "*", "+?", "|", "\\", "^", "$", "(?i)", "\\b", "\\W", "-", ".",
            ])
    ) { input in
        let text = text(input)
        var outcome = FuzzOutcome.refused
        let probes = ["", "aabcc12", "Hello, wörld e\u{301}\n", ".add(\"tea\")", text]
        do {
            let pattern = try Pattern(regex: text)
            for probe in probes {
                let range = pattern.firstMatch(in: probe)
                try FuzzFinding.unless((range != nil) == pattern.matches(probe), "it matches \(probe), and does not")
                if let range { _ = probe.unicodeScalars[range] }
            }
            outcome = .understood()
        } catch let error as TreeError {
            try FuzzFinding.unless(
                error.code == .malformedPattern || error.code == .tooLarge, "a pattern has the error \(error.code)")
            try checkShown(error, in: text)
        }
        guard input.count <= 256 else { return outcome }
        for probe in probes { _ = Pattern(glob: text).matches(probe) }
        return outcome
    }

    // MARK: Patches

    /// JSON Patch: a patch that does not fit changes nothing.
    static let patch = FuzzTarget(
        "patch",
        FuzzSamples(
            [
                #"{"value":{"a":1,"b":[1,2,{"id":7,"n":null}],"c":{"d":"e"}},"changes":[{"op":"replace","path":"/b/[id=7]/n","value":[]},"#
                    + #"{"op":"move","from":"/a","path":"/b/0"},{"op":"test","path":"/c/d","value":"e"},{"op":"add","path":"/b/-","value":0},"#
                    + #"{"op":"copy","from":"/b","path":"/c/x"},{"op":"remove","path":"/b/1"}]}"#,
                #"{"value":[[]],"changes":[{"op":"copy","from":"","path":"/0/0"},{"op":"copy","from":"","path":"/-"},"#
                    + #"{"op":"replace","path":"","value":{"":1}},{"op":"move","from":"/","path":"/~01"}]}"#,
            ], tokens: FuzzSamples.jsonTokens + ["/0", "/-", "/b", "\"op\":", "~0", "~1", "[id=7]"])
    ) { input in
        guard let document = try? JSON.parse(input), let value = document.value(at: Path(["value"])),
            let list = document.value(at: Path(["changes"])),
            let changes = try? MessageDecoder().decode([Change].self, from: list)
        else { return .refused }
        var outcome = FuzzOutcome.understood(as: "inapplicable")
        for checksOld in [false, true] {
            var changed = value
            do throws(TreeError) {
                try Patch.apply(changes, to: &changed, checksOld: checksOld)
                outcome = .understood(as: "applied")
            } catch {
                try FuzzFinding.unless(
                    error.code == .inapplicableChange || error.code == .tooLarge, "a patch has the error \(error.code)")
                try FuzzFinding.unless(
                    JSON.text(changed) == JSON.text(value), "a patch that does not fit left \(JSON.text(changed))")
            }
        }
        if let inverse = try? Patch.inverse(changes) {
            var back = value
            try? Patch.apply(inverse, to: &back)
        }
        return outcome
    }
}
