internal import CLibedit

extension EditSession {
    /// Commands of libedit that ours hand over to, by keys that cannot be typed: while the terminal is in its editing
    /// state, Ctrl-\ is a signal.
    enum Handover: String, CaseIterable {
        case accept = "ed-newline"
        case forward = "ed-next-char"
        case backward = "ed-prev-char"
        case word = "em-next-word"
        case end = "ed-move-to-end"
        case erase = "em-delete-prev-char"
        case delete = "ed-delete-next-char"
        case deleteOrEnd = "em-delete-or-list"

        var key: String {
            "\u{1C}" + String(UnicodeScalar(UInt8(0x61 + (Self.allCases.firstIndex(of: self) ?? 0))))
        }
    }

    func handOver(to command: Handover) -> cle_outcome {
        cle_push(editor, command.key)
        return CLE_NOTHING
    }

    /// Our bindings, `~/.editrc`, then those without which lines cannot be ended, completed or pasted: choosing another
    /// key map there resets all of them.
    func bindKeys() {
        _ = cle_set_mode(editor, options.mode.rawValue)
        if options.mode == .emacs { bindEmacs() }
        if options.readsEditrc { cle_source_defaults(editor) }
        if cle_is_vi(editor) { bindVi() }
        for key in ["^J", "^M"] { bind(key, CLE_ACCEPT, inCommandMap: true) }
        bind("^I", CLE_COMPLETE)
        for command in Handover.allCases { bind(command.key, command.rawValue, inCommandMap: true) }
        // What libedit writes to clear the screen is not seen.
        if canDraw { bind("^L", CLE_CLEAR, inCommandMap: true) }
        if !cle_is_vi(editor) { bind("\u{1B}[200~", CLE_PASTE) }
    }

    private func bindEmacs() {
        let bindings: [(keys: [String], command: String)] = [
            (["^R"], "em-inc-search-prev"),
            (["^S"], "em-inc-search-next"),
            (["^W"], "ed-delete-prev-word"),
            (["\u{1B}[A", "\u{1B}OA"], "ed-search-prev-history"),
            (["\u{1B}[B", "\u{1B}OB"], "ed-search-next-history"),
            (["\u{1B}[1;5D", "\u{1B}[1;3D", "\u{1B}b"], "ed-prev-word"),
            (["\u{1B}[H", "\u{1B}OH", "\u{1B}[1~"], "ed-move-to-beg"),
        ]
        for (keys, command) in bindings {
            for key in keys { bind(key, command) }
        }
        let ours: [(keys: [String], command: cle_command)] = [
            (["\u{1B}[C", "\u{1B}OC", "^F"], CLE_FORWARD),
            (["\u{1B}[D", "\u{1B}OD", "^B"], CLE_BACKWARD),
            (["\u{1B}[1;5C", "\u{1B}[1;3C", "\u{1B}f"], CLE_WORD),
            (["\u{1B}[F", "\u{1B}OF", "\u{1B}[4~", "^E"], CLE_END),
            (["^?", "^H"], CLE_ERASE),
            (["\u{1B}[3~"], CLE_DELETE),
            (["^D"], CLE_DELETE_OR_END),
            (["\u{1F}", "^X^U"], CLE_UNDO),
            (["\u{1B}/"], CLE_REDO),
            (["\u{1B}.", "\u{1B}_"], CLE_ARGUMENT),
            (["^X^E"], CLE_EDIT),
        ]
        for (keys, command) in ours {
            for key in keys { bind(key, command) }
        }
    }

    /// The keys of vi mode, as bash, fish and vim have them; after `~/.editrc`, whose `bind -v` removes all.
    private func bindVi() {
        for (key, command) in [("^R", "em-inc-search-prev"), ("^S", "em-inc-search-next")] { bind(key, command) }
        let inserting: [(key: String, command: cle_command)] = [
            ("^F", CLE_FORWARD), ("^E", CLE_END), ("^?", CLE_ERASE), ("^H", CLE_ERASE), ("\u{1F}", CLE_UNDO),
            ("^X^E", CLE_EDIT),
        ]
        for (key, command) in inserting { bind(key, command) }
        let commands: [(key: String, command: cle_command)] = [
            ("u", CLE_UNDO), ("^R", CLE_REDO), ("v", CLE_EDIT),
        ]
        for (key, command) in commands {
            _ = cle_bind_alternative(editor, key, String(cString: cle_command_name(command)))
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
