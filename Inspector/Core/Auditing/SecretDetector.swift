import StrobeReflection
import StrobeSystem
package import StrobeTree

/// Detects values that look like secrets, by their names or their text.
package struct SecretDetector: Sendable {
    /// The kind of a suspected secret.
    package enum Kind: String, Sendable, CaseIterable {
        case name, privateKey, webToken, bearer, accessKey, assignment, cardNumber, email, random

        /// The description of the kind.
        package var text: String {
            switch self {
            case .name: "is named like a secret"
            case .privateKey: "private key"
            case .webToken: "JSON web token"
            case .bearer: "credentials of a request"
            case .accessKey: "key of a known service"
            case .assignment: "a secret inside a text"
            case .cardNumber: "card number"
            case .email: "e-mail address"
            case .random: "long random text"
            }
        }
    }

    /// A suspected secret.
    package struct Match: Sendable, Hashable {
        package var kind: Kind
        /// The secret, as in the text.
        package var text: String
    }

    package init() {}

    /// Longer texts are examined at their beginning only: they are hardly one secret.
    private static let longest = 64 << 10

    /// Checks a value by its name.
    package func match(named name: String, _ value: Value) -> Match? {
        guard Redaction.standard.hides(key: name) else { return nil }
        switch value {
        case .string(let text) where !text.isEmpty && !text.hasPrefix("‹redacted"):
            return Match(kind: .name, text: text)
        case .int(let number) where number != 0: return Match(kind: .name, text: String(number))
        case .uint(let number): return Match(kind: .name, text: String(number))
        case .double(let number) where number != 0: return Match(kind: .name, text: String(number))
        default: return nil
        }
    }

    /// Checks a text for typical secrets.
    package func match(in text: String) -> Match? {
        guard text.utf8.count >= 6 else { return nil }
        let text = text.utf8.count > Self.longest ? String(text.prefix(Self.longest / 4)) : text
        if text.contains("-----BEGIN"), text.contains("PRIVATE KEY") {
            return Match(kind: .privateKey, text: text)
        }
        if let token = text.firstMatch(of: /\beyJ[A-Za-z0-9_\-]{6,}\.[A-Za-z0-9_\-]{6,}\.[A-Za-z0-9_\-]*/) {
            return Match(kind: .webToken, text: String(token.output))
        }
        if let found = text.firstMatch(of: /(?i)\b(?:bearer|basic)\s+([A-Za-z0-9+\/=._~\-]{8,})/) {
            return Match(kind: .bearer, text: String(found.output.1))
        }
        if let key = text.firstMatch(
            of:
                /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,}|[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|xox[abprs]-[A-Za-z0-9\-]{10,}|AIza[A-Za-z0-9_\-]{30,})/
        ) {
            return Match(kind: .accessKey, text: String(key.output))
        }
        if let secret = assignment(in: text) { return Match(kind: .assignment, text: secret) }
        if let number = cardNumber(in: text) { return Match(kind: .cardNumber, text: number) }
        if let address = text.firstMatch(
            of: /[A-Za-z0-9._%+\-]{1,64}@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63})*\.[A-Za-z]{2,24}/)
        {
            return Match(kind: .email, text: String(address.output))
        }
        if let word = randomWord(in: text) { return Match(kind: .random, text: word) }
        return nil
    }

    /// `password=hunter2`, `apiKey: "..."`, `?token=...`.
    private func assignment(in text: String) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else { return nil }
        for found in text.matches(of: /([A-Za-z_][A-Za-z0-9_\-]{1,40})"?\s?[=:]\s?"?([^\s"&,;)\]}]{4,})/) {
            let value = String(found.output.2)
            if Redaction.standard.hides(key: String(found.output.1)), !value.hasPrefix("‹redacted"), value != "nil" {
                return value
            }
        }
        return nil
    }

    /// 13 to 19 digits in groups that begin like a card number and have a valid check digit of Luhn (ISO/IEC 7812-1).
    private func cardNumber(in text: String) -> String? {
        for found in text.matches(of: /(?:^|[^0-9A-Za-z.\-])([3-6][0-9](?:[ \-]?[0-9]){11,17})(?![0-9A-Za-z.\-])/) {
            let digits = found.output.1.compactMap(\.wholeNumberValue)
            guard Set(digits).count > 1 else { continue }
            let sum = digits.reversed().enumerated().reduce(0) { sum, item in
                let double = item.offset.isMultiple(of: 2) ? item.element : item.element * 2
                return sum + (double > 9 ? double - 9 : double)
            }
            if sum.isMultiple(of: 10) { return String(found.output.1) }
        }
        return nil
    }

    /// A word that is not natural: long, of mixed characters and high entropy.
    private func randomWord(in text: String) -> String? {
        for found in text.matches(of: /[A-Za-z0-9+\/_\-]{24,}={0,2}/) {
            let word = String(found.output)
            // Identifiers and paths are long, too; a UUID alone is not a secret.
            guard word.wholeMatch(of: /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) == nil,
                word.filter({ $0 == "/" || $0 == "-" || $0 == "_" }).count * 8 <= word.count
            else { continue }
            let isHex = word.allSatisfy(\.isHexDigit)
            let digits = word.count(where: \.isNumber)
            let letters = word.count - digits
            guard digits >= 3, letters >= 3 else { continue }
            if isHex ? word.count >= 32 && entropy(word) > 3.2 : entropy(word) > 4 { return word }
        }
        return nil
    }

    /// The Shannon entropy of each character, in bits.
    private func entropy(_ word: String) -> Double {
        var counts: [UInt8: Int] = [:]
        for byte in word.utf8 { counts[byte, default: 0] += 1 }
        let total = Double(word.utf8.count)
        return counts.values.reduce(0) { $0 - Double($1) / total * log2(Double($1) / total) }
    }
}

extension SecretDetector {
    /// A secret masked so that it can be recognised but not read: `hu•••••`, 11 characters.
    static func masked(_ text: String) -> String {
        let characters = Array(text.prefix(64))
        let shown = characters.count >= 12 ? 3 : characters.count >= 6 ? 1 : 0
        let dots = String(repeating: "•", count: min(max(characters.count - shown, 1), 8))
        return "\(String(characters.prefix(shown)))\(dots) (\(NumberText.counted(text.count, "character")))"
    }
}
