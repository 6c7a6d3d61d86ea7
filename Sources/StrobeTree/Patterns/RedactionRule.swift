/// One rule for values that are never shown.
public struct RedactionRule: Sendable, Hashable {
    /// What a rule matches.
    public enum Subject: Sendable, Hashable {
        /// The tokens of a path from the root of a state, with wildcards.
        case path([String])
        /// The name of a key, a label or a case, with wildcards.
        case key(String)
        /// The same, for values that are neither a number nor a boolean.
        case text(String)
        /// The name of a type, with wildcards.
        case type(String)
    }

    /// The longest text that is read, in bytes.
    public static var maxLength: Int { 1_024 }

    /// What it matches.
    public var subject: Subject
    /// Whether it leaves alone what other rules would hide.
    public var isException: Bool

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - subject: What it goes by.
    ///   - isException: Whether it leaves alone what other rules would hide.
    public init(_ subject: Subject, isException: Bool = false) {
        self.subject = subject
        self.isException = isException
    }

    /// Reads a rule.
    ///
    /// - Parameter text: `/users/*/email`, `*token*` or `key:*token*`, `text:*token*`, `type:Credentials`, each with a
    ///   `!` before it if it is an exception.
    /// - Throws: `malformedRule` with what is wrong.
    public init(parsing text: String) throws(TreeError) {
        var rest = Substring(text)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        rest = rest.drop { $0.isWhitespace }
        isException = rest.first == "!"
        if isException { rest.removeFirst() }
        guard text.utf8.count <= Self.maxLength else {
            throw Self.malformed("\(text.prefix(32))…", "it is longer than \(Self.maxLength) bytes")
        }
        if rest.first == "/" {
            let tokens: [String]
            do throws(TreeError) {
                tokens = try Path(pointer: String(rest)).tokens
            } catch {
                throw Self.malformed(text, error.message)
            }
            guard tokens.allSatisfy({ !$0.isEmpty }) else {
                throw Self.malformed(text, "a path has no empty names; \"/**\" matches everything")
            }
            subject = .path(tokens)
            return
        }
        let isType = rest.hasPrefix("type:")
        let isText = rest.hasPrefix("text:")
        if isType || isText || rest.hasPrefix("key:") {
            rest = rest[rest.index(after: rest.firstIndex(of: ":") ?? rest.startIndex)...]
        }
        guard !rest.isEmpty else {
            throw Self.malformed(text, "expected a path (/users/*/email), a key (*token*) or a type (type:Credentials)")
        }
        subject = isType ? .type(String(rest)) : isText ? .text(String(rest)) : .key(String(rest))
    }

    private static func malformed(_ text: String, _ reason: String) -> TreeError {
        TreeError(.malformedRule, "The rule \"\(text)\" cannot be read: \(reason).")
    }
}

extension RedactionRule: CustomStringConvertible {
    /// The rule as it is read.
    public var description: String {
        let text =
            switch subject {
            case .path(let tokens): Path(tokens).pointer
            case .key(let name): name.hasPrefix("/") || name.hasPrefix("!") || name.contains(":") ? "key:\(name)" : name
            case .text(let name): "text:\(name)"
            case .type(let name): "type:\(name)"
            }
        return isException ? "!\(text)" : text
    }
}

extension RedactionRule: Codable {
    /// Decodes the text.
    public init(from decoder: any Decoder) throws {
        try self.init(parsing: decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension RedactionRule {
    /// The text instead of a hidden text.
    public static let placeholder = "‹redacted›"

    /// Whether a text is a placeholder, also one that distinguishes texts.
    public static func isPlaceholder(_ text: String) -> Bool {
        guard text.utf8.first == placeholder.utf8.first, text.hasPrefix(placeholder.dropLast()) else { return false }
        let rest = text.utf8.dropFirst(placeholder.utf8.count - "›".utf8.count).dropLast("›".utf8.count)
        return text.hasSuffix("›") && (rest.isEmpty || rest.first == UInt8(ascii: ":") && rest.count == 9)
    }
}
