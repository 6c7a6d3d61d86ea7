import LineEditing
import Synchronization

/// The output of one typed command: from where it no longer fits on the screen, it is kept for the pager.
final class PagedOutput: Console {
    private let base: any Console
    private let pager: Pager
    private let height: Int
    private let held = Mutex<[StyledText]>([])

    init(_ pager: Pager, rows: Int, instead base: any Console) {
        (self.base, self.pager, height) = (base, pager, rows)
    }

    var width: Int { base.width }
    var reportWidth: Int { base.reportWidth }
    var status: StatusLine? { base.status }
    var isBroken: Bool { base.isBroken }
    var printed: Int { base.printed }
    var rows: Int? { base.rows }
    var lineEditor: LineEditor? { base.lineEditor }

    func print(_ lines: [StyledText]) {
        let isHeld = held.withLock { held in
            guard !held.isEmpty || lines.count >= height else { return false }
            held += lines
            return true
        }
        if !isHeld { base.print(lines) }
    }

    func print(machineLine: String) { base.print(machineLine: machineLine) }

    func report(_ lines: [StyledText]) { base.report(lines) }

    func report(machineLine: String) { base.report(machineLine: machineLine) }

    /// Shows what was kept.
    func finish() async {
        let lines = held.withLock { $0 }
        guard !lines.isEmpty else { return }
        if await pager.show(lines, on: base) { base.note(shown: lines) } else { base.print(lines) }
    }
}
