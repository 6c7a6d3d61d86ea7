import InspectorCore
import LineEditing
import Synchronization

/// Shows long-running work, which may be nested, as a line at the bottom of the terminal.
///
/// Nothing is shown in the first half second: most work is done by then.
final class ProgressBoard: Sendable {
    /// A long-running operation.
    struct Task: Sendable {
        /// Its name: a command or a file.
        var name: String
        /// The total amount of work.
        var total: Int?
        /// Whether the amount is in bytes.
        var isBytes = false
        /// The time limit.
        var duration: Duration?

        /// Work that ends after at most some time.
        static func waiting(_ name: String, _ duration: Duration) -> Task { Task(name: name, duration: duration) }
        /// Work that is repeated a number of times.
        static func counting(_ name: String, total: Int?) -> Task { Task(name: name, total: total) }
        /// A file to read.
        static func reading(_ name: String, bytes: Int) -> Task { Task(name: name, total: bytes, isBytes: true) }
    }

    /// The progress of one operation.
    final class Progress: Sendable {
        fileprivate let task: Task
        fileprivate let start = ContinuousClock.now
        private let count = Mutex(0)

        fileprivate init(_ task: Task) { self.task = task }

        /// The amount of work done.
        var done: Int { count.withLock { $0 } }

        /// Sets the amount of work done.
        func advance(to done: Int) {
            count.withLock { $0 = done }
        }
    }

    private let status: StatusLine
    private let state = Mutex<(stack: [Progress], ticker: _Concurrency.Task<Void, Never>?)>(([], nil))

    init(_ status: StatusLine) {
        self.status = status
    }

    /// Starts to show an operation, nested in those already shown.
    func begin(_ task: Task) -> Progress {
        let progress = Progress(task)
        state.withLock { state in
            state.stack.append(progress)
            guard state.ticker == nil else { return }
            state.ticker = _Concurrency.Task { [weak self] in
                var pause = Duration.milliseconds(500)
                while (try? await _Concurrency.Task.sleep(for: pause)) != nil {
                    guard let self else { return }
                    self.draw()
                    pause = .milliseconds(100)
                }
            }
        }
        return progress
    }

    /// Ends an operation; the line disappears with the last one.
    func end(_ progress: Progress) {
        state.withLock { state in
            state.stack.removeAll { $0 === progress }
            guard state.stack.isEmpty else { return }
            state.ticker?.cancel()
            state.ticker = nil
            status.show(nil)
        }
    }

    private func draw() {
        state.withLock { state in
            guard !state.stack.isEmpty else { return }
            let parts = state.stack.suffix(3).map {
                Self.text($0.task, done: $0.done, after: $0.start.duration(to: .now))
            }
            status.show(parts.joined(separator: StyledText("  ›  ", .dim)))
        }
    }

    /// The progress as text: `repeat 1,234 of 10,000  12%  412/s  21.3 s left`.
    static func text(_ task: Task, done: Int, after elapsed: Duration) -> StyledText {
        var text = StyledText(task.name, .strong)
        if let duration = task.duration {
            return text + StyledText("  \(DurationArgument.text(elapsed)) of \(DurationArgument.text(duration))", .dim)
        }
        let rate = Double(done) / max(elapsed / .seconds(1), 0.001)
        guard let total = task.total else {
            return text + StyledText("  \(NumberText.grouped(done))  \(DurationArgument.text(elapsed))", .dim)
        }
        let number = task.isBytes ? NumberText.bytes : NumberText.grouped
        text.append(" \(number(done)) of \(number(total))")
        guard total > 0, done > 0 else { return text }
        text.append("  \(done * 100 / total)%", .changed)
        if rate >= 1 { text.append("  \(number(Int(rate)))/s", .dim) }
        let left = Double(total - done) / rate
        if left >= 1, left < 1e6 { text.append("  \(DurationArgument.text(.seconds(Int(left)))) left", .dim) }
        return text
    }
}
