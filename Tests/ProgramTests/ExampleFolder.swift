import Foundation

/// A folder for one test, removed when it is released.
final class ExampleFolder: Sendable {
    let path = "/tmp/strobe-\(UUID().uuidString.prefix(8))"

    init() {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
