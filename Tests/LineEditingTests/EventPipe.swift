import Foundation
import Testing

/// The named pipe by which a test makes the fixture print events.
final class EventPipe {
    let path: String
    private var file: FileHandle?

    private init(path: String) {
        self.path = path
    }

    static func with(_ body: (EventPipe) throws -> Void) throws {
        try Fixture.withDirectory { directory in
            let path = directory.appendingPathComponent("events").path
            try #require(mkfifo(path, 0o600) == 0)
            try body(EventPipe(path: path))
        }
    }

    /// Call it after the fixture was started, which opens the other end.
    func open() throws {
        file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    }

    func send(_ event: String) throws {
        try #require(file).write(contentsOf: Data((event + "\n").utf8))
    }
}
