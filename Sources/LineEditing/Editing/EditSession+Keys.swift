internal import CLibedit

extension EditSession {
    /// Keys that end the line and move right for our own commands; they cannot be typed while the terminal is in its
    /// editing state, where Ctrl-\ is a signal.
    static let acceptKey = "\u{1C}"
    static let forwardKey = "\u{1D}"

    /// Our bindings, `~/.editrc`, then those without which lines cannot be ended, completed or pasted: choosing another
    /// key map there resets all of them.
    func bindKeys() {
        _ = cle_set_mode(editor, options.mode.rawValue)
        if options.mode == .emacs { bindMovement() }
        if options.readsEditrc { cle_source_defaults(editor) }
        for key in ["^J", "^M"] { bind(key, CLE_ACCEPT, inCommandMap: true) }
        bind("^I", CLE_COMPLETE)
        bind(Self.acceptKey, "ed-newline", inCommandMap: true)
        bind(Self.forwardKey, "ed-next-char")
        if !cle_is_vi(editor) {
            bind("\u{1B}[200~", CLE_PASTE)
            if options.hint != nil {
                for key in ["\u{1B}[C", "\u{1B}OC", "^F"] { bind(key, CLE_FORWARD) }
            }
        }
    }

    private func bindMovement() {
        let bindings: [(keys: [String], command: String)] = [
            (["^R"], "em-inc-search-prev"),
            (["^S"], "em-inc-search-next"),
            (["^W"], "ed-delete-prev-word"),
            (["\u{1B}[A", "\u{1B}OA"], "ed-search-prev-history"),
            (["\u{1B}[B", "\u{1B}OB"], "ed-search-next-history"),
            (["\u{1B}[1;5C", "\u{1B}[1;3C", "\u{1B}f"], "em-next-word"),
            (["\u{1B}[1;5D", "\u{1B}[1;3D", "\u{1B}b"], "ed-prev-word"),
            (["\u{1B}[H", "\u{1B}OH", "\u{1B}[1~"], "ed-move-to-beg"),
            (["\u{1B}[F", "\u{1B}OF", "\u{1B}[4~"], "ed-move-to-end"),
            (["\u{1B}[3~"], "ed-delete-next-char"),
        ]
        for (keys, command) in bindings {
            for key in keys { bind(key, command) }
        }
    }

    private func bind(_ key: String, _ command: cle_command, inCommandMap: Bool = false) {
        bind(key, String(cString: cle_command_name(command)), inCommandMap: inCommandMap)
    }

    private func bind(_ key: String, _ command: String, inCommandMap: Bool = false) {
        _ = cle_bind(editor, key, command)
        if inCommandMap { _ = cle_bind_alternative(editor, key, command) }
    }
}
