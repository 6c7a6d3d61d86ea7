import DeclarationTesting
import Foundation
import StrobeReflection
import StrobeTree
import Testing

@Suite("Literals, as Swift has them")
struct SwiftLiteralTests {
    struct Box<T: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        var value: T
    }

    enum Action: Codable, Equatable, Sendable {
        case duration(Duration)
        case timeout(after: Duration?)
        case wide(Int128)
        case unsigned(UInt128)
        case box(Box<[Int]>)
        case `default`(`in`: Int)
        case text(String)
        case date(Date)
        case id(UUID)
        case number(Double)
    }

    private static let schema = SchemaProbe.schema(of: Action.self)

    private static func read(_ text: String) throws -> Action {
        try TreeDecoder().decode(Action.self, from: Literal.parse(text, schema: schema))
    }

    @Test(
        "what is printed of an action reads back as the same", .readsDeclarations,
        arguments: [
            (.duration(.seconds(5)), ".duration(.seconds(5))"), (.duration(.zero), ".duration(.seconds(0))"),
            (.duration(.milliseconds(-1_500)), ".duration(.milliseconds(-1500))"),
            (.duration(.microseconds(7)), ".duration(.microseconds(7))"),
            (.duration(.seconds(Int64.max)), ".duration(.seconds(9223372036854775807))"),
            (.duration(Duration(attoseconds: 1)), ".duration([0, 1])"),
            (.duration(Duration(attoseconds: -1)), ".duration([-1, 18446744073709551615])"),
            (.timeout(after: .nanoseconds(3)), ".timeout(after: .nanoseconds(3))"),
            (.timeout(after: nil), ".timeout(after: nil)"),
            (.wide(.max), ".wide(170141183460469231731687303715884105727)"),
            (.wide(.min), ".wide(-170141183460469231731687303715884105728)"), (.wide(3), ".wide(3)"),
            (.unsigned(.max), ".unsigned(340282366920938463463374607431768211455)"),
            (.box(Box(value: [1, 2])), ".box(Box(value: [1, 2]))"), (.default(in: 3), ".default(in: 3)"),
        ] as [(Action, String)])
    func printed(_ action: Action, _ text: String) throws {
        #expect(try Literal.text(TreeEncoder().encode(action), schema: Self.schema) == text)
        #expect(try Self.read(text) == action)
    }

    @Test(
        "what people write in Swift reads as the compiler would read it", .readsDeclarations,
        arguments: [
            (".duration(.seconds(1.5))", .duration(.milliseconds(1_500))),
            (".duration(Duration.zero)", .duration(.zero)),
            (".duration(.seconds( -0.000_000_001 ))", .duration(.nanoseconds(-1))),
            (".timeout(after: .milliseconds(20))", .timeout(after: .milliseconds(20))),
            (".box(Box<[Int]>(value: [1]))", .box(Box(value: [1]))),
            (".box(Box<Array<Int>>(value: []))", .box(Box(value: []))),
            (".`default`(`in`: 4)", .default(in: 4)), ("Action.`default`(in: 4)", .default(in: 4)),
            (##".text(#"a "quoted" \n one"#)"##, .text(#"a "quoted" \n one"#)),
            (##".text(#"line\#nbreak \#u{41}"#)"##, .text("line\nbreak A")),
            (###".text(##"one "# more"##)"###, .text(##"one "# more"##)),
            (".number(.pi)", .number(.pi)), (".number(Double.pi)", .number(.pi)),
        ] as [(String, Action)])
    func written(_ text: String, _ action: Action) throws {
        #expect(try Self.read(text) == action)
    }

    @Test("an empty date is now, an empty UUID a new one", .readsDeclarations)
    func empty() throws {
        for text in [".date(Date())", ".date(.now)", ".date(Date.now)"] {
            let before = Date()
            guard case .date(let date) = try Self.read(text) else {
                Issue.record("no date")
                continue
            }
            // Its text may be rounded.
            #expect(date >= before - 1 && date <= Date() + 1)
        }
        #expect(try Self.read(".id(UUID())") != Self.read(".id(UUID())"))
    }

    @Test(
        "mistakes in them are reported with their place, and trap nothing", .readsDeclarations,
        arguments: [
            (".duration(.fortnights(1))", 10), (".duration(.seconds(x))", 10), (".duration(.seconds(1.2.3))", 10),
            (".duration(.seconds())", 10), (".duration(.seconds(1)", 21),
            (".duration(.seconds(99999999999999999999999999999999999999))", 10),
            (".duration(.seconds(170141183460469231731.9))", 10), (".box(Box<[Int](value: [1]))", 27),
            (##".text(#"open")"##, 14), (".text(#x)", 7), (".text(#", 7), (".`def", 1),
        ])
    func wrong(_ text: String, _ offset: Int) {
        let error = #expect(throws: TreeError.self) { try Self.read(text) }
        #expect(error?.code == .malformedLiteral)
        #expect(error?.offset == offset)
    }
}
