import Foundation
import StrobeRecording
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

/// A directory for recordings, removed when it is released.
final class RecordingFolder: Sendable {
    let path = NSTemporaryDirectory() + "strobe-recordings-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func recorder(
        _ options: FlightRecorder.Options = .init(), onFailure: (@Sendable (DebugServerError) -> Void)? = nil
    ) throws -> FlightRecorder {
        try FlightRecorder(directory: path, options: options, logger: .silent, onFailure: onFailure)
    }

    /// The paths of the files in it, from the directory.
    var files: [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).filter {
            (try? FileManager.default.attributesOfItem(atPath: "\(path)/\($0)")[.type]) as? FileAttributeType
                == .typeRegular
        }.sorted()
    }

    /// Opens the recording.
    func open() throws -> RecordingReader {
        try RecordingReader(paths: files.map { "\(path)/\($0)" })
    }

    func permissions(_ name: String = "") throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: name.isEmpty ? path : "\(path)/\(name)")
        return attributes[.posixPermissions] as? Int
    }
}

extension RecordingReader {
    /// Checks that every transition of a store is recorded or reported as missing, and its last state.
    func check(_ id: String, seqs: ClosedRange<Int>, state: some Sendable) throws {
        #expect(damage.isEmpty)
        let transitions = try transitions(seqs, of: id)
        #expect(transitions.map(\.seq) == Array(seqs))
        #expect(try self.state(at: seqs.upperBound, of: id) == Node(state).value())
    }
}
