/// The Swift-literal notation in which people type and read values.
///
/// `.loaded(User(id: 1, name: "x"))`, `.increment(by: 3)`, `.reset`, `[1, 2]`, `["k": true]`, `nil`; dates, URLs, data
/// and UUIDs are strings. Type names may be left out or written, and JSON is accepted too. A schema says what may be
/// where; without one the notation alone decides. Printing and parsing are inverse.
public enum Literal {
    /// A continuation of an incomplete literal.
    public struct Completion: Sendable, Hashable {
        /// What replaces the end of the text.
        public var text: String
        /// The number of characters at the end of the text that it replaces.
        public var replaced: Int
        /// What it is, for people: the payload of a case, the type of a label.
        public var detail: String

        /// Makes a completion.
        ///
        /// - Parameters:
        ///   - text: What replaces the end of the text.
        ///   - replaced: The number of characters that it replaces, from 0.
        ///   - detail: What it is.
        public init(text: String, replaced: Int, detail: String = "") {
            self.text = text
            self.replaced = replaced
            self.detail = detail
        }
    }

    /// Reads a literal as the JSON form of its value.
    ///
    /// With a schema, names of types, cases and labels are checked, and so are the kinds of leaves; missing members are
    /// not, and nothing within JSON braces is.
    ///
    /// - Parameters:
    ///   - text: The literal.
    ///   - schema: The shape of the type that is meant.
    /// - Throws: `malformedLiteral` with the byte offset, what was expected there and the nearest name, or `tooLarge`
    ///   for more than 128 levels.
    public static func parse(_ text: String, schema: Schema? = nil) throws(TreeError) -> Value {
        var reader = LiteralReader(text)
        return try reader.read(schema)
    }

    /// The continuations of an incomplete literal.
    ///
    /// - Parameters:
    ///   - text: The literal as far as it is typed.
    ///   - schema: The shape of the type that is meant.
    /// - Returns: Candidates in the order of the schema; none if anything may follow, or the text is wrong before its
    ///   end.
    public static func completions(_ text: String, schema: Schema) -> [Completion] {
        var reader = LiteralReader(text)
        return reader.completions(schema)
    }

    /// A text as a one-line Swift literal, which the compiler reads as exactly this text.
    ///
    ///     Literal.quoted("say \"hi\"")               // "say \"hi\""
    ///     Literal.quoted("{\"a\":1}", isRaw: true)   // #"{"a":1}"#
    ///
    /// Characters that cannot be seen, or that change the order of others, are escaped.
    ///
    /// - text: The content of the literal.
    ///   - isRaw: Whether quotes and backslashes mean themselves, between as many `#` as that takes.
    ///   - isRaw: Whether quotes and backslashes stand for themselves, between as many `#` as that takes.
    public static func quoted(_ text: String, isRaw: Bool = false) -> String {
        QuotedText.quote(text, isRaw: isRaw)
    }

    /// The literal of a value.
    ///
    /// - Parameters:
    ///   - value: The JSON form of the value.
    ///   - schema: The shape of its type; what does not fit is written as it would be without.
    ///   - limit: About how many characters the text may have; what is left out shows as `…`, and such a text does not
    ///     read back. `nil` leaves nothing out.
    public static func text(_ value: Value, schema: Schema? = nil, limit: Int? = nil) -> String {
        var printer = LiteralPrinter(limit: limit)
        printer.print(value, schema)
        return printer.text
    }
}
