public import StrobeTree

/// Rules for what is never shown: values that the rules name stay in the process, and placeholders of the same types
/// take their places.
///
///     let rules = ["/users/*/email", "*iban*", "type:Credentials", "!tokenCount"]
///     let redaction = try Redaction(parsing: rules) + .standard
///
/// A rule is one of:
/// - `/users/*/email`: a path from the root of a state. In a token `*` is any characters and `?` one; the token
///   `**` is any number of tokens. In actions and effects, which have other paths, the last name in the path counts
///   at any depth, as a word or words of a key, a label or a case that has a payload: `email`, `newEmail`, `setEmail`.
/// - `*token*`: the name of a key, a label, or a case that has a payload, at any depth of states, actions and effects.
///   Capitals do not matter, nor do `_` and `-`.
/// - `text:*token*`: the same, which leaves numbers, `true` and `false` alone: `tokenCount`, `hasToken`.
/// - `type:Credentials`: the name of a type, as it is shown, with or without its module's.
/// - `!tokenCount`: any of these after a `!`, which the other rules leave alone.
///
/// What is below such a place is hidden with it. An exception counts for the very place that it names.
public struct Redaction: Sendable {
    /// The rules; their order does not matter.
    public let rules: [RedactionRule]
    /// Whether equal texts get equal placeholders, and different ones different placeholders.
    ///
    /// That holds as long as this value and its copies live. A client that may change a state can find a text by trying
    /// then.
    public let distinguishesTexts: Bool
    let table: RedactionTable?

    /// Makes a set of rules.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - distinguishesTexts: Whether equal texts get equal placeholders, and different ones different placeholders.
    public init(rules: [RedactionRule], distinguishesTexts: Bool = false) {
        self.init(rules: rules, distinguishesTexts: distinguishesTexts, salt: nil)
    }

    /// - Parameters:
    ///   - words: The words in names that hide what is called so, beyond what the rules say.
    ///   - recorded: What is known of values that were recorded after they were hidden; `nil` for others.
    init(
        rules: [RedactionRule], distinguishesTexts: Bool, salt: UInt64?, words: [NameWords] = [],
        recorded: RedactionTable.Recorded? = nil
    ) {
        self.rules = rules
        self.distinguishesTexts = distinguishesTexts
        let hides = !words.isEmpty || rules.contains { !$0.isException } || recorded == .somewhere
        table =
            hides
            ? RedactionTable(
                rules: rules, distinguishesTexts: distinguishesTexts, salt: salt, words: words, recorded: recorded)
            : nil
    }

    /// Reads rules.
    ///
    /// - Parameters:
    ///   - texts: The rules, of 1,024 bytes each at most.
    ///   - distinguishesTexts: Whether equal texts get equal placeholders, and different ones different placeholders.
    /// - Throws: `malformedRule` with what is wrong.
    public init(parsing texts: [String], distinguishesTexts: Bool = false) throws(TreeError) {
        var rules: [RedactionRule] = []
        for text in texts { rules.append(try RedactionRule(parsing: text)) }
        self.init(rules: rules, distinguishesTexts: distinguishesTexts)
    }

    /// What was hidden in values before they were recorded: it counts as hidden, and is shown as it was written.
    ///
    /// - Parameters:
    ///   - texts: The rules by which it was hidden. Where they are not known, or one of them cannot be read, each text
    ///     counts as hidden that is a placeholder; and so where one is for a type and a shape does not name all types.
    ///   - shapes: The shapes of the values; `nil` for one that is not known.
    public static func recorded(by texts: [String]?, in shapes: [Schema?] = []) -> Redaction {
        let rules = texts?.map { try? RedactionRule(parsing: $0) } ?? [nil]
        let hidesTypes = rules.contains { if case .type? = $0?.subject { true } else { false } }
        let isUnsure = rules.contains(nil) || hidesTypes && shapes.contains { $0?.isOpen ?? true }
        return Redaction(
            rules: rules.compactMap(\.self), distinguishesTexts: false, salt: nil,
            recorded: isUnsure ? .somewhere : .byRules)
    }

    /// Hides nothing.
    public static let none = Redaction(rules: [])

    /// Hides what is called as secrets usually are; see `standardNames`.
    public static let standard = Redaction(
        rules: standardTexts.map { RedactionRule(.text($0)) } + standardKeys.map { RedactionRule(.key($0)) })

    /// The names that are hidden if nothing else is said, as patterns.
    public static var standardNames: [String] { standardTexts + standardKeys }

    /// What is a secret only if it is a text, or has texts in it.
    private static let standardTexts = [
        "*password*", "*passwd*", "*passphrase*", "*secret*", "*token*", "*apikey*", "*accesskey*", "*privatekey*",
        "*cookie*", "credential", "credentials", "authorization",
    ]
    private static let standardKeys = [
        "password", "passwd", "*passcode*", "pin", "pincode", "otp", "cvv", "cvc", "ssn", "*cardnumber*",
    ]

    /// Whether nothing is hidden.
    public var isEmpty: Bool { table == nil }

    /// The rules as they are read.
    public var texts: [String] { rules.map(\.description) }

    /// These rules and those of another redaction.
    public func adding(_ other: Redaction) -> Redaction {
        var known = Set(rules)
        return Redaction(
            rules: rules + other.rules.filter { known.insert($0).inserted },
            distinguishesTexts: distinguishesTexts || other.distinguishesTexts)
    }

    /// Whether a text under a key, a label or the name of a case is hidden anywhere.
    public func hides(key: String) -> Bool { table?.hides(key: key) ?? false }
}

extension Redaction: Hashable {
    /// Whether two redactions have the same rules.
    public static func == (a: Redaction, b: Redaction) -> Bool {
        a.rules == b.rules && a.distinguishesTexts == b.distinguishesTexts
    }

    /// Hashes the rules.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rules)
        hasher.combine(distinguishesTexts)
    }
}
