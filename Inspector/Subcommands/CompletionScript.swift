import ArgumentParser

/// The completions of shells, with what a user may leave out: `strobe 155` and Tab completes the process id.
enum CompletionScript {
    /// The script of a shell.
    static func text(for shell: CompletionShell) -> String {
        let script = StrobeCommand.completionScript(for: shell)
        let ask = "__strobe_custom_complete ---completion attach -- positional@0"
        switch shell {
        case .bash:
            return adding(
                #"[[ "${cur}" != [0-9]* ]] || __strobe_add_completions -W "$(\#(ask) "${COMP_CWORD}" "#
                    + #""$(__strobe_cursor_index_in_current_word)")""#,
                after: "COMPREPLY+=($(compgen -W '", in: script)
        case .zsh:
            return adding(
                #"[[ "${words[CURRENT]}" != [0-9]* ]] || \#(ask) "${current_word_index}" "#
                    + #""$(__strobe_cursor_index_in_current_word)" && ret=0"#,
                after: "_describe -V subcommand subcommands", in: script)
        default:
            return script + """

                complete -c 'strobe' -n '__strobe_should_offer_completions_for_positional "strobe" -eq 1; and \
                string match -qr "^[0-9]" -- (commandline -t)' -fka '(__strobe_custom_completion ---completion attach -- \
                positional@0 (count (__strobe_tokens -pc)) (__strobe_tokens -tC))'

                """
        }
    }

    /// A text with a line added after the first that begins like another, indented like it.
    private static func adding(_ line: String, after beginning: String, in text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let place = lines.firstIndex(where: { $0.drop { $0 == " " }.hasPrefix(beginning) }) else { return text }
        lines.insert(String(lines[place].prefix { $0 == " " }) + line, at: place + 1)
        return lines.joined(separator: "\n")
    }
}
