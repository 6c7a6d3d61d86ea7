import InspectorCore
import StrobeClient
package import StrobeProtocol
import StrobeSystem
import StrobeTransport
package import StrobeTree

/// The log that a program has kept, or a part of it, as the page of a report.
package struct SavedReport: Sendable {
    /// The most bytes that are sent to a page.
    private static let mostBytes = 16 << 20

    /// The times of the part, in microseconds since 1970; `nil` for all.
    package let range: ClosedRange<Int64>?

    /// Reads `{"range"?: {"from", "to"}}`.
    ///
    /// - Throws: `invalidParams` for a range that is none.
    package init(_ params: Value.Object) throws(ProtocolError) {
        switch params["range"] {
        case nil: range = nil
        case .object(let range):
            guard case .int(let from)? = range["from"], case .int(let to)? = range["to"], from <= to else {
                fallthrough
            }
            self.range = from...to
        default:
            throw ProtocolError(.invalidParams, "A range is from a time to a later one, in microseconds since 1970.")
        }
    }

    /// What a page saves: `{"name", "page"}`.
    ///
    /// - Throws: `tooLarge`, or the errors of requests and of the recording that it is made of.
    func answer(of target: WebTarget) async throws -> Value {
        guard !target.isRecording else {
            throw ProtocolError(.notSupported, "This is a recording already: `strobe report` makes a page of it.")
        }
        let path = try RuntimeDirectory(creating: RuntimeDirectory.location()).path(
            of: "web-\(UUID().uuidString).jsonl")
        defer { unlink(path) }
        let name = try await Self.record(target, to: path)
        let report = try Report(path: path, times: range)
        let page = ReportPage.bytes(report, made: "\(TimeText(zone: .gmt).full(TimeText.now()).prefix(19)) UTC")
        guard page.count <= Self.mostBytes else {
            throw ProtocolError(
                .tooLarge,
                "The report has \(NumberText.bytes(page.count)), and a page gets \(NumberText.bytes(Self.mostBytes)). Drag over a part of the timeline, or use `strobe record --past` and `strobe report`."
            )
        }
        return ["name": .string("\(name).html"), "page": .string(String(decoding: page, as: UTF8.self))]
    }

    /// Records what is in the logs of all stores.
    ///
    /// - Returns: A name for a file: that of the process.
    private static func record(_ target: WebTarget, to path: String) async throws -> String {
        let client = try await target.connect()
        do {
            let opened = try await client.initialize(
                client: .init(name: "strobe web", version: Version.current), access: .read)
            let recorder = try await ClientRecorder.start(
                client, process: opened.process, redaction: opened.redaction ?? [], stores: opened.stores,
                options: .init(path: path, place: "web", includesPast: true))
            let events = Task { for await event in client.events { recorder.receive(event) } }
            await recorder.stop(reason: "stopped")
            await client.close()
            await events.value
            return opened.process.name.filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
        } catch {
            await client.close()
            throw error
        }
    }
}
