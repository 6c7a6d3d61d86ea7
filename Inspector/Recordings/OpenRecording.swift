import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobePlayback
import StrobeTree

/// Recordings that are examined like a process.
struct OpenRecording: Sendable {
    /// How often it is looked whether something was written.
    private static let interval = Duration.milliseconds(100)

    private let playback: Playback
    /// Whether what is still being written is waited for.
    let isFollowed: Bool

    /// Opens files.
    ///
    /// - Parameters:
    ///   - paths: Files, and directories of them.
    ///   - isFollowed: Whether to wait for what is still being written.
    /// - Throws: ``InspectorError`` where one of them is no recording that can be read.
    init(_ paths: [String], isFollowed: Bool = false) throws(InspectorError) {
        do {
            playback = Playback(try RecordingReader(paths: try RecordingPaths.files(of: paths)))
        } catch let error as InspectorError {
            throw error
        } catch {
            var known = InspectorError(any: error)
            // As for a process that cannot be attached to.
            known.code = .connectionLost
            throw known
        }
        self.isFollowed = isFollowed
    }

    /// What there is to say of them.
    var summary: RecordingSummary { RecordingSummary(playback.reader) }

    /// The rules by which values were hidden in them; `nil` unless they are known of all stores.
    var redaction: [String]? {
        playback.reader.stores.map(playback.reader.redaction).reduce([] as [String]?) { known, rules in
            known.flatMap { known in rules.map { known + $0.filter { !known.contains($0) } } }
        }
    }

    /// A client that asks them.
    func connect() -> DebugClient {
        DebugClient(connection: playback.connect())
    }

    // MARK: What is said

    func banner(_ opened: Initialize.Result, _ console: any Console) -> [StyledText] {
        rendering(width: console.width).banner(summary, opened)
    }

    func lines(_ layout: Layout) -> [StyledText] { rendering(width: layout.width).lines(summary) }

    private func rendering(width: Int) -> RecordingRendering {
        RecordingRendering(layout: Layout(width: width), isFollowing: isFollowed)
    }

    /// Says what was lost, beside the answers of a script.
    func reportLosses(on console: any Console, asJSON: Bool) {
        let summary = summary
        guard summary.hasLosses else { return }
        if asJSON {
            console.report(machineLine: JSON.text(.object(["recording": summary.value])))
        } else {
            console.report(rendering(width: console.reportWidth).losses(summary))
        }
    }

    // MARK: What is being written

    /// Reads what is being written until all of it has ended.
    ///
    /// - Returns: Why the recordings ended; `nil` if the task was cancelled before.
    func followToEnd() async throws -> Set<String>? {
        while !Task.isCancelled {
            if try playback.refresh().isComplete { return Set(playback.reader.recordings.compactMap(\.end?.reason)) }
            try? await Task.sleep(for: Self.interval)
        }
        return nil
    }
}
