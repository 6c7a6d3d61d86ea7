import InspectorCore
import LineEditing
import Synchronization

/// The output of one typed command: from where it no longer fits on the screen, it is kept for the pager.
final class PagedOutput: WrappingConsole {
    let base: any Console
    private let pager: Pager
    private let height: Int
    private let held = Mutex<[StyledText]>([])

    init(_ pager: Pager, rows: Int, instead base: any Console) {
        (self.base, self.pager, height) = (base, pager, rows)
    }

    func print(_ lines: [StyledText]) {
        let isHeld = held.withLock { held in
            guard !held.isEmpty || lines.count >= height else { return false }
            held += lines
            return true
        }
        if !isHeld { base.print(lines) }
    }

    /// Shows what was kept.
    func finish() async {
        let lines = held.withLock { $0 }
        guard !lines.isEmpty else { return }
        if await pager.show(lines, on: base) { base.note(shown: lines) } else { base.print(lines) }
    }
}
