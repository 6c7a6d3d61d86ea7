import LineEditing
import StrobeTree

extension Command {
    static let echo = Command(
        name: "echo", group: .script, arguments: "[TEXT]", summary: "print text", limit: nil,
        tail: .text, isNeededAgain: false
    ) { invocation, context in
        let text = invocation.argument ?? ""
        context.show(.string(text), [StyledText(text)])
    }
}
