import LineEditing
import Synchronization

/// What is going on and takes long, one inside the other, as a line at the bottom of the terminal.
///
/// Nothing is shown in the first half second: most is done by then.
final class ProgressBoard: Sendable {
    /// One thing that takes long.
    struct Task: Sendable {
        /// What it is: a command, a file.
        var name: String
        /// How much there is to do.
        var total: Int?
        /// Whether bytes are counted.
        var isBytes = false
        /// How long it may take.
        var duration: Duration?

        /// Something that goes on for a while, or at most for so long.
        static func waiting(_ name: String, _ duration: Duration) -> Task { Task(name: name, duration: duration) }
        /// Something that is done so many times.
        static func counting(_ name: String, total: Int?) -> Task { Task(name: name, total: total) }
        /// A file that is read.
        static func reading(_ name: String, bytes: Int) -> Task { Task(name: name, total: bytes, isBytes: true) }
    }

    /// How one thing is going.
    final class Progress: Sendable {
        fileprivate let task: Task
        fileprivate let start = ContinuousClock.now
        private let count = Mutex(0)

        fileprivate init(_ task: Task) { self.task = task }

        /// How much is done.
        var done: Int { count.withLock { $0 } }

        /// Notes how much is done.
        func advance(to done: Int) {
            count.withLock { $0 = done }
        }
    }

    private let status: StatusLine
    private let state = Mutex<(stack: [Progress], ticker: _Concurrency.Task<Void, Never>?)>(([], nil))

    init(_ status: StatusLine) {
        self.status = status
    }

    /// Begins to show something, inside of what is shown already.
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

    /// Ends what was begun; the line goes with the last.
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

    /// How something is going: `repeat 1,234 of 10,000  12%  412/s  21.3 s left`.
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
