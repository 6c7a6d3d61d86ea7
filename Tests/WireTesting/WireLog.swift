import Foundation
import Synchronization

/// The lines exchanged by clients and servers of one test process, in a file for `protocols/v1/validate.py --tap`.
///
/// Each line has the number of the session, `>` (to the server) or `<` (from it), and the bytes as sent. A line over
/// the limit is represented by its length only, after a `!`.
final class WireLog: Sendable {
    enum Direction: String {
        case fromClient = ">"
        case fromServer = "<"
    }

    /// The log of this process; `nil` if `STROBE_TAP` names no directory.
    static let shared = ProcessInfo.processInfo.environment["STROBE_TAP"].flatMap { try? WireLog(folder: $0) }

    private static let lineLimit = 1 << 20

    private struct State {
        let file: FileHandle
        var sessions = 0
    }

    private let state: Mutex<State>

    private init(folder: String) throws {
        let folder = URL(filePath: folder, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(ProcessInfo.processInfo.processIdentifier).wire")
        try Data().write(to: file)
        state = Mutex(State(file: try FileHandle(forWritingTo: file)))
    }

    /// The number for a new session.
    func newSession() -> Int {
        state.withLock { state in
            state.sessions += 1
            return state.sessions
        }
    }

    /// Appends a line.
    func write(_ line: some Collection<UInt8>, _ direction: Direction, _ session: Int) {
        var entry = Data("\(session)\(direction.rawValue)".utf8)
        if line.count > Self.lineLimit {
            entry.append(contentsOf: "!\(line.count)".utf8)
        } else {
            entry.append(contentsOf: line)
        }
        entry.append(UInt8(ascii: "\n"))
        state.withLock { state in
            // Unbuffered: nothing signals the end of the last test.
            try? state.file.write(contentsOf: entry)
        }
    }
}
