import StrobeProtocol
import StrobeTree
import Testing

struct ErrorTests {
    @Test("a code's number leads back to it, and one of a later version is kept")
    func numbers() {
        for code in ErrorCode.allCases { #expect(ErrorCode(rawValue: code.rawValue) == code) }
        #expect(Set(ErrorCode.allCases.map { $0.rawValue }).count == 19)
        #expect(ErrorCode(rawValue: -33099) == .other(-33099))
    }

    @Test("every code has an example with its name, and the schema ties the two")
    func examples() throws {
        var seen: Set<ErrorCode> = []
        for example in SpecificationFiles.examples("examples") where example.folder == "errors" {
            let value = try example.value()
            let error = try #require(ProtocolError(value))
            #expect(value.object?["data"]?.object?["kind"]?.string == error.code.kind)
            #expect(error.data["kind"] == nil)
            seen.insert(error.code)
        }
        #expect(seen == Set(ErrorCode.allCases))
        let rules = try #require(try SpecificationFiles.definitions()["Error"]?.object?["allOf"]?.array)
        let tied = rules.compactMap { rule -> String? in
            let code = rule.object?["if"]?.object?["properties"]?.object?["code"]?.object?["const"]
            let data = rule.object?["then"]?.object?["properties"]?.object?["data"]?.object
            guard case .int(let number)? = code else { return nil }
            return "\(number) \(data?["properties"]?.object?["kind"]?.object?["const"]?.string ?? "")"
        }
        #expect(tied == ErrorCode.allCases.map { "\($0.rawValue) \($0.kind)" })
    }

    @Test(
        "the errors that have a maker are made as the examples show them",
        arguments: [
            ("stale", ProtocolError.stale(ifSeq: 4, seq: 5)),
            ("unauthorized", .unauthorized),
            ("unsupported-version", .unsupportedVersion(9)),
            ("line-too-long", .lineTooLong(limit: 1 << 20)),
            ("unknown-store", .unknownStore("countr", stores: ["counter", "legacy"])),
            ("seq-evicted", .seqEvicted(3, firstSeq: 4096)),
            ("read-only", .readOnly(method: "history/jump")),
            ("too-many-clients", .tooManyClients(limit: 64)),
            ("not-initialized", .notInitialized),
            ("cancelled", .cancelled),
            ("method-not-found", .unanswered(method: "state/gett")),
            (
                "too-large",
                .tooLarge("nodes", count: 700_001, limit: 100_000, advice: "Request a part by its path.")
            ),
        ])
    func makers(_ name: String, _ error: ProtocolError) throws {
        let file = try SpecificationFiles.examples("examples").first {
            $0.name == "error-\(name).json"
        }.map { try $0.value() }
        #expect(.object(error.members) == file)
    }

    @Test("an unnamed store among several lists them, and so does one among none")
    func unnamedStore() {
        let several = ProtocolError.unknownStore(nil, stores: ["a", "b"])
        #expect(several.message == "Name a `store`: the stores are a, b.")
        #expect(several.data == ["stores": ["a", "b"]])
        #expect(ProtocolError.unknownStore(nil, stores: []).message == "There are no stores.")
        #expect(ProtocolError.unknownStore("a", stores: []).message == "There is no store a; there are no stores.")
    }

    @Test("a parameter misspelt in case or dashes is refused, since passing it over would change what is done")
    func misspelt() throws {
        for key in ["dryrun", "dry_run", "Dry-Run", "DRYRUN"] {
            let error = try #require(throws: ProtocolError.self) {
                try ActionDispatch(params: ["action": "reset", key: true])
            }
            #expect(error.code == .invalidParams)
            #expect(error.data["suggestion"] == "dryRun")
        }
        #expect(throws: Never.self) { try ActionDispatch(params: ["action": "reset", "dryRuns": true]) }
    }

    @Test("a parameter of the wrong type is named with its path, what was expected and what was found")
    func wrongTypes() throws {
        let error = try #require(throws: ProtocolError.self) {
            try LogList(params: ["filter": ["changed": "yes"]])
        }
        #expect(error.data["path"] == "/filter/changed")
        #expect(error.message.contains("yes"))
        let event = try #require(throws: ProtocolError.self) { try Subscribe(params: ["events": ["state", "lock"]]) }
        #expect(event.data["path"] == "/events/1")
        let near = try #require(throws: ProtocolError.self) { try Subscribe(params: ["events": ["stats"]]) }
        #expect(near.data["suggestion"] == "state")
    }

    @Test("a tree's error becomes the protocol's with its path, what was expected and the nearest name")
    func trees() {
        let tree = TreeError(
            .undecodable, "no case", path: Path(["a", "b/c"]), offset: 3, expected: "x", suggestion: "y")
        let error = ProtocolError(tree)
        #expect(error.code == .undecodableAction)
        #expect(error.data == ["path": "/a/b~1c", "offset": 3, "expected": "x", "suggestion": "y"])
        #expect(ProtocolError(tree, as: .invalidParams).code == .invalidParams)
        let codes: [(TreeError.Code, ErrorCode)] = [
            (.malformedJSON, .parseError), (.malformedPath, .invalidParams), (.tooLarge, .tooLarge),
            (.noSuchPath, .noSuchPath), (.unencodable, .internalError), (.inapplicableChange, .internalError),
        ]
        for (given, expected) in codes { #expect(ProtocolError(TreeError(given, "")).code == expected) }
    }

    @Test("an error of a later version or another server survives reading and writing")
    func foreignErrors() throws {
        let later: Value = ["code": -33050, "message": "m", "data": ["kind": "notYetInvented", "x": 1]]
        #expect(try #require(ProtocolError(later)).members == later.object)
        let plain = try #require(ProtocolError(["code": -32603, "message": "m", "data": "text"]))
        #expect(plain.data == ["data": "text"])
        let bare = try #require(ProtocolError(["code": -32603, "message": "m"]))
        #expect(bare.members["data"] == ["kind": "internalError"])
        #expect(try MessageDecoder().decode(ProtocolError.self, from: MessageEncoder().encode(bare)) == bare)
    }
}
