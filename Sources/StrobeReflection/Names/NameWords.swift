/// The words of a name: `newEmailAddress`, `new_email_address` and `NewEmailAddresses` have the same.
struct NameWords: Sendable, Hashable {
    let words: [String]

    /// Takes a name apart: at capitals, digits and whatever is no letter; a plural is its singular.
    init(of name: String) {
        var words: [String] = []
        var word = ""
        func end(_ word: inout String, _ words: inout [String]) {
            guard !word.isEmpty else { return }
            let isPlural = word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
            words.append(isPlural ? String(word.hasSuffix("sses") ? word.dropLast(2) : word.dropLast()) : word)
            word = ""
        }
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            guard character.isLetter else {
                end(&word, &words)
                continue
            }
            if character.isUppercase, index > 0 {
                // `URLToken` is `URL` and `Token`, `userURL` is `user` and `URL`.
                let isAfterCapital = characters[index - 1].isUppercase
                let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
                if !isAfterCapital || isBeforeSmall { end(&word, &words) }
            }
            word += character.lowercased()
        }
        end(&word, &words)
        self.words = words
    }

    /// Whether a name contains these words, one after the other.
    func occur(in name: String) -> Bool {
        guard !words.isEmpty else { return false }
        let all = NameWords(of: name).words
        guard all.count >= words.count else { return false }
        return (0...all.count - words.count).contains { all[$0..<$0 + words.count].elementsEqual(words) }
    }
}
