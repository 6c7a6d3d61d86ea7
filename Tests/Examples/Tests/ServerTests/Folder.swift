import Foundation

/// A folder that goes with this object.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/strobe-\(UInt32.random(in: 0...(.max)))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
