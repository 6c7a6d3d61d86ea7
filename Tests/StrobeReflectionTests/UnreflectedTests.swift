#if UNREFLECTED
    import StrobeTree
    import Testing
    import UnreflectedTesting

    @Suite("Types without reflection")
    struct UnreflectedTests {
        @Test("their shape is unknown, and never another one")
        func shapes() {
            for type in [Unreflected.Action.self, Unreflected.Place.self, Unreflected.Plain.self] as [any Any.Type] {
                let unknown = Schema.unknown(type: String(describing: type))
                #expect(SchemaProbe.schema(of: type) == unknown)
                #expect(SchemaProbe.shownShape(of: type) == unknown)
            }
            #expect(SchemaProbe.schema(of: [Unreflected.Place?].self) == .array(.optional(.unknown(type: "Place"))))
        }

        @Test(
            "what is typed of them is read without a shape",
            arguments: [
                (".tick", .tick), (".set(3)", .set(3)), (#".move(to: {"x": 1, "names": ["a"]})"#, .move(to: .init())),
            ] as [(String, Unreflected.Action)])
        func reading(_ text: String, _ action: Unreflected.Action) throws {
            let form = try Literal.parse(text, schema: SchemaProbe.schema(of: Unreflected.Action.self))
            #expect(try TreeDecoder().decode(Unreflected.Action.self, from: form) == action)
            #expect(try TreeEncoder().encode(action) == form)
        }

        @Test("a value of them that does not encode itself is opaque, not empty")
        func opaque() {
            struct Holder {
                var plain = Unreflected.Plain()
                var one = Unreflected.Choice.one
                var two: Unreflected.Choice? = .two(2)
                var object = Unreflected.Object()
                var reflecting = Unreflected.Reflecting()
                var nothing = Nothing()
                var place = Unreflected.Place()
            }
            struct Nothing {}
            let node = Node(Holder())
            let kinds = node.children(in: 0..<7).map(\.kind)
            #expect(kinds == [.opaque, .opaque, .opaque, .opaque, .object, .object, .object])
            #expect(Node(Unreflected.Plain()).kind == .opaque)
            #expect(Node(Unreflected.Plain()).typeName == "Plain")
        }
    }
#endif
