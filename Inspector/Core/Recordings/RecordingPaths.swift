package import StrobeRecording
import StrobeSystem

/// Resolves paths on the command line to files.
package enum RecordingPaths {
    /// The maximum number of files opened from a directory.
    private static let limit = 4_096

    /// Returns files as given, and the recordings in directories by name; in a directory that is a table, all of one
    /// process.
    ///
    /// - Throws: ``InspectorError`` for a directory with none or too many.
    package static func files(of paths: [String]) throws(InspectorError) -> [String] {
        var files: [String] = []
        for path in paths {
            guard path.isDirectory else {
                files.append(path)
                continue
            }
            let folders = RecordingTable.folders(in: path)
            guard !folders.isEmpty else {
                files += try contents(of: path)
                continue
            }
            let beside = recordings(in: path)
            guard beside.isEmpty || folders.contains(where: { beside.first.map($0.files.contains) == true }) else {
                throw InspectorError(
                    .connectionLost,
                    "\(path) has \(NumberText.counted(beside.count, "recording")) outside its folders: name files, or one folder."
                )
            }
            files += try only(of: folders, in: path)
        }
        return files
    }

    /// Whether a path on the command line means recordings: a file, or a directory that has some.
    package static func isRecording(_ path: String) -> Bool {
        guard path.isDirectory else {
            var status = stat()
            let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            return isFile || RecordingTable.endings.contains { path.hasSuffix($0) }
        }
        return !recordings(in: path).isEmpty || !RecordingTable.folders(in: path).isEmpty
    }

    /// Opens recordings as one.
    ///
    /// - Throws: ``InspectorError`` for directories, the reader's errors.
    package static func open(_ paths: [String]) throws -> RecordingReader {
        try RecordingReader(paths: try files(of: paths))
    }

    /// Returns the recordings to look through one after the other: in a directory, each file, or in a table all files
    /// of each process.
    package static func processes(of paths: [String]) -> [(path: String, files: [String])] {
        var found: [(path: String, files: [String])] = []
        for path in paths {
            let folders = RecordingTable.folders(in: path)
            guard !folders.isEmpty else {
                let files = (try? files(of: [path])) ?? [path]
                found += files.map { (path: $0, files: [$0]) }
                continue
            }
            let processes = Dictionary(grouping: folders, by: \.process).values
            let tables = processes.map { (path: $0[0].path, files: $0.flatMap(\.files)) }
            found += tables.sorted { $0.path < $1.path }
            let inside = Set(folders.flatMap(\.files))
            for file in recordings(in: path) where !inside.contains(file) { found.append((file, [file])) }
        }
        return found
    }

    /// How many processes of a table are listed.
    private static let listed = 10

    /// The files of the only process of a table.
    ///
    /// - Throws: ``InspectorError`` if there are several, with the newest of them to choose from.
    private static func only(
        of folders: [RecordingTable.Folder], in directory: String
    ) throws(InspectorError) -> [String] {
        let processes = Dictionary(grouping: folders, by: \.process)
        guard processes.count > 1 else { return try bounded(folders.flatMap(\.files), in: directory) }
        // By the last day, and by the start, which instances begin with.
        let newest = processes.values.sorted { a, b in
            let (a, b) = (a[a.endIndex - 1], b[b.endIndex - 1])
            return (a.columns["day"] ?? "", a.process[2], a.path) > (b.columns["day"] ?? "", b.process[2], b.path)
        }
        var error = InspectorError(
            .connectionLost,
            "\(directory) has recordings of \(processes.count) processes. Name one, or several to open them as one:")
        error.details = newest.prefix(listed).map { folders in
            "strobe open " + folders.map { quoted($0.path) }.joined(separator: " ")
        }
        if newest.count > listed { error.details.append("… and \(newest.count - listed) older ones") }
        throw error
    }

    private static func contents(of directory: String) throws(InspectorError) -> [String] {
        guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil else {
            throw InspectorError(.connectionLost, "The directory \(directory) cannot be read: check its permissions.")
        }
        let recordings = recordings(in: directory)
        guard !recordings.isEmpty else {
            throw InspectorError(
                .connectionLost, "The directory \(directory) has no recording: no file ends with .jsonl or .jsonl.gz.")
        }
        return try bounded(recordings, in: directory)
    }

    /// The paths of the recordings that are in a directory itself, by name.
    private static func recordings(in directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [])
            .filter { name in RecordingTable.endings.contains { name.hasSuffix($0) } }.sorted()
            .map { URL(filePath: directory).appending(path: $0).path(percentEncoded: false) }
    }

    /// A path as a shell reads it.
    private static func quoted(_ path: String) -> String {
        path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_./=@%,-".contains($0)) }
            ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
    }

    private static func bounded(_ files: [String], in directory: String) throws(InspectorError) -> [String] {
        guard files.count <= limit else {
            throw InspectorError(
                .connectionLost,
                "The directory \(directory) has \(files.count) recordings; name at most \(limit) of them.")
        }
        return files
    }
}
