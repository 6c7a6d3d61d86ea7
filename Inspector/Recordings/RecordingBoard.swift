import LineEditing
import StrobeTree
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a recording without a prompt prints: a line that is drawn again and again on a terminal, and what remains.
final class RecordingBoard: Sendable {
    private struct State {
        var ticker: Task<Void, Never>?
        /// Whether the line is there at present.
        var isDrawn = false
    }

    /// Whether there is a terminal that can show how it is going.
    let isTerminal: Bool
    private let isJSON: Bool
    private let console = StreamConsole(output: 1, errors: 2, colour: ColourChoice.isWanted)
    private let state = Mutex(State())

    init(isJSON: Bool) {
        self.isJSON = isJSON
        isTerminal = !isJSON && isatty(2) == 1
    }

    private var rendering: RecorderRendering {
        // The last column is left free: terminals that wrap there would scroll.
        RecorderRendering(layout: Layout(width: min(console.reportWidth, 200) - 1))
    }

    /// Begins to draw how recordings are going.
    func begin(_ recorders: [ClientRecorder], until duration: Duration?) {
        guard isTerminal else { return }
        let ticker = Task { [weak self] in
            var last: (at: ContinuousClock.Instant, count: Int)?
            while !Task.isCancelled {
                var statuses: [RecordingStatus] = []
                for recorder in recorders { statuses.append(await recorder.status) }
                let (now, count) = (ContinuousClock.now, statuses.reduce(0) { $0 + $1.transitions })
                let seconds = last.map { $0.at.duration(to: now) / .seconds(1) } ?? 0
                let rate = seconds > 0 ? Double(count - (last?.count ?? 0)) / seconds : 0
                last = (now, count)
                self?.draw(statuses, rate: Int(rate.rounded()), duration)
                guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
            }
        }
        state.withLock { $0.ticker = ticker }
    }

    /// Says that a recording begins.
    func show(begun status: RecordingStatus) {
        guard !isJSON else { return }
        leave { console.report(rendering.begun(status)) }
    }

    /// Sums up a recording that has ended.
    func show(_ status: RecordingStatus) {
        state.withLock { state in
            state.ticker?.cancel()
            state.ticker = nil
        }
        leave {
            if isJSON {
                console.print(machineLine: JSON.text(status.object))
            } else {
                console.report(rendering.summary(status))
            }
        }
    }

    /// Says what went wrong.
    func report(_ error: any Error) {
        leave {
            if isJSON {
                console.report(machineLine: JSON.text(ErrorRendering.object(error)))
            } else {
                console.report(ErrorRendering.lines(error, width: console.reportWidth))
            }
        }
    }

    /// Prints a line that a recorded program wrote about what went wrong in it.
    func print(errorLine line: String) {
        leave { console.report([StyledText(line, .dim)]) }
    }

    private func draw(_ statuses: [RecordingStatus], rate: Int, _ duration: Duration?) {
        let line = rendering.progress(statuses, rate: rate, until: duration)
        state.withLock { state in
            guard state.ticker != nil else { return }
            write("\r" + line.rendered(colours: ColourChoice.isWanted) + "\u{1b}[K")
            state.isDrawn = true
        }
    }

    /// Prints lines that remain, in place of the one that is drawn.
    private func leave(_ print: () -> Void) {
        state.withLock { state in
            if state.isDrawn { write("\r\u{1b}[K") }
            state.isDrawn = false
            print()
        }
    }

    private func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }
}

#if canImport(Glibc)
    private let systemWrite = Glibc.write
#elseif canImport(Darwin)
    private let systemWrite = Darwin.write
#endif
