import InspectorCore
import LineEditing
import StrobeTree
import Synchronization

/// A console that keeps the last answer of a command, and prints nothing but errors.
final class AnswerCollector: Console {
    private let base: any Console
    private let kept = Mutex<String?>(nil)

    init(instead base: any Console) {
        self.base = base
    }

    /// The last answer, without the name of its command.
    var last: Value? {
        guard let line = kept.withLock({ $0 }), case .object(var answer)? = try? JSON.parse(line) else { return nil }
        answer["command"] = nil
        return .object(answer)
    }

    var width: Int { base.width }
    var reportWidth: Int { base.reportWidth }
    var isBroken: Bool { base.isBroken }
    func print(_ lines: [StyledText]) {}
    func print(machineLine: String) { kept.withLock { $0 = machineLine } }
    func report(_ lines: [StyledText]) { base.report(lines) }
    func report(machineLine: String) { base.report(machineLine: machineLine) }
}
