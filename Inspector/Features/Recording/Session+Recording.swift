import InspectorCore
import LineEditing
import StrobeRecording
import StrobeTree

extension Session {
    /// Starts a recording.
    ///
    /// - Throws: ``InspectorError`` if a recording is running already or the file cannot be created.
    func startRecording(_ options: ClientRecorder.Options) async throws -> RecordingStatus {
        if let recorder {
            let path = await recorder.status.path
            throw InspectorError(.failed, "\(path) is being recorded. `record stop` ends it.")
        }
        guard recording == nil else {
            throw InspectorError(.failed, "This is already a recording: copy its file to keep another.")
        }
        guard let process else {
            throw InspectorError(.failed, "The process did not identify itself, so it cannot be recorded.")
        }
        _ = try await refreshStores()
        var options = options
        options.writing.onFailure = { [weak self] error in
            self?.report(InspectorError(.failed, error.message))
        }
        let recorder = try await ClientRecorder.start(
            client, process: process, redaction: redaction, stores: stores, options: options)
        self.recorder = recorder
        endedRecording = nil
        await recorder.setEndHandler { [weak self] status in Task { await self?.noteRecordingEnd(status) } }
        return await recorder.status
    }

    /// Stops the recording; `nil` if there is none.
    func stopRecording() async -> RecordingStatus? {
        guard let recorder else { return nil }
        self.recorder = nil
        return await recorder.stop(reason: loss == nil ? "stopped" : "closed")
    }

    /// Stops the recording as the session ends, and reports it.
    func endRecording() async {
        guard let status = await stopRecording() else { return }
        tell(status)
    }

    /// Notes that a recording ended by itself because the process is gone.
    private func noteRecordingEnd(_ status: RecordingStatus) {
        guard recorder != nil else { return }
        recorder = nil
        endedRecording = status.path
        tell(status)
    }

    /// Reports once that the recording ended with a lost connection.
    func remarkEndedRecording() {
        guard let path = endedRecording else { return }
        endedRecording = nil
        remark(StyledText("\(path) ended with the connection; `record start FILE` starts another", .changed))
    }

    private func tell(_ status: RecordingStatus) {
        if options.isJSON {
            console.report(machineLine: MachineLine.text(status.object, of: "record"))
        } else {
            console.report(RecorderRendering(layout: layout).summary(status))
        }
    }

    /// Follows recordings that are still being written; `nil` if that is not wanted.
    nonisolated func follow(_ recording: OpenRecording) -> Task<Void, Never>? {
        guard recording.isFollowed else { return nil }
        return Task {
            do {
                guard let reasons = try await recording.followToEnd() else { return }
                let words = reasons.map(RecorderRendering.words).sorted().joined(separator: ", ")
                remark(StyledText("the recording has ended: \(words)", .changed))
            } catch {
                report(error)
            }
        }
    }
}
