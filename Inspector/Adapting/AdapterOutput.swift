import InspectorCore
import LineEditing
import Synchronization

/// The output of a command for an editor: gathered until the command ends, and reported at once between commands.
final class AdapterOutput: Console {
    /// How much of one command is kept, in bytes.
    private static let limit = 1 << 19

    private let usesColour: Bool
    private let tell: @Sendable (String) -> Void
    private let gathered = Mutex<String?>(nil)

    init(usesColour: Bool, tell: @escaping @Sendable (String) -> Void) {
        (self.usesColour, self.tell) = (usesColour, tell)
    }

    let width = 120

    /// Begins to gather.
    func begin() { gathered.withLock { $0 = "" } }

    /// What was gathered, without the last line break.
    func end() -> String {
        var text = gathered.withLock { $0.take() } ?? ""
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }

    func print(_ lines: [StyledText]) { lines.forEach { add($0.onOneLine.rendered(colours: usesColour)) } }
    func print(machineLine: String) { add(machineLine) }
    func report(_ lines: [StyledText]) { print(lines) }
    func report(machineLine: String) { add(machineLine) }

    private func add(_ line: String) {
        let isGathered = gathered.withLock { text in
            guard let length = text?.utf8.count else { return false }
            if length + line.utf8.count <= Self.limit {
                text?.append(line + "\n")
            } else if text?.hasSuffix("…\n") == false {
                text?.append("…\n")
            }
            return true
        }
        if !isGathered { tell(line + "\n") }
    }
}
