import InspectorPages
import StrobeTree

/// A report as a single HTML page without external resources.
package enum ReportPage {
    /// The page, as UTF-8.
    ///
    /// - Parameter made: The time of creation, in words.
    package static func bytes(_ report: Report, made: String) -> [UInt8] {
        var data: [UInt8] = []
        JSON.write(report.pageData(made: made), into: &data)
        return page(
            title: report.title, nonce: nonce(), data: data,
            without:
                "This report needs JavaScript, which is off. It loads nothing: everything is in this file.",
            scripts: [(.source, String(cString: recorded_js()))])
    }

    /// Where a script is among those of a page.
    package enum ScriptPlace: Sendable {
        /// First: where the others have the data from.
        case source
        /// Before the last: what the page has beyond a report.
        case parts
    }

    /// A page with its own scripts among the common ones, as UTF-8.
    ///
    /// - Parameters:
    ///   - nonce: A random text for its scripts, so that no other text can run as one.
    ///   - policy: What its policy allows and forbids beyond that of a report.
    ///   - data: The JSON that is embedded.
    ///   - notice: What is shown without JavaScript.
    ///   - scripts: Its own scripts, in the order of their dependencies.
    ///   - style: Its own style.
    package static func page(
        title: String, nonce: String, policy: String = "", data: [UInt8], without notice: String,
        scripts: [(ScriptPlace, String)], style: String = ""
    ) -> [UInt8] {
        func own(_ place: ScriptPlace) -> [String] { scripts.filter { $0.0 == place }.map(\.1) }
        let common = [
            model_js(), states_js(), notation_js(), log_js(), timeline_js(), entry_js(), tree_js(), graph_js(),
            session_js(),
        ]
        let script =
            [String(cString: data_js())] + own(.source) + common.map { String(cString: $0) } + own(.parts)
            + [String(cString: page_js())]
        let parts: [String: [UInt8]] = [
            "title": Array(escaped(title).utf8), "generator": Array("strobe \(Version.current)".utf8),
            "nonce": Array(nonce.utf8), "policy": Array(policy.utf8),
            "style": Array((String(cString: page_css()) + style).utf8),
            "script": Array(script.map(withoutComments).joined(separator: [0x0A])), "data": inScript(data),
            "notice": Array(notice.utf8),
        ]
        return filled(Array(String(cString: page_html()).utf8), with: parts)
    }

    /// A script without indentation and lines that are comments, a sixth of it, which nobody reads in a page.
    private static func withoutComments(_ script: String) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        let lines = script.utf8.split(separator: newline).map { $0.drop { $0 == UInt8(ascii: " ") } }.filter { text in
            let isWhole = text.starts(with: "/**".utf8) && text.suffix(2).elementsEqual("*/".utf8)
            return !isWhole && !text.starts(with: "//".utf8)
        }
        return Array(lines.joined(separator: [newline]))
    }

    /// Replaces `{{name}}` in a template; the inserted parts are not searched.
    package static func filled(_ template: [UInt8], with parts: [String: [UInt8]]) -> [UInt8] {
        var page: [UInt8] = []
        page.reserveCapacity(parts.values.reduce(template.count) { $0 + $1.count })
        var rest = template[...]
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        while let start = rest.indices.dropLast().first(where: { rest[$0] == open && rest[$0 + 1] == open }) {
            page += rest[..<start]
            rest = rest[(start + 2)...]
            guard let end = rest.firstIndex(of: close) else { break }
            page += parts[String(decoding: rest[..<end], as: UTF8.self)] ?? []
            rest = rest[end...].dropFirst(2)
        }
        return page + rest
    }

    /// JSON escaped for a script: nothing in it ends the script element, or a line.
    package static func inScript(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(json.count + json.count / 64)
        var index = 0
        while index < json.count {
            let byte = json[index]
            if byte == UInt8(ascii: "<") {
                result += "\\u003c".utf8
            } else if byte == 0xE2, index + 2 < json.count, json[index + 1] == 0x80, json[index + 2] & 0xFE == 0xA8 {
                // U+2028 and U+2029 end a line of a script.
                result += (json[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8
                index += 2
            } else {
                result.append(byte)
            }
            index += 1
        }
        return result
    }

    /// Text escaped for an element or an attribute in double quotes.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in ControlCharacters.escaped(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A random nonce for this page's scripts, so that recorded text can never run as one.
    private static func nonce() -> String {
        (0..<4).map { _ in String(UInt32.random(in: 0...UInt32.max), radix: 16) }.joined()
    }
}
