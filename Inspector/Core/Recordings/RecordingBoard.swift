import LineEditing
import StrobeTree
import Synchronization

/// The output of a recording without a prompt: a status line that is redrawn on a terminal, and permanent lines.
package final class RecordingBoard: Sendable {
    /// Whether there is a terminal for the status line.
    package var isTerminal: Bool { status != nil }
    private let isJSON: Bool
    private let console = StreamConsole(output: 1, errors: 2, colour: ColourChoice.isWanted)
    /// The status line, if there is a terminal.
    private let status: StatusLine?
    private let ticker = Mutex<Task<Void, Never>?>(nil)

    package init(isJSON: Bool) {
        self.isJSON = isJSON
        status = isJSON ? nil : console.status
    }

    private var rendering: RecorderRendering {
        // The last column stays free: terminals that wrap there would scroll.
        RecorderRendering(layout: Layout(width: min(console.reportWidth, 200) - 1))
    }

    /// Starts to draw the status of some recordings.
    package func begin(_ recorders: [ClientRecorder], until duration: Duration?) {
        guard isTerminal else { return }
        let drawing = Task { [weak self] in
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
        ticker.withLock { $0 = drawing }
    }

    /// Prints that a recording begins.
    package func show(begun status: RecordingStatus) {
        guard !isJSON else { return }
        console.report(rendering.begun(status))
    }

    /// Prints the summary of a recording that ended.
    package func show(_ status: RecordingStatus) {
        ticker.withLock { ticker in
            ticker?.cancel()
            ticker = nil
            self.status?.show(nil)
        }
        if isJSON {
            console.print(machineLine: MachineLine.text(status.object, of: "record"))
        } else {
            console.report(rendering.summary(status))
        }
    }

    /// Prints an error.
    package func report(_ error: any Error) {
        console.report(error, asJSON: isJSON)
    }

    /// Prints a line that a recorded program wrote to its standard error.
    package func print(errorLine line: String) {
        console.report([StyledText(line, .dim)])
    }

    private func draw(_ statuses: [RecordingStatus], rate: Int, _ duration: Duration?) {
        let line = rendering.progress(statuses, rate: rate, until: duration)
        // Not redrawn after the end.
        ticker.withLock { if $0 != nil { status?.show(line) } }
    }
}
