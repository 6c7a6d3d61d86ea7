import DeclarationTesting
import SeededTesting
import StrobeReflection
import StrobeTree
import Testing

@Suite("Reading the cases of enums")
struct CaseReaderTests {
    private struct User: Codable, Equatable {
        var id = 1
        var name = "Ada"
    }

    private enum Session: Codable, Equatable {
        case idle
        case loaded(User)
        case failed(reason: String, code: Int)
    }

    private indirect enum Expression: Codable, Equatable {
        case number(Int)
        case sum(Expression, Expression)
        case nothing
    }

    private enum Level: Int, Codable {
        case low = 1, high = 10
    }

    private enum Only: Codable {
        case one
    }

    private enum Box<Content: Codable & Equatable>: Codable, Equatable {
        case empty
        case full(Content)
    }

    private enum Spoken: CustomStringConvertible {
        case loud, quiet
        case said(String)
        var description: String { "something that is no name" }
    }

    private enum Renamed: String, Codable {
        case first = "1st"
        case second = "2nd"
    }

    /// The name of the case of each value, by the direct reader and by the tree.
    private func names<Root>(_ values: [Root], at path: Path = .root) -> [String] {
        let short = CaseReader<Root>(at: path)
        let long = CaseReader<Root>(at: path, mayBeDirect: false)
        #expect(!long.isDirect)
        return values.map { value in
            withUnsafePointer(to: value) { pointer in
                let (number, longNumber) = (short.number(of: pointer), long.number(of: pointer))
                #expect(short.names[number] == long.names[longNumber])
                #expect(short.agreesWithTree(on: pointer))
                return short.names[number]
            }
        }
    }

    @Test("enums of every kind show their case")
    func kinds() {
        #expect(
            names([Session.idle, .loaded(User()), .failed(reason: "x", code: 1), .idle])
                == ["idle", "loaded", "failed", "idle"])
        #expect(names([Expression.number(1), .sum(.number(1), .nothing), .nothing]) == ["number", "sum", "nothing"])
        #expect(names([Level.high, .low]) == ["high", "low"])
        #expect(names([Only.one]) == ["one"])
        #expect(names([Box.full(1), .empty]) == ["full", "empty"])
        #expect(names([Box<Box<String>>.full(.empty), .full(.full("x")), .empty]) == ["full", "full", "empty"])
        #expect(names([Session?.none, .loaded(User())]) == ["nil", "loaded"])
        #expect(names([Session??.none, .some(nil), .idle]) == ["nil", "nil", "idle"])
        #expect(names([Renamed.first, .second]) == ["first", "second"])
        #expect(names([ManyCases.Just.c0, .c255, .c7]) == ["c0", "c255", "c7"])
    }

    @Test("an enum with a description of its own is shown by the names of its cases")
    func descriptions() {
        #expect(names([Spoken.loud, .quiet, .said("x")]) == ["loud", "quiet", "said"])
    }

    /// Encodes itself as an object that does not look like an enum.
    private enum Tagged: Encodable {
        case first
        case second(Int)

        enum CodingKeys: CodingKey { case type }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("a \(self)", forKey: .type)
        }
    }

    @Test("an enum that encodes itself in its own way is shown by the names of its cases, wherever it is")
    func ownEncoding() {
        #expect(names([Tagged.first, .second(1)]) == ["first", "second"])
        #expect(names([[Tagged.first], [.second(1)]], at: Path(["0"])) == ["first", "second"])
        #expect(names([[Tagged?.none], [.second(1)]], at: Path(["0"])) == ["nil", "second"])
    }

    private struct App: Codable {
        struct Inner: Codable {
            var flag = false
            var level: Level?
            var session = Session.idle
        }

        enum CodingKeys: String, CodingKey {
            case title, session
            case inner = "the_inner"
            case others
        }

        var title = "a title that is longer than fifteen bytes"
        var session = Session.idle
        var inner: Inner?
        var others: [Inner] = []
    }

    @Test("a path through stored properties, optionals and renamed keys is resolved once", .readsDeclarations)
    func direct() {
        let apps = [
            App(), App(session: .loaded(User()), inner: App.Inner()),
            App(inner: App.Inner(level: .high, session: .failed(reason: "", code: 0))),
        ]
        #expect(CaseReader<App>(at: Path(["session"])).isDirect)
        #expect(CaseReader<App>(at: Path(["the_inner", "session"])).isDirect)
        #expect(names(apps, at: Path(["session"])) == ["idle", "loaded", "idle"])
        #expect(names(apps, at: Path(["the_inner", "session"])) == ["nil", "idle", "failed"])
        #expect(names(apps, at: Path(["the_inner", "level"])) == ["nil", "nil", "high"])
    }

    @Test("a path through elements, cases and things that are not there is walked in each value")
    func walked() {
        let apps = [App(), App(others: [App.Inner(level: .low)]), App(session: .loaded(User()))]
        #expect(names(apps, at: Path(["others", "0", "level"])) == ["nil", "low", "nil"])
        #expect(!CaseReader<App>(at: Path(["others", "0", "level"])).isDirect)
        #expect(
            names([Box.full(Session.idle), .empty, .full(.loaded(User()))], at: Path(["full"])) == [
                "idle", "nil", "loaded",
            ])
        #expect(names(apps, at: Path(["nowhere"])) == ["nil", "nil", "nil"])
    }

    private struct Holder<First: Codable, Second: Codable>: Codable {
        var first: First
        var flag = true
        var second: Second?
    }

    @Test("in generic types properties are found where they are", .readsDeclarations)
    func generic() {
        #expect(
            names(
                [
                    Holder(first: "text", second: Session.idle), .init(first: "x", second: .loaded(User())),
                    .init(first: ""),
                ],
                at: Path(["second"])) == ["idle", "loaded", "nil"])
        let nested = Path(["first", "second"])
        typealias Outer = Holder<Holder<Bool, Level>, Int8>
        #expect(CaseReader<Outer>(at: nested).isDirect)
        #expect(
            names([Outer(first: .init(first: true, second: .low)), .init(first: .init(first: false))], at: nested) == [
                "low", "nil",
            ])
    }

    /// Encodes another value than it stores.
    private struct Liar: Encodable {
        enum CodingKeys: CodingKey { case level }
        var level = Level.low
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(level == .low ? Level.high : .low, forKey: .level)
        }
    }

    @Test("where a value encodes something else than it stores, that is found out", .readsDeclarations)
    func disagreement() {
        let reader = CaseReader<Liar>(at: Path(["level"]))
        #expect(withUnsafePointer(to: Liar()) { !reader.agreesWithTree(on: $0) })
    }

    @Test("the short way and the tree agree on which values changed, for random values", .readsDeclarations)
    func changes() {
        var generator = SeededGenerator(seed: 20)
        func value() -> App? {
            let session: Session =
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: .idle
                case 1:
                    .loaded(User(id: .random(in: 0..<2, using: &generator), name: String(repeating: "long", count: 9)))
                case 2: .failed(reason: "", code: .random(in: 0..<2, using: &generator))
                default: .failed(reason: String(repeating: "much longer", count: 3), code: 0)
                }
            return Int.random(in: 0..<5, using: &generator) == 0 ? nil : App(title: "x", session: session)
        }
        let short = CaseReader<App?>(at: Path(["session"]))
        let long = CaseReader<App?>(at: Path(["session"]), mayBeDirect: false)
        #expect(short.isDirect)
        var last: (exists: Bool, app: App?) = (false, nil)
        for _ in 0..<5_000 {
            let app = value()
            let isChanged = !last.exists || last.app?.session != app?.session
            let (a, b) = withUnsafePointer(to: app) { (short.next($0), long.next($0)) }
            #expect(a.isChanged == isChanged)
            #expect(b.isChanged == isChanged)
            #expect(short.names[a.number] == long.names[b.number])
            last = (true, app)
        }
    }

    @Test("after the reader forgot, the next value is a change")
    func forgetting() {
        let reader = CaseReader<Session>()
        let changes = (0..<3).map { round in
            if round == 2 { reader.forget() }
            return withUnsafePointer(to: Session.idle) { reader.next($0).isChanged }
        }
        #expect(changes == [true, false, true])
    }

    /// Its `==` ignores a part.
    private enum Careless: Codable, Equatable {
        case at(Int, note: String)
        static func == (a: Self, b: Self) -> Bool {
            switch (a, b) {
            case (.at(let x, _), .at(let y, _)): x == y
            }
        }
    }

    @Test("an == that passes over a part hides no change")
    func carelessEquality() {
        let reader = CaseReader<Careless>()
        let changes = [Careless.at(1, note: "a"), .at(1, note: "b"), .at(1, note: "b")].map { value in
            withUnsafePointer(to: value) { reader.next($0).isChanged }
        }
        #expect(changes == [true, true, false])
    }

    @Test("the last value is all that is kept of what was read")
    func retention() {
        final class Token {}
        struct Root {
            var token: Token
            var session = Session.idle
        }
        let reader = CaseReader<Root>(at: Path(["session"]))
        weak var token: Token?
        do {
            let root = Root(token: Token())
            token = root.token
            _ = withUnsafePointer(to: root) { reader.next($0) }
        }
        #expect(token == nil)
    }
}

@Suite("Shapes as values are shown")
struct ShownShapeTests {
    private enum Phase {
        case waiting
        case running(Int)
    }

    private struct Machine {
        var phase = Phase.waiting
        var last: Phase?
        var name = ""
    }

    private struct Coded: Codable {
        enum Mode: String, Codable { case on, off }
        struct Part: Codable { var mode: Mode? }
        var part: Part?
        var parts: [Part] = []
        var mode: Mode
    }

    @Test("a type that does not decode itself is described by its declarations", .readsDeclarations)
    func declarations() {
        let found = SchemaProbe.shownShape(of: Machine.self).choices(limit: 10)
        #expect(found.map(\.path.pointer) == ["/phase", "/last"])
        #expect(found.map(\.type) == ["Phase", "Phase"])
        #expect(found.map(\.isOptional) == [false, true])
        // Reflection lists the cases with payloads first.
        #expect(found.map { $0.cases.map(\.name) } == [["running", "waiting"], ["running", "waiting"]])
    }

    @Test("enums are found at any depth, with whether they may be absent", .readsDeclarations)
    func choices() {
        let shape = SchemaProbe.shownShape(of: Coded.self)
        #expect(shape == SchemaProbe.schema(of: Coded.self))
        let found = shape.choices(limit: 10)
        #expect(found.map(\.path.pointer) == ["/mode", "/part/mode"])
        #expect(found.map(\.isOptional) == [false, true])
        #expect(shape.choices(limit: 1).count == 1)
        #expect(shape.choices(limit: 10, depth: 1).map(\.path.pointer) == ["/mode"])
        #expect(shape.choice(at: Path(["parts", "3", "mode"]))?.isOptional == true)
        #expect(shape.choice(at: Path(["parts"])) == nil)
        #expect(shape.choice(at: Path(["nowhere"])) == nil)
    }
}
