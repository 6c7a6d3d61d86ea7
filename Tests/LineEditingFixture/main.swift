// The program under test of line editing. Its command line sets the options, its commands use the editor's features;
// `ran: "..."` shows each line that was read.

import Foundation
import LineEditing

let configuration = Configuration(CommandLine.arguments.dropFirst())
let editor = try LineEditor(options: configuration.options)
if let path = configuration.eventsPath { startEvents(from: path, to: editor) }

let prompt = Prompt(StyledText("store", [.bold, .green]) + StyledText("> "))
reading: while true {
    let text = nextText
    nextText = ""
    switch await editor.readLine(prompt, text: text) {
    case .line(let line):
        editor.remember(line)
        guard await run(line, editor) else { break reading }
    case .interrupted: editor.print("[interrupted]")
    case .lineTooLong(let limit): editor.print("[longer than \(limit)]")
    case .endOfFile:
        editor.print("[end of file]")
        break reading
    case .cancelled:
        editor.print("[cancelled]")
        break reading
    case .terminated:
        editor.print("[terminated]")
        break reading
    }
}
await editor.close()
