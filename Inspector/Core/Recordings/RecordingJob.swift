import LineEditing
package import StrobeClient
import StrobeProtocol
package import StrobeRecording
import StrobeSystem
package import StrobeTransport
import StrobeTree
import Synchronization

/// Records processes without a prompt, until the duration is over, a signal arrives or all of them are gone.
package struct RecordingJob {
    /// Connects to a process; a program that it starts writes its standard error to the given output.
    package typealias Attach = @Sendable (ChildProcess.ErrorOutput) async throws -> DebugClient

    /// A process that is being recorded.
    private struct Recorded {
        let client: DebugClient
        /// The name of its file in the directory.
        let file: String
        let recorder: ClientRecorder
        /// Receives the events of the process; returns whether the process announced its end.
        let events: Task<Bool, Never>
    }

    /// Where the recordings are written.
    package enum RecordingPlace {
        /// A file, or if there are several processes a directory.
        case file(String)
        /// A directory that data engines read as a table.
        case table(String)
    }

    package let output: RecordingPlace
    /// The duration; `nil` to record until a signal arrives.
    package let duration: Duration?
    package let isJSON: Bool
    package var stores: [String] = []
    package var includesPast = false
    package var writing = RecordingWriter.Options()

    private let board: RecordingBoard

    package init(output: RecordingPlace, duration: Duration?, isJSON: Bool) {
        self.output = output
        self.duration = duration
        self.isJSON = isJSON
        board = RecordingBoard(isJSON: isJSON)
    }

    /// Connects, records and prints a summary.
    package func run(_ targets: [Attach]) async -> Outcome {
        let signals = await EndingSignals()
        defer { signals.restore() }
        var recorded: [Recorded] = []
        do {
            if targets.count > 1, case .file(let path) = output { try makeDirectory(path) }
            for target in targets {
                recorded.append(
                    try await begin(target, isAlone: targets.count == 1, besides: Set(recorded.map(\.file))))
            }
        } catch {
            board.report(error)
            for one in recorded { await end(one, reason: "stopped") }
            return InspectorError(any: error).code == .connectionLost ? .connectionLost : .commandFailed
        }
        board.begin(recorded.map(\.recorder), until: duration)
        let reason = await waitForEnd(recorded, signals)
        var outcome = Outcome.success
        for one in recorded {
            let (status, isOrderly) = await end(one, reason: reason)
            board.show(status)
            if status.lostLines > 0 || status.failure != nil { outcome = .commandFailed }
            if status.ending == "closed", !isOrderly, outcome == .success { outcome = .connectionLost }
        }
        return outcome
    }

    private func begin(_ attach: Attach, isAlone: Bool, besides taken: Set<String>) async throws -> Recorded {
        let client = try await attach(board.isTerminal ? .lines { [board] in board.print(errorLine: $0) } : .inherited)
        do {
            let opened = try await client.initialize(
                client: .init(name: "strobe", version: Version.current), access: .read)
            let file = Self.fileName(of: opened.process.name, pid: opened.process.pid, besides: taken)
            var options =
                switch output {
                case .file(let path):
                    ClientRecorder.Options(path: isAlone ? path : "\(path)/\(file)", place: "headless")
                case .table(let path): ClientRecorder.Options(path: path, isTable: true, place: "headless")
                }
            (options.stores, options.includesPast, options.followsStores) = (stores, includesPast, true)
            options.writing = writing
            options.writing.onFailure = { [board] error in
                board.report(InspectorError(.failed, error.message))
            }
            let recorder = try await ClientRecorder.start(
                client, process: opened.process, redaction: opened.redaction ?? [], stores: opened.stores,
                options: options)
            let events = Task {
                var isOrderly = false
                for await event in client.events {
                    if case .notification(is ServerClosing, _) = event { isOrderly = true }
                    recorder.receive(event)
                }
                return isOrderly
            }
            board.show(begun: await recorder.status)
            return Recorded(client: client, file: file, recorder: recorder, events: events)
        } catch {
            await client.close()
            throw error
        }
    }

    /// The file name for one of several processes, unique whatever name the process reports.
    ///
    /// - Parameter taken: The names in use.
    package static func fileName(of process: String, pid: Int, besides taken: Set<String>) -> String {
        var name = ""
        for scalar in process.unicodeScalars {
            let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == "_"
            let sign = isPlain ? String(scalar) : "-"
            // Pid and suffixes need space as well, and a leading `-` would be taken for an option.
            guard name.utf8.count + sign.utf8.count <= longestName else { break }
            if isPlain || !name.isEmpty { name += sign }
        }
        let stem = "\(name.isEmpty ? "process" : name)-\(pid)"
        // The process reports its own pid, which need not be unique. Some file systems ignore case.
        let others = Set(taken.map { $0.lowercased() })
        let names = [stem] + (2...max(taken.count + 2, 2)).lazy.map { "\(stem)-\($0)" }
        return (names.first { !others.contains("\($0).jsonl".lowercased()) } ?? stem) + ".jsonl"
    }

    /// The maximum length of a process name in a file name, in bytes.
    private static let longestName = 100

    /// Waits until it is time to end.
    ///
    /// - Returns: The reason.
    private func waitForEnd(_ recorded: [Recorded], _ signals: EndingSignals) async -> String {
        let (ends, end) = AsyncStream.makeStream(of: String.self)
        signals.onFirst {
            end.yield("stopped")
        }
        let timer = Task { [duration] in
            guard let duration, (try? await Task.sleep(for: duration)) != nil else { return }
            end.yield("duration")
        }
        defer { timer.cancel() }
        let left = Countdown(recorded.count)
        for one in recorded {
            await one.recorder.setEndHandler { _ in
                if left.isLast() { end.yield("closed") }
            }
        }
        for await reason in ends { return reason }
        return "stopped"
    }

    /// Ends one recording.
    ///
    /// - Returns: The final status, and whether the process ended by itself without an error.
    @discardableResult
    private func end(_ one: Recorded, reason: String) async -> (status: RecordingStatus, isOrderly: Bool) {
        let status = await one.recorder.stop(reason: reason)
        let exit = status.ending == "closed" ? await one.client.child?.exitStatus(within: .seconds(2)) : nil
        await one.client.close()
        let saidSo = await one.events.value
        return (status, saidSo || exit == .exited(0))
    }

    private func makeDirectory(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw InspectorError(
                .failed,
                "Several processes are recorded into a directory; \(path) is not a directory and cannot be created as one."
            )
        }
    }
}

/// Counts down to the last of several recordings.
private final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) {
        left = Mutex(count)
    }

    func isLast() -> Bool {
        left.withLock { left in
            left -= 1
            return left == 0
        }
    }
}
