internal import StrobeSystem
internal import StrobeTree

/// The folders of a process in a directory of recordings that data engines read as a table:
/// `day=2026-11-26/program=shop/host=web-1/instance=20261126T100512Z-4711`.
///
/// The day, in UTC, is the one on which the files in it were begun; the process continues in another file at midnight.
package struct RecordingTable: Sendable, Hashable {
    /// A folder of recordings as it was found in a directory.
    package struct Folder: Sendable, Hashable {
        /// The path of the folder.
        package var path: String
        /// The days, from `2026-11-26`, and the names as the folders have them, by the column: `day`, `program`...
        package var columns: [String: String]
        /// The paths of the recordings in it, in the order of their names.
        package var files: [String]

        /// What all folders of one process have in common: its program, host and instance.
        package var process: [String] { RecordingTable.columns.dropFirst().map { columns[$0] ?? "" } }
        /// The recordings that the process itself wrote.
        package var ownFiles: [String] { files.filter { !$0.fileName.contains(RecordingTable.outside) } }
        /// Whether something is being recorded into it.
        package var isWritten: Bool { files.contains(where: WritingLock.isHeld) }
    }

    /// The columns, in the order in which their folders are nested.
    package static let columns = ["day", "program", "host", "instance"]
    /// The endings of files that are recordings.
    package static let endings = [".jsonl", ".jsonl.gz"]
    /// Part of the names of files that an inspector wrote.
    private static let outside = "-outside"
    /// What data engines read as an absent value.
    private static let unknown = "__HIVE_DEFAULT_PARTITION__"
    /// File systems allow names of 255 bytes.
    private static let longestName = 160

    /// The path of the directory.
    package let directory: String
    /// The names of the program, the host and the instance, as folders have them.
    package let process: [String]

    /// The place of a process; whatever it says of itself, that is below the directory.
    package init(_ directory: String, header: RecordingHeader) {
        self.directory = directory
        let process = header.process
        // A day and a time, which do not depend on who asked the process for them.
        let start = process.startedAt.map { $0.prefix(19).filter { $0.isNumber || $0 == "T" } + "Z" }
        let instance = process.pid.flatMap { pid in start.map { "\($0)-\(pid)" } } ?? header.id
        self.process = [process.name, process.host, instance].map(Self.folderName)
    }

    /// The folder of a day.
    func folder(day: CalendarDay) -> String {
        ([directory] + zip(Self.columns, [day.text] + process).map { "\($0)=\($1)" }).joined(separator: "/")
    }

    /// The name of the first file of a recording.
    static func fileName(of header: RecordingHeader) -> String {
        let time = TimeStamp.text(micros: header.startMicros).dropFirst(11).prefix(8).filter(\.isNumber)
        let id = header.id.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8)
        return "\(time)-\(id)\(header.recorder.place == "process" ? "" : outside).jsonl"
    }

    /// A name as data engines expect it in a folder's.
    ///
    /// What is special in paths or to a shell is `%` and two digits for each byte of it; an empty name is absent; a long
    /// one is cut off.
    package static func folderName(_ name: String?) -> String {
        guard let name, !name.isEmpty else { return unknown }
        var text = ""
        for scalar in name.unicodeScalars {
            let properties = scalar.properties
            let isPlain =
                scalar.isASCII
                ? properties.isAlphabetic || properties.numericType != nil || "-_.,@".unicodeScalars.contains(scalar)
                // A mark alone would be one character with what is before it, in the name of the folder.
                : properties.isGraphemeExtend
                    ? !text.isEmpty : properties.isAlphabetic || properties.numericType != nil
            let sign =
                isPlain
                ? String(scalar) : String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + hexadecimal($0) }.joined()
            guard text.utf8.count + sign.utf8.count <= longestName else { break }
            text += sign
        }
        return text
    }

    private static func hexadecimal(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }

    // MARK: Folders

    /// Creates the folder of a file, accessible only to the user, if absent; returns why not, 0 if it is there.
    @discardableResult
    static func makeFolder(of file: String) -> Int32 {
        var error: Int32 = 0
        for (place, character) in file.enumerated() where character == "/" && place > 0 {
            let folder = String(file.prefix(place))
            error = mkdir(folder, 0o700) == 0 || errno == EEXIST ? 0 : errno
            // Somebody else may have made a link of that name, to where the files would go.
            if column(of: folder.fileName) != nil, folder.isLink { return ELOOP }
        }
        return error
    }

    /// Removes the folders that a removed file was in, up to the directory, as far as nothing else is in them.
    package static func removeFolders(of file: String) {
        var path = file[...]
        for column in columns.reversed() {
            guard let slash = path.lastIndex(of: "/") else { return }
            path = path[..<slash]
            guard path[path.index(after: path.lastIndex(of: "/") ?? slash)...].hasPrefix("\(column)="),
                rmdir(String(path)) == 0
            else { return }
        }
    }

    /// Finds the folders with recordings in a directory, or in one of the folders below it.
    ///
    /// - Returns: Them in the order of their paths: by day, then by program; empty if it has no such folders.
    package static func folders(in directory: String) -> [Folder] {
        let above = directory.split(separator: "/").compactMap { column(of: String($0)) }
        return folders(in: directory, Dictionary(above) { $1 })
    }

    private static func folders(in path: String, _ columns: [String: String]) -> [Folder] {
        let names = names(in: path).map { (name: $0, path: path + (path.hasSuffix("/") ? "" : "/") + $0) }
        let inner = names.flatMap { name, path -> [Folder] in
            guard let (column, value) = column(of: name), columns[column] == nil, !path.isLink else { return [] }
            return folders(in: path, columns.merging([column: value]) { $1 })
        }
        let files = names.filter { name, _ in endings.contains { name.hasSuffix($0) } }.map(\.path)
        return files.isEmpty || columns.isEmpty ? inner : inner + [Folder(path: path, columns: columns, files: files)]
    }

    /// The column that the name of a folder is about, with its value there.
    private static func column(of name: String) -> (String, String)? {
        columns.first { name.hasPrefix("\($0)=") }.map { ($0, String(name.dropFirst($0.utf8.count + 1))) }
    }

    /// The paths that a file of this name may have on other days: the later ones first, and of these the next one first.
    ///
    /// - Parameter path: The path of the file; empty if it is in no folder of a day.
    static func otherDays(of path: String) -> [String] {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let place = parts.lastIndex(where: { $0.hasPrefix("day=") }), place == parts.count - 5 else { return [] }
        let (own, above) = (parts[place], parts[..<place].joined(separator: "/"))
        let days = names(in: above.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : above).filter {
            $0.hasPrefix("day=") && $0 != own
        }
        return (days.filter { $0 > own } + days.filter { $0 < own }.reversed()).map { day in
            parts[place] = day
            return parts.joined(separator: "/")
        }
    }

    /// The names in a directory, sorted.
    private static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                        String(cString: $0)
                    }
                })
        }
        return names.sorted()
    }
}
