package import LineEditing
package import StrobeClient
package import StrobeProtocol
import StrobeRecording
import StrobePlayback
import StrobeTree

/// Recordings opened like a process.
package struct OpenRecording: Sendable {
    /// The interval at which the files are checked for new lines.
    private static let interval = Duration.milliseconds(100)

    private let playback: Playback
    /// Whether files that are still being written are followed.
    package let isFollowed: Bool

    /// Opens files.
    ///
    /// - Parameters:
    ///   - paths: Files, and directories of files.
    ///   - isFollowed: Whether to follow files that are still being written.
    /// - Throws: ``InspectorError`` if one of them is not a readable recording.
    package init(_ paths: [String], isFollowed: Bool = false) throws(InspectorError) {
        do {
            playback = Playback(try RecordingPaths.open(paths))
        } catch let error as InspectorError {
            throw error
        } catch {
            var known = InspectorError(any: error)
            // As for a process that cannot be connected to.
            known.code = .connectionLost
            throw known
        }
        self.isFollowed = isFollowed
    }

    /// The summary of the recordings.
    package var summary: RecordingSummary { RecordingSummary(playback.reader) }

    /// The redaction rules of the recordings; `nil` unless known for all stores.
    package var redaction: [String]? {
        playback.reader.stores.map(playback.reader.redaction).reduce([] as [String]?) { known, rules in
            known.flatMap { known in rules.map { known + $0.filter { !known.contains($0) } } }
        }
    }

    /// A client that is connected to them.
    package func connect() -> DebugClient {
        DebugClient(connection: playback.connect())
    }

    // MARK: - Output

    package func banner(_ opened: Initialize.Result, _ console: any Console) -> [StyledText] {
        rendering(width: console.width).banner(summary, opened)
    }

    package func lines(_ layout: Layout) -> [StyledText] { rendering(width: layout.width).lines(summary) }

    private func rendering(width: Int) -> RecordingRendering {
        RecordingRendering(layout: Layout(width: width), isFollowing: isFollowed)
    }

    /// Reports losses to standard error, apart from the output of a script.
    package func reportLosses(on console: any Console, asJSON: Bool) {
        let summary = summary
        guard summary.hasLosses else { return }
        if asJSON {
            console.report(machineLine: MachineLine.text(["recording": summary.value], of: "open"))
        } else {
            console.report(rendering(width: console.reportWidth).losses(summary))
        }
    }

    // MARK: - Following

    /// Reads lines as they are written until all recordings have ended.
    ///
    /// - Returns: The reasons of the ends; `nil` if the task was cancelled.
    package func followToEnd() async throws -> Set<String>? {
        while !Task.isCancelled {
            if try playback.refresh().isComplete { return Set(playback.reader.recordings.compactMap(\.end?.reason)) }
            try? await Task.sleep(for: Self.interval)
        }
        return nil
    }
}
