package import StrobeTree

/// The status of a recording, current or final.
package struct RecordingStatus: Sendable, Hashable {
    /// The file being written.
    package var path: String
    /// The name of the recorded process.
    package var process: String
    /// The elapsed time, in microseconds.
    package var micros: Int64
    /// The ids of the recorded stores.
    package var stores: [String]
    /// The number of transitions written.
    package var transitions: Int
    /// The total size of all files, in bytes.
    package var bytes: Int
    /// The number of files.
    package var parts: Int
    /// The number of known transitions that are not read yet.
    package var behind: Int
    /// The error that currently prevents writing.
    package var failure: String?
    /// The number of lines that could not be written.
    package var lostLines: Int
    /// The information missing in the recording.
    package var losses = RecordingLosses()
    /// The reason of the end; `nil` while it is running.
    package var ending: String?

    /// The status as JSON.
    package var object: Value {
        var members: Value.Object = [
            "recording": .bool(ending == nil), "file": .string(path), "process": .string(process),
            "stores": .array(stores.map(Value.string)), "micros": .int(micros), "transitions": .int(Int64(transitions)),
            "bytes": .int(Int64(bytes)), "parts": .int(Int64(parts)), "gaps": .int(Int64(losses.gaps)),
            "missed": .int(Int64(losses.missed)), "behind": .int(Int64(behind)), "lostLines": .int(Int64(lostLines)),
        ]
        for (key, value) in losses.members { members[key] = value }
        if let failure { members["failure"] = .string(failure) }
        if let ending { members["reason"] = .string(ending) }
        return .object(members)
    }
}
