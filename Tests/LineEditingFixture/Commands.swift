import Foundation
import LineEditing

/// The text that the next line starts with.
@MainActor var nextText = ""

/// Runs a line; returns `false` if the program shall end.
@MainActor func run(_ line: String, _ editor: LineEditor) async -> Bool {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "quit": return false
    case "busy": await waitForInterrupt(editor)
    case "crash": abort()
    case "exit": exit(3)
    case "screen": await showScreen(editor)
    case "flood": flood(words.dropFirst().first.flatMap { Int($0) } ?? 0, editor)
    case "hostile": editor.print("before\u{1B}[2J\u{1B}]0;title\u{7}\rafter\u{202E}\nsecond row")
    case "styled": editor.print(StyledText("safe\u{1B}[2J", .red) + StyledText(" plain"))
    case "prefill": nextText = String(line.dropFirst("prefill ".count))
    case "prompt": editor.changePrompt(Prompt(String(line.dropFirst("prompt ".count)) + "> "))
    case "litter": litter()
    case "compose": await compose(String(line.dropFirst("compose ".count)), editor)
    case "forget":
        await waitForInterrupt(editor)
        let count = await editor.discardTyped()
        editor.print("forgotten: \(count)")
    case "columns": editor.print("columns \(editor.columns)")
    default: editor.print("ran: \(line.debugDescription)")
    }
    return true
}

/// Edits a text in the user's editor.
private func compose(_ text: String, _ editor: LineEditor) async {
    do {
        editor.print("composed: \(try await editor.edit(text).debugDescription)")
    } catch {
        editor.print("not composed: \(error.message)")
    }
}

/// A command that runs until Ctrl-C is pressed.
private func waitForInterrupt(_ editor: LineEditor) async {
    let (interrupts, continuation) = AsyncStream.makeStream(of: Void.self)
    editor.setInterruptHandler { continuation.yield() }
    editor.print("busy until Ctrl-C")
    for await _ in interrupts { break }
    editor.setInterruptHandler(nil)
    editor.print("stopped, noted: \(editor.takeInterrupt()), again: \(editor.takeInterrupt())")
}

/// Events from several threads at once while the next line is being typed.
private func flood(_ count: Int, _ editor: LineEditor) {
    for thread in 0..<3 {
        Thread.detachNewThread {
            for number in 0..<count { editor.print("event \(thread).\(number)") }
            editor.print("end \(thread)")
        }
    }
}

private let litterText = String(repeating: "litter ", count: 4)

/// Leaves text in the row under the cursor, like the remains of a line after the window was resized.
private func litter() {
    FileHandle.standardOutput.write(Data("\r\n\(litterText)\r\u{1B}[A".utf8))
}

/// Prints the lines of a named pipe as events.
func startEvents(from path: String, to editor: LineEditor) {
    Thread.detachNewThread {
        guard let file = FileHandle(forUpdatingAtPath: path) else {
            editor.print("cannot open \(path)")
            return
        }
        var buffer: [UInt8] = []
        while true {
            buffer += file.availableData
            while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                switch line {
                case "cancel": editor.cancel()
                case "litter": litter()
                case _ where line.hasPrefix("prompt "): editor.changePrompt(Prompt(line.dropFirst(7) + "> "))
                default: editor.print(line)
                }
            }
        }
    }
}
