import InspectorCore
import LineEditing

/// The keys of the full-screen view, for its help and its footer.
enum ScreenKeys {
    /// Keys, what they do, and the key and the text in the footer; `nil` if they are not there.
    static let all: [(keys: String, text: String, short: (key: String, text: String)?)] = [
        ("↑ ↓ k j", "travel to the previous, the next action", ("↑↓", "travel")),
        ("PgUp PgDn", "a page; with a mouse, the wheel travels and a click chooses", nil),
        ("Home g", "the first action", nil),
        ("End G", "the live end; follow it", ("G", "live")),
        ("Enter", "widen the details; in the details, open the part at the line", ("Enter", "open")),
        ("Esc ←", "back: close the part, then to the log, then clear the filter", ("Esc", "back")),
        ("Tab", "the next pane: log, details, held actions", ("Tab", "pane")),
        ("/", "actions that contain your text, or changed a .path", ("/", "filter")),
        ("s", "only the actions of one store", ("s", "store")),
        ("d", "show changes and state, changes, or state", ("d", "diff/state")),
        ("[ ] p n", "the previous, the next change of the part at the line", ("[ ]", "change")),
        ("space", "pause the gate of the action's store, or resume it", ("space", "pause")),
        (".", "let one held action pass", (".", "step")),
        ("e", "edit a held action at the prompt", ("e", "edit")),
        ("x", "drop a held action", ("x", "drop")),
        ("?", "this help", nil),
        ("q Ctrl-C", "back to the prompt, at the position chosen here", nil),
    ]

    /// The table of all keys.
    static func lines(width: Int) -> [StyledText] {
        var table = Table(.left, .left)
        for binding in all { table.add(StyledText(binding.keys, .strong), StyledText(binding.text)) }
        return table.wrappedRows(width: width, flexible: 1).flatMap { $0 }
    }

    /// The keys that apply now, the most important ones first, in one line.
    ///
    /// - Parameter space: What the space bar does.
    static func footer(_ keys: [String], space: String, width: Int) -> StyledText {
        let items = keys.compactMap { key in all.compactMap(\.short).first { $0.key == key } }
        var line = StyledText(" ")
        let tail = item("?", "help") + item("q", "prompt")
        for (key, text) in items {
            let next = item(key, key == "space" ? space : text)
            if line.width + next.width + tail.width <= width { line += next }
        }
        return line + tail
    }

    private static func item(_ key: String, _ text: String) -> StyledText {
        StyledText(key, .strong) + StyledText(" \(text)  ", .dim)
    }
}
