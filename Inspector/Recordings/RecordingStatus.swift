import StrobeTree

/// How a recording is going, or how it went.
struct RecordingStatus: Sendable, Hashable {
    /// The file that is being written.
    var path: String
    /// The name of the recorded process.
    var process: String
    /// For how long, in microseconds.
    var micros: Int64
    /// The ids of the recorded stores.
    var stores: [String]
    /// The transitions that were written.
    var transitions: Int
    /// The bytes of all files.
    var bytes: Int
    /// How many files there are.
    var parts: Int
    /// How many transitions are known to be there that were not read yet.
    var behind: Int
    /// What keeps it from writing at present.
    var failure: String?
    /// The lines that could not be written.
    var lostLines: Int
    /// What the recording does not hold.
    var losses = RecordingLosses()
    /// Why it ended; `nil` while it goes on.
    var ending: String?

    /// The same for programs.
    var object: Value {
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
