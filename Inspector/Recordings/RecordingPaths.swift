import StrobeSystem

/// Resolves paths on the command line to files.
enum RecordingPaths {
    /// The maximum number of files opened from a directory.
    private static let limit = 4_096
    private static let endings = [".jsonl", ".jsonl.gz"]

    /// Returns files as given, and the recordings in directories by name.
    ///
    /// - Throws: ``InspectorError`` for a directory with none or too many.
    static func files(of paths: [String]) throws(InspectorError) -> [String] {
        var files: [String] = []
        for path in paths {
            guard path.isDirectory else {
                files.append(path)
                continue
            }
            files += try contents(of: path)
        }
        return files
    }

    private static func contents(of directory: String) throws(InspectorError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw InspectorError(.connectionLost, "The directory \(directory) cannot be read: check its permissions.")
        }
        let recordings = names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
        guard !recordings.isEmpty else {
            throw InspectorError(
                .connectionLost, "The directory \(directory) has no recording: no file ends with .jsonl or .jsonl.gz.")
        }
        guard recordings.count <= limit else {
            throw InspectorError(
                .connectionLost,
                "The directory \(directory) has \(recordings.count) recordings; name at most \(limit) of them.")
        }
        return recordings.map { URL(filePath: directory).appending(path: $0).path(percentEncoded: false) }
    }
}
