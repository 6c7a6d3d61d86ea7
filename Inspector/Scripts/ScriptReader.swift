import InspectorCore
import StrobeSystem
import StrobeTree

/// Parses a script completely before any of it runs.
///
///     script     = { line } ;                       (* blank lines and # comments do nothing *)
///     line       = statement , { ( ";" | "&&" ) , statement } ;
///     statement  = ( command | loop , body ) , [ "|" , shell command | ( ">" | ">>" ) , file ] ;
///     loop       = "repeat" , count , [ "as" , name ]
///                | "every" , duration , [ count , "times" | "for" , duration ] , [ "as" , name ] ;
///     body       = statement | "{" , line , "}" | "{" , newline , { line } , "}" ;
///
/// The `}` of a block of lines is a line of its own. A literal whose brackets are open continues on the next line.
/// Variables are substituted when a statement runs; that they are set is checked here.
struct ScriptReader {
    /// A physical line, or the rest of it.
    struct Line {
        var text: Substring
        var place: ScriptPlace
        /// The brackets that the physical line leaves open.
        var brackets = ScriptScanner.OpenBrackets()

        /// A part of the line, without the blanks before it.
        func part(_ part: Substring) -> Line {
            var whole = self
            whole.text = text[..<part.endIndex]
            return whole.rest(from: part.startIndex)
        }

        /// The rest of the line from an index on.
        func rest(from index: Substring.Index) -> Line {
            var rest = self
            rest.text = text[index...]
            rest.place.column += text.distance(from: text.startIndex, to: index)
            let blanks = rest.text.prefix(while: \.isWhitespace).count
            rest.text = rest.text.dropFirst(blanks)
            rest.place.column += blanks
            return rest
        }
    }

    let reading: ScriptReading
    private let source: ScriptSource
    private let lines: [Substring]
    private var next = 0

    init(_ text: String, from source: ScriptSource, reading: ScriptReading) {
        self.reading = reading
        self.source = source
        let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        lines = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// Parses the whole script; errors are added to ``reading``.
    mutating func script() -> Script {
        var script = Script()
        while let line = takeLine() { script.statements += statements(on: line) }
        return script
    }

    // MARK: - Lines

    /// The next line that is not blank, without its comment.
    private mutating func takeLine() -> Line? {
        while next < lines.count {
            let place = ScriptPlace(source: source, line: source.firstLine + next)
            var brackets = ScriptScanner.OpenBrackets()
            let text = brackets.read(lines[next], at: 0)
            next += 1
            let line = Line(text: text, place: place, brackets: brackets).rest(from: text.startIndex)
            if !line.text.isEmpty { return line }
        }
        return nil
    }

    /// Parses the statements of a line; the last one may continue on the next lines.
    private mutating func statements(on line: Line) -> [ScriptStatement] {
        let parts = LineOperators.parts(of: line.text, aliases: reading.aliases)
        var statements: [ScriptStatement] = []
        for (number, part) in parts.enumerated() {
            let whole = line.part(part.text)
            let next = number + 1 < parts.count ? parts[number + 1] : nil
            guard !whole.text.isEmpty else {
                if part.needsSuccess || next?.needsSuccess == true {
                    reading.note(failure(line, "`&&` needs a command on each side: wait .n > 3 && send .stop"))
                }
                continue
            }
            var found = expansion(of: whole)
            if found == nil {
                found = statement(beginning: whole, endsLine: number == parts.count - 1).map { [$0] }
            }
            guard var found, !found.isEmpty else { continue }
            if number > 0 { found[0].follows = part.needsSuccess ? .success : .statement }
            statements += found
        }
        return statements
    }

    /// The commands of an alias at the beginning of a line.
    ///
    /// - Returns: `nil` if there is no alias; errors show the commands as they are.
    private func expansion(of line: Line) -> [ScriptStatement]? {
        let word = line.text.prefix { !$0.isWhitespace }
        guard let text = reading.aliases[String(word)], !CommandTable.isName(word) else { return nil }
        reading.expansions += 1
        defer { reading.expansions -= 1 }
        guard reading.expansions <= ScriptReading.maxExpansions else {
            reading.note(failure(line, "The alias `\(word)` expands to itself."))
            return []
        }
        var reader = ScriptReader(text + line.text[word.endIndex...], from: .lines("alias \(word)"), reading: reading)
        guard let whole = reader.takeLine() else { return [] }
        return reader.statements(on: whole).map {
            var statement = $0
            statement.place = line.place
            return statement
        }
    }

    private mutating func statement(beginning line: Line, endsLine: Bool = true) -> ScriptStatement? {
        guard reading.hasRoom(at: line.place) else {
            next = lines.count
            return nil
        }
        do throws(ScriptFailure) {
            return try statement(line, endsLine: endsLine)
        } catch {
            reading.note(error)
            // The block of a wrong line is parsed all the same: its errors are found, and its `}` is none.
            if Self.opensBlock(line.text), !error.isIncomplete {
                reading.depth += 1
                defer { reading.depth -= 1 }
                if reading.depth <= ScriptReading.maxDepth { _ = try? block(openedAt: line) } else { skipBlock() }
            }
            return nil
        }
    }

    // MARK: - Statements

    /// Parses a statement.
    ///
    /// - Parameter endsLine: Whether it is the last one of its line, so that it may continue on the next.
    private mutating func statement(_ line: Line, endsLine: Bool) throws(ScriptFailure) -> ScriptStatement {
        let word = line.text.prefix { !$0.isWhitespace }
        if word == "}" { throw failure(line, "`}` closes no block here.") }
        if word.hasPrefix("{") {
            throw failure(line, "A block belongs to `repeat` or `every`: repeat 3 { … }")
        }
        if word.unicodeScalars.contains("$") {
            // A name alone shows what it stands for.
            let references = ScriptVariables.references(in: line.text.trimmedBlanks)
            if references.count == 1, references[0].range.lowerBound == line.text.startIndex,
                line.text.trimmedBlanks.endIndex == references[0].range.upperBound
            {
                let echo = Line(text: "echo \(line.text)", place: line.place)
                return try statement(echo, .echo)
            }
            throw failure(line, "A statement begins with a command; variables may follow it.")
        }
        let named = try checking(line) { () throws(InspectorError) in
            try CommandTable.command(named: String(word), aliases: reading.aliases.keys)
        }
        do throws(ScriptFailure) {
            return try statement(line, named.isAskedForHelp(in: line.text) ? .help : named, endsLine: endsLine)
        } catch {
            var failure = error
            failure.command = failure.command ?? named.name
            throw failure
        }
    }

    private mutating func statement(
        _ line: Line, _ command: Command, endsLine: Bool
    ) throws(ScriptFailure) -> ScriptStatement {
        var whole = endsLine ? try continued(line, command) : line
        // `time` says how long its command took wherever the output of that goes.
        let (text, redirect) =
            command.loop == .once
            ? (whole.text, nil)
            : try checking(line) { () throws(InspectorError) in try LineOperators.redirect(of: whole.text, command) }
        if case .shell? = redirect, !reading.allowsShell {
            throw failure(
                line, "`|` runs only where you type it: a script file cannot start programs. Use > FILE.")
        }
        if case .file(let name, _)? = redirect { try checkVariables(of: Line(text: name[...], place: line.place)) }
        whole.text = text
        var statement =
            if let grammar = command.loop {
                try loop(whole, command, grammar, endsLine: endsLine && redirect == nil)
            } else {
                try statement(whole, command)
            }
        statement.redirect = redirect
        return statement
    }

    private mutating func statement(_ whole: Line, _ command: Command) throws(ScriptFailure) -> ScriptStatement {
        let word = whole.text.prefix { !$0.isWhitespace }
        let hasVariables = !ScriptVariables.references(in: whole.text).isEmpty
        let rest = whole.text.dropFirst(word.count).trimmedBlanks
        let variable =
            rest.isEmpty
            ? nil
            : try checking(whole) { () throws(InspectorError) in try command.variable?(String(rest), hasVariables) }
        try checkVariables(of: whole)
        if let variable { reading.variables.insert(variable) }
        var statement = ScriptStatement(place: whole.place, text: String(whole.text.trimmedBlanks), command: command)
        if !hasVariables {
            // `$$` is a dollar sign.
            statement.invocation = try checking(whole) { () throws(InspectorError) in
                try Invocation(try ScriptVariables().replaced(in: statement.text), command)
            }
        }
        if command.includesFile { statement.body = try included(whole, command, statement.invocation) }
        if let invocation = statement.invocation {
            try checking(whole) { () throws(InspectorError) in try command.check?(invocation) }
        }
        if command.name == Command.alias.name, let alias = try? statement.invocation?.assignment(),
            let name = alias.name, let text = alias.text
        {
            // The lines that follow may use it before anything is run.
            reading.aliases[name] = text
        }
        reading.count += 1
        return statement
    }

    /// A line joined with the following ones as long as a literal is open.
    private mutating func continued(_ line: Line, _ command: Command) throws(ScriptFailure) -> Line {
        guard LineSyntax.takesLiteral(command) else { return line }
        let (first, start) = (lines[next - 1], next)
        var text = String(line.text)
        var brackets = line.brackets
        // Offsets are those in the physical line.
        let skipped = first.utf8.distance(from: first.startIndex, to: line.text.startIndex)
        while !brackets.isQuoted, let bracket = brackets.open.last {
            guard !brackets.isMixed, next < lines.count else {
                next = start
                skipLiteral()
                let whole = Line(text: text[...], place: line.place)
                let error = InspectorError(.usage, "The bracket \(bracket.sign) is not closed.")
                var failure = failure(
                    error, in: whole, at: text.utf8.index(text.startIndex, offsetBy: bracket.offset - skipped))
                failure.isIncomplete = !brackets.isMixed
                throw failure
            }
            text += "\n" + brackets.read(lines[next], at: skipped + text.utf8.count + 1)
            next += 1
        }
        return Line(text: text[...], place: line.place)
    }

    /// Skips the lines that can only belong to a literal that is not closed.
    private mutating func skipLiteral() {
        while next < lines.count {
            let word = lines[next].trimmedBlanks.prefix { !$0.isWhitespace }
            guard word != "}", (try? CommandTable.command(named: String(word))) == nil else { return }
            next += 1
        }
    }

    // MARK: - Loops

    private mutating func loop(
        _ line: Line, _ command: Command, _ grammar: LoopGrammar, endsLine: Bool
    ) throws(ScriptFailure) -> ScriptStatement {
        reading.depth += 1
        defer { reading.depth -= 1 }
        guard reading.depth <= ScriptReading.maxDepth else {
            throw failure(line, "Loops are nested deeper than \(ScriptReading.maxDepth) levels.")
        }
        let bodyStart = grammar.bodyStart(in: line.text)
        let header = Line(text: line.text[..<bodyStart].trimmedBlanks, place: line.place)
        try checkVariables(of: header)
        var statement = ScriptStatement(place: line.place, text: String(header.text), command: command)
        let invocation = try checking(header) { () throws(InspectorError) in try Invocation(statement.text, command) }
        if ScriptVariables.references(in: header.text).isEmpty {
            try checking(header) { () throws(InspectorError) in try command.check?(invocation) }
            statement.invocation = invocation
        }
        let rest = line.rest(from: bodyStart)
        guard !rest.text.isEmpty else {
            throw failure(rest, "`\(command.name)` needs a command, or a block in braces. Usage: \(command.usage)")
        }
        let name = grammar.variable(invocation.arguments)
        let isNew = name.map { reading.variables.insert($0).inserted } ?? false
        reading.count += 1
        statement.body = try body(rest, endsLine: endsLine)
        if let name, isNew { reading.variables.remove(name) }
        return statement
    }

    private mutating func body(_ line: Line, endsLine: Bool) throws(ScriptFailure) -> Script {
        guard line.text.first == "{" else {
            if let statements = expansion(of: line) { return Script(statements: statements) }
            return Script(statements: [try statement(line, endsLine: endsLine)])
        }
        let inside = line.text.index(after: line.text.startIndex)
        guard let end = ScriptScanner.partner(of: line.text) else {
            guard endsLine, line.text[inside...].allSatisfy(\.isWhitespace) else {
                throw failure(
                    line, "The block that begins here is not closed. Close it on its line, or break the line after {.")
            }
            return try block(openedAt: line)
        }
        let behind = line.rest(from: line.text.index(after: end))
        guard behind.text.isEmpty else {
            throw failure(behind, "Nothing may follow the block; begin a new line.")
        }
        var script = Script()
        script.statements = statements(on: line.part(line.text[inside..<end]))
        return script
    }

    private static func opensBlock(_ text: Substring) -> Bool { text.first != "}" && text.trimmedBlanks.last == "{" }

    /// Skips the lines of a block that is nested too deeply.
    private mutating func skipBlock() {
        var depth = 1
        while depth > 0, let line = takeLine() {
            if line.text.first == "}" { depth -= 1 } else if Self.opensBlock(line.text) { depth += 1 }
        }
    }

    /// Parses the lines up to a `}`.
    private mutating func block(openedAt opening: Line) throws(ScriptFailure) -> Script {
        var script = Script()
        while let line = takeLine() {
            if line.text.first == "}" {
                let behind = line.rest(from: line.text.index(after: line.text.startIndex))
                guard behind.text.isEmpty else {
                    throw failure(behind, "Nothing may follow the } of a block; begin a new line.")
                }
                return script
            }
            script.statements += statements(on: line)
        }
        var failure = failure(opening, "The block that begins here is not closed: a line with } is missing.")
        failure.isIncomplete = true
        throw failure
    }

    // MARK: - Includes

    private func included(
        _ line: Line, _ command: Command, _ invocation: Invocation?
    ) throws(ScriptFailure) -> Script {
        guard let invocation else {
            throw failure(line, "A file is included before anything is run: its name cannot have variables.")
        }
        let file = try checking(line) { () throws(InspectorError) in
            let words = try Word.split(invocation.argument ?? "")
            guard words.count == 1 else {
                throw InspectorError(.usage, "`\(command.name)` needs one file. Usage: \(command.usage)")
            }
            return words[0].text
        }
        return try checking(line) { () throws(InspectorError) in
            try reading.include(file, from: source)
        }
    }

    // MARK: - Failures

    private func checkVariables(of line: Line) throws(ScriptFailure) {
        for reference in ScriptVariables.references(in: line.text)
        where !reading.variables.contains(reference.name) && !ScriptVariables.isBuiltIn(reference.name) {
            let error = ScriptVariables.unknown(reference.name, among: reading.variables)
            throw failure(error, in: line, at: reference.range.lowerBound)
        }
    }

    /// Runs something that may throw for the command at the beginning of a line.
    private func checking<Result>(
        _ line: Line, _ body: () throws(InspectorError) -> Result
    ) throws(ScriptFailure) -> Result {
        do throws(InspectorError) {
            return try body()
        } catch {
            // An error with a caret of its own needs none under the command.
            guard error.details.isEmpty else {
                throw ScriptFailure(place: line.place, underlying: error)
            }
            throw failure(error, in: line)
        }
    }

    private func failure(_ line: Line, _ message: String) -> ScriptFailure {
        failure(InspectorError(.usage, message), in: line)
    }

    /// An error with its line and a caret.
    ///
    /// - Parameter index: The position in the text of the line or lines; its beginning if `nil`.
    private func failure(_ error: InspectorError, in line: Line, at index: Substring.Index? = nil) -> ScriptFailure {
        var place = line.place
        let before = line.text[..<(index ?? line.text.startIndex)]
        let breaks = before.count(where: \.isNewline)
        place.line += breaks
        place.column = breaks == 0 ? place.column + before.count : before.reversed().prefix { !$0.isNewline }.count + 1
        var shown = error
        let number = place.line - source.firstLine
        // A caret under the first character of a typed line adds nothing.
        if lines.indices.contains(number), place.isTelling || place.column > 1 {
            let text = String(lines[number])
            let offset = text.prefix(place.column - 1).utf8.count
            let caret = TreeError(.malformedLiteral, error.message, offset: offset).caret(in: text)
            shown.details = caret.split(separator: "\n").map(String.init)
        }
        return ScriptFailure(place: place, underlying: shown)
    }
}
