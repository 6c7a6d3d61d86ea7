import InspectorCore
import StrobeTree

/// A parsed command line.
struct Invocation: Sendable {
    let command: Command
    /// The line, without variables.
    let line: String
    /// The positional arguments.
    private(set) var arguments: [String] = []
    /// The options, with their values.
    private(set) var options: [String: String] = [:]
    /// The body of a loop, or the included script.
    var body: Script?
    let parts = ParsedParts()

    /// Parses a line.
    ///
    /// - Parameter known: Its command, if already known.
    /// - Throws: ``InspectorError`` with the code `usage`.
    init(_ line: String, _ known: Command? = nil) throws(InspectorError) {
        self.line = line
        let trimmed = line.drop(while: \.isWhitespace)
        let nameEnd = trimmed.firstIndex(where: \.isWhitespace) ?? trimmed.endIndex
        let rest = String(trimmed[nameEnd...])
        let named = if let known { known } else { try CommandTable.command(named: String(trimmed[..<nameEnd])) }
        guard !named.isAskedForHelp(in: trimmed) else {
            arguments = [try CommandTable.command(named: String(trimmed[..<nameEnd])).name]
            command = .help
            return
        }
        command = named
        if command.options.contains(where: \.isLong) {
            try readSections(rest)
        } else if let limit = command.limit {
            try readWords(try Word.split(rest)[...])
            guard arguments.count <= limit else {
                throw InspectorError(
                    .usage, "`\(arguments[limit])` is one argument too many. Usage: \(command.usage)")
            }
        } else {
            try readRest(rest)
        }
    }

    /// Adds options that the line does not give.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if the command has no such option.
    mutating func addDefaults(_ text: String) throws(InspectorError) {
        let given = options
        var words = try Word.split(text)[...]
        while let word = words.popFirst() { try readOption(word.text, following: &words) }
        options.merge(given) { $1 }
    }

    private mutating func readWords(_ words: ArraySlice<Word>) throws(InspectorError) {
        var words = words
        while let word = words.popFirst() {
            if word.isOption {
                try readOption(word.text, following: &words)
            } else {
                arguments.append(word.text)
            }
        }
    }

    /// Parses options before and after a single argument, which is taken verbatim.
    private mutating func readRest(_ rest: String) throws(InspectorError) {
        var text = rest[...]
        while let word = text.firstWord, word.hasPrefix("--"), option(named: word) != nil {
            var words = try Word.split(String(text))[...]
            guard let first = words.popFirst() else { break }
            try readOption(first.text, following: &words)
            guard let next = words.first else {
                text = ""
                break
            }
            let split = String(text)
            text = Substring(split[next.range.lowerBound...])
        }
        while let taken = try takeTrailingOption(of: text) { text = taken }
        let argument = text.trimmed
        if !argument.isEmpty { arguments = [argument] }
    }

    /// Parses one argument and options whose values may have blanks: each extends to the next option.
    private mutating func readSections(_ rest: String) throws(InspectorError) {
        var words = try Word.split(rest)[...]
        while let first = words.first {
            let option = first.looksLikeOption ? option(named: first.text) : nil
            if first.looksLikeOption, option?.isLong != true {
                words.removeFirst()
                try readOption(first.text, following: &words)
                continue
            }
            if option != nil {
                words.removeFirst()
                if let equals = rest[first.range].firstIndex(of: "=") {
                    let value = rest.index(after: equals)..<first.range.upperBound
                    words.insert(Word(text: String(rest[value]), range: value), at: words.startIndex)
                }
            }
            // Single quotes enclose the whole section; double quotes may be the beginning of a condition.
            let isQuoted = words.first.map { $0.isQuoted && rest[$0.range.lowerBound] == "'" } ?? false
            let section = isQuoted ? words.prefix(1) : words.prefix { !$0.looksLikeOption }
            words = words.dropFirst(section.count)
            let text = Self.text(of: section, in: rest)
            if let option {
                guard !text.isEmpty else { throw Self.missing(option) }
                options[option.name] = text
            } else if arguments.isEmpty {
                arguments = [text]
            } else {
                throw InspectorError(.usage, "`\(text)` is one argument too many. Usage: \(command.usage)")
            }
        }
    }

    /// The text of some words as in the line; a single word without its quotes.
    private static func text(of words: ArraySlice<Word>, in line: String) -> String {
        guard let first = words.first, let last = words.last else { return "" }
        if words.count == 1, first.isQuoted { return first.text }
        return String(line[first.range.lowerBound..<last.range.upperBound])
    }

    private static func missing(_ option: Command.Option) -> InspectorError {
        InspectorError(.usage, "`--\(option.name)` needs a value: --\(option.name) \(option.value ?? "").")
    }

    /// Removes the option at the end of a text, if there is one.
    private mutating func takeTrailingOption(of text: Substring) throws(InspectorError) -> Substring? {
        let line = String(text)
        // If a quote is left open, it is an apostrophe: `it's`.
        let words =
            (try? Word.split(line))
            ?? line.split(whereSeparator: \.isWhitespace).map {
                Word(text: String($0), range: $0.startIndex..<$0.endIndex)
            }
        for length in 1...2 where words.count >= length {
            let word = words[words.count - length]
            guard word.isOption, let option = option(named: word.text) else { continue }
            let hasValue = word.text.contains("=") || length == 2
            guard (option.value != nil) == hasValue else { continue }
            var following = words.suffix(length - 1)
            try readOption(word.text, following: &following)
            return Substring(line[..<word.range.lowerBound])
        }
        return nil
    }

    private func option(named word: some StringProtocol) -> Command.Option? {
        let name = word.dropFirst(2).prefix { $0 != "=" }
        return command.options.first { $0.name == name }
    }

    private mutating func readOption(_ word: String, following: inout ArraySlice<Word>) throws(InspectorError) {
        let name = String(word.dropFirst(2).prefix { $0 != "=" })
        guard let option = option(named: word) else {
            let names = command.options.map(\.name)
            let hint = Spelling.nearest(name, in: names).map { " Did you mean `--\($0)`?" } ?? ""
            throw InspectorError(
                .usage, "`\(command.name)` has no option `--\(name)`.\(hint) Usage: \(command.usage)")
        }
        let attached = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
        guard option.value != nil else {
            guard attached == nil else { throw InspectorError(.usage, "`--\(name)` takes no value.") }
            options[name] = ""
            return
        }
        guard let value = attached ?? following.popFirst()?.text else {
            throw Self.missing(option)
        }
        options[name] = value
    }
}

extension Command {
    /// Whether a line of it is `COMMAND --help`, maybe with an operator behind it.
    func isAskedForHelp(in line: some StringProtocol) -> Bool {
        let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count > 1, words[1] == "--help" || words[1] == "-h" && !tail.isText else { return false }
        return words.count == 2 || words[2].hasPrefix("|") || words[2].hasPrefix(">")
    }
}

extension Invocation {
    /// The first argument.
    var argument: String? { arguments.first }

    /// Whether an option is present.
    func has(_ option: String) -> Bool { options[option] != nil }

    /// The value of an option that takes a number of at least 0.
    func number(_ option: String) throws(InspectorError) -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw InspectorError(.usage, "`--\(option)` takes a number from 0, not `\(text)`.")
        }
        return number
    }

    /// The options as they can be typed again, with a blank before each.
    func optionText(except left: Set<String>) -> String {
        options.filter { !left.contains($0.key) }.sorted { $0.key < $1.key }
            .map { " --\($0.key)" + ($0.value.isEmpty ? "" : " " + Word.written($0.value)) }.joined()
    }

    /// The value of an option, as typed.
    func value(_ option: String) -> String? { options[option] }

    /// The argument at an index as a path; `nil` if absent or the root.
    func path(at index: Int = 0) throws -> Path? {
        guard arguments.indices.contains(index) else { return nil }
        let path = try path(in: arguments[index])
        return path.isRoot ? nil : path
    }
}

extension Word {
    /// Whether it is an option and not an argument.
    var isOption: Bool { !isQuoted && text.hasPrefix("--") && text.count > 2 }

    /// Whether it is an option in a position where any text may occur: `-->` is not.
    var looksLikeOption: Bool { isOption && text.dropFirst(2).first?.isLetter == true }
}

extension Substring {
    fileprivate var firstWord: Substring? {
        let start = drop(while: \.isWhitespace)
        return start.isEmpty ? nil : start.prefix { !$0.isWhitespace }
    }

    fileprivate var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
