internal import SeededTesting
internal import StrobeTransport
internal import StrobeTree
internal import WireTesting

extension FuzzTarget {
    /// Bytes decoded as text, with invalid UTF-8 replaced.
    static func text(_ input: [UInt8]) -> String { String(decoding: input, as: UTF8.self) }

    /// A generator for the choices of a check, so that only the input decides them.
    static func choices(_ input: [UInt8]) -> SeededGenerator {
        SeededGenerator(seed: input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }

    /// Renders an error as a user would see it.
    static func checkShown(_ error: TreeError, in text: String) throws(FuzzFinding) {
        try FuzzFinding.unless(!error.message.isEmpty, "an error without a message")
        if let offset = error.offset {
            try FuzzFinding.unless(0...text.utf8.count ~= offset, "the error's offset \(offset) is outside of the text")
        }
        _ = error.caret(in: text)
    }

    // MARK: Lines

    /// The line framer: the same lines and errors, however the stream is split.
    static let lines = FuzzTarget(
        "lines",
        FuzzSamples(
            ["a\nbc\r\n\n\r\nlong line here\nend", "{\"a\":1}\n{}\n", "\r\r\n\n\r", "no end", "\0\n\u{FEFF}x\n"],
            tokens: ["\r\n", "\r", "0123456789abcdef"], isLines: false)
    ) { input in
        var random = choices(input)
        let limit = Int.random(in: 1...24, using: &random)
        let whole = LineFramer.items(of: [input[...]], limit: limit)
        try FuzzFinding.unless(
            LineFramer.items(of: input.indices.map { input[$0...$0] }, limit: limit) == whole,
            "byte by byte there are other lines")
        var pieces: [ArraySlice<UInt8>] = []
        var rest = input[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(rest.count, 9), using: &random)
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        try FuzzFinding.unless(LineFramer.items(of: pieces, limit: limit) == whole, "in pieces there are other lines")
        var isLine = false
        for case .line(let line) in whole {
            isLine = true
            try FuzzFinding.unless(
                !line.isEmpty && line.count <= limit && !line.contains(0x0A), "a line that is none: \(line)")
        }
        return isLine ? .understood() : .refused
    }

    // MARK: JSON

    /// The JSON parser and encoder: parsed, written and parsed again, also in chunks.
    static let json = FuzzTarget(
        "json",
        FuzzSamples(
            FuzzSamples.files("v1/examples", ".json").map(\.bytes) + [
                Array(#"[1,-0.0,1e22,"\ud83d\ude00é\n",{"a":[],"b":{}},18446744073709551615,null]"#.utf8),
                Array(#"[{"id":1,"t":"a"},{"id":2,"t":"b"},{"id":3},{"t":"c","id":4},{"id":5,"t":"d","x":[]}]"#.utf8),
            ], tokens: FuzzSamples.jsonTokens)
    ) { input in
        let whole = parsed(input)
        // Input without contiguous storage is parsed in another way.
        let half = input.count / 2
        try FuzzFinding.unless(
            parsed([input[..<half], input[half...]].joined()) == whole, "in two pieces it is read otherwise")
        if case .success(let value) = parsed(input, JSONLimits(maxDepth: 4, maxBytes: 4_096, maxNodes: 40)) {
            try FuzzFinding.unless(.success(value) == whole, "with limits it is read as something else")
        }
        switch whole {
        case .failure(let error):
            try FuzzFinding.unless(
                error.code == .malformedJSON || error.code == .tooLarge, "a JSON text has the error \(error.code)")
            try checkShown(error, in: text(input))
            return .refused
        case .success(let value):
            for style in [JSON.Style.compact, .pretty, JSON.Style(sortsKeys: true)] {
                let text = JSON.text(value, style: style)
                let again = parsed(Array(text.utf8))
                try FuzzFinding.unless(again == .success(value), "what was written is read otherwise: \(text)")
            }
            let text = JSON.text(value)
            var pieces: [UInt8] = []
            JSON.write(value) { pieces += $0 }
            try FuzzFinding.unless(pieces == Array(text.utf8), "written in pieces it is another text")
            try FuzzFinding.unless(
                (try? JSON.parse(text)).map { JSON.text($0) } == text,
                "the order of members or the bits of a number changed")
            return .understood()
        }
    }

    private static func parsed(
        _ input: some Collection<UInt8>, _ limits: JSONLimits = .default
    ) -> Result<Value, TreeError> {
        Result { () throws(TreeError) in try JSON.parse(input, limits: limits) }
    }

    // MARK: Paths

    /// Paths: both notations parse back, and a lookup never traps.
    static let path = FuzzTarget(
        "path",
        FuzzSamples(
            [
                "/items/[id=42]/title", "/a~1b/~0/0", "", "/", ".session.items[3].title", ".[\"odd \\u{e9} key\"].x",
                "[id=\"a]b\"]", "a[\"\"].b-c", ".größe.日本", "/items/-", ".items[0][1]",
            ], tokens: ["~0", "~1", "/", "[id=", "]", "[\"", "\"]", "\\u{", "}", ".", "[0]", "01", "-"])
    ) { input in
        let text = text(input)
        var outcome = FuzzOutcome.refused
        if let path = try? Path(pointer: text) {
            try FuzzFinding.unless(Array(path.pointer.utf8) == Array(text.utf8), "the pointer is written otherwise")
            _ = lookedInto.value(at: path)
            outcome = .understood(as: "pointer")
        }
        do {
            let path = try Path(parsing: text)
            for other in [path.swiftStyle, path.pointer] {
                let again = try? Path(parsing: other)
                try FuzzFinding.unless(again?.tokens == path.tokens, "\(path.tokens) is read otherwise from \(other)")
            }
            _ = lookedInto.value(at: path)
            if outcome == .refused { outcome = .understood(as: "path") }
        } catch let error as TreeError {
            try FuzzFinding.unless(error.code == .malformedPath, "a path has the error \(error.code)")
            try checkShown(error, in: text)
        }
        return outcome
    }

    static let lookedInto: Value = [
        "items": [["id": 42, "title": "x"], ["id": "a]b", "n": [1, [2]]]], "a/b": ["~": [true]], "": ["": nil],
        "session": ["items": [0, 1, 2, ["title": "y"]]],
    ]
}
