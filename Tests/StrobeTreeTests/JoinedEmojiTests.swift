import StrobeTree
import Testing

@Suite("Emoji of several scalars in literals")
struct JoinedEmojiTests {
    @Test(
        "the joiner between two emoji is written as it is, any other is escaped",
        arguments: [
            ("👩‍👩‍👧", "\"👩‍👩‍👧\""), ("👩🏽‍🚀", "\"👩🏽‍🚀\""), ("❤️‍🔥", "\"❤️‍🔥\""), ("a\u{200D}b", "\"a\\u{200D}b\""),
            ("1\u{200D}2", "\"1\\u{200D}2\""), ("👩\u{200D}", "\"👩\\u{200D}\""), ("\u{200D}👩", "\"\\u{200D}👩\""),
        ])
    func joiner(text: String, literal: String) throws {
        #expect(Literal.quoted(text) == literal)
        #expect(try Literal.parse(literal) == .string(text))
    }
}
