internal import StrobeTree

/// Lines that a server must refuse, by rule.
enum WrongLines {
    static let malformed: [String] = [
        "this is not JSON", "{", "}", "]", "{\"jsonrpc\":", "nul", "{'jsonrpc':'2.0'}", ping(extra: #","x":01"#),
        ping(extra: #","x":+1"#), ping(extra: #","x":.5"#), ping(extra: #","x":1."#), ping(extra: #","x":NaN"#),
        ping(extra: #","x":0x10"#), ping(extra: #","x":[1,]"#), ping(extra: #","x":"\q""#),
        ping(extra: #","x":"\u12g4""#), ping(extra: ",\"x\":\"\u{1}\""), ping(extra: ",\"x\":\"\t\""), ping() + " 1",
        ping() + ping(), ping(extra: ","), ping(extra: #","x":1 /* one */"#), "\u{0}\u{1}\u{2}",
    ]

    static let surrogates: [String] = [#"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\ud83dx"#].map {
        ping(extra: #","x":"\#($0)""#)
    }

    /// Overlong forms, surrogates, bytes foreign to UTF-8, code points above U+10FFFF, and truncated sequences.
    static let notUTF8: [[UInt8]] = [
        [0xFF], [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5],
        [0xE2, 0x82],
    ].map { Array(ping().utf8.dropLast()) + Array(#","x":""#.utf8) + $0 + Array(#""}"#.utf8) }

    static let noObjects: [String] = [
        "[]", "[\(ping())]", "[\(ping()),\(ping())]", "3", "\"ping\"", "true", "null",
    ]

    static let noVersion: [String] = [
        #"{"id":"v1","method":"ping"}"#, #"{"jsonrpc":"1.0","id":"v2","method":"ping"}"#,
        #"{"jsonrpc":2.0,"id":"v3","method":"ping"}"#, #"{"jsonrpc":null,"id":"v4","method":"ping"}"#,
    ]

    static let wrongIDs: [String] = ["null", "1.5", "true", "{}", "[1]"].map {
        #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"#
    }

    static let wrongMethods: [String] = [
        #"{"jsonrpc":"2.0","id":"e1"}"#, #"{"jsonrpc":"2.0","id":"e2","method":7}"#,
        #"{"jsonrpc":"2.0","id":"e3","method":null,"params":{}}"#,
    ]

    static let wrongParams: [String] = [
        #"{"jsonrpc":"2.0","id":"p1","method":"ping","params":[1]}"#,
        #"{"jsonrpc":"2.0","id":"p2","method":"ping","params":"x"}"#,
        #"{"jsonrpc":"2.0","id":"p3","method":"store/list","params":7}"#,
    ]

    /// An answer to no request, which a server skips.
    static let answer = #"{"jsonrpc":"2.0","id":"never","result":{}}"#

    /// A ping with additional text.
    static func ping(extra: String = "") -> String {
        #"{"jsonrpc":"2.0","id":"never","method":"ping"\#(extra)}"#
    }

    /// A ping nested to a depth, including its own object.
    static func nested(_ depth: Int, id: String) -> String {
        let inner = max(depth - 1, 1)
        return #"{"jsonrpc":"2.0","id":"\#(id)","method":"ping","x":"#
            + String(repeating: "[", count: inner) + String(repeating: "]", count: inner) + "}"
    }
}
