/// Texts that act as code or markup in a file that does not quote them properly.
///
/// As code, markup, the end of a line or a literal, or terminal commands. All tests of writers share this list.
public enum HostileTexts {
    /// Texts that were each made for one kind of file.
    public static let known: [String] = [
        "", " ", "\"", "\\", "\\\\", "\"\"\"", "\\\"", "a\\", "a\"", "'", "it's", "`", "```", "a`b``c", "\\`",
        // Swift: interpolations and ends of literals, also after a quote that forms one character with its accent.
        "\\(pwn())", "\\#(pwn())", "\\##(pwn())", "\\###(pwn())", "\\\\#(pwn())", "\"#; pwn() //", "\"##; pwn() //",
        "\"\"\"\n#; pwn()", "#\"", "\"#\"#", "\"####################", "\\####################(pwn())", "\"; pwn(); \"",
        "\"\u{301}); pwn() //", "\\\u{301}(pwn())", "\"\u{301}#; pwn() //", "\\\u{301}#(pwn())", "\u{301}\"", "\u{D4E}",
        "x\u{D4E}\"", "\u{D4E}\\(pwn())", "/* a */ pwn() //", "*/ pwn() /*", "// x\npwn()", "\npwn()\n", "\rpwn()\r",
        "\r\npwn()", "\u{2028}pwn()", "\u{85}pwn()", "\u{B}pwn()", "\u{C}pwn()", "#if true\npwn()\n#endif",
        "}}\npwn()\n{{",
        "\\u{41}", "\\u{110000}", "\\n", "\\0", "\\x41", "\u{0}", "a\u{0}b", "\u{0}1",
        // Invalid names, and names with a meaning.
        "pwn()", "init", "self", "Self", "default", "let", "inout", "none", "some", "$0", "$x", "a.b", "a b", "+", "==",
        "_",
        "`let`", "1a", "système", "名前", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "Ａ", "fatalError", "nil", "try", "await x",
        // Lines and words of scripts.
        "; send .evil", "\nsend .evil", "$name", "${name}", "$$", "\u{D4E}$n", "--force", "-x", "# x", "a # b", "{",
        "}", "[",
        "] = 1", "a\tb",
        // HTML, XML, Markdown.
        "</script><script>pwn()</script>", "<!-- x", "--> x", "]]>", "<![CDATA[", "&amp;", "&#60;", "{{title}}",
        "<img src=x onerror=pwn()>",
        "</details>", "a|b", "a\\|b", "|\u{301}", "`\u{301}", "[\u{301}x](http://e.org)", "![x](http://e.org/x)",
        "@everyone #1", "\n\n# x",
        // Graphs.
        "\\N", "\\l", "a\" shape=point label=\"b", "a;b", "a-->b", "a : b", "%%{init: {}}%%", "#59;", "<b>x</b>",
        // Terminals: control sequences, backspaces, bidirectional marks.
        "\u{1B}[2J", "\u{1B}]0;pwned\u{7}", "\u{9B}31m", "\u{8}\u{8}", "\u{7F}", "\u{61C}x", "\u{200E}x", "\u{200F}x",
        "a\u{202E}b",
        "\u{2066}x\u{2069}", "\u{FEFF}x", "x\u{200B}y", "\u{FFFE}", "\u{10FFFF}", "\u{E000}", "\u{FE0F}",
    ]

    /// The known texts, and as many generated from parts of them as needed.
    ///
    /// - Parameters:
    ///   - count: The number of texts, which may repeat by chance only.
    ///   - seed: The same seed gives the same texts.
    public static func some(_ count: Int, seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed)
        var texts = Array(known.prefix(count))
        while texts.count < count {
            var text = ""
            for _ in 0...Int.random(in: 0...5, using: &generator) {
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: text += known.randomElement(using: &generator) ?? ""
                case 1: text += pieces.randomElement(using: &generator) ?? ""
                case 2: text += String(repeating: "#", count: Int.random(in: 0...4, using: &generator))
                default:
                    let value = UInt32.random(
                        in: 0...(Bool.random(using: &generator) ? 0x7F : 0x10FFFF), using: &generator)
                    text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{301}")
                }
            }
            texts.append(text)
        }
        return texts
    }

    private static let pieces = [
        "\"", "\\", "\\(", "pwn()", ")", "\u{301}", "\u{20E3}", "\n", "\r", "\u{2028}", "\u{202E}", "\u{1B}", "\u{0}",
        "*/", "//",
        "\"\"\"", "'", "`", "|", "<", ">", "&", "$", "{", "}", " ", "x", "é", "\u{D4E}", "\u{200D}", "👍🏽",
    ]
}
