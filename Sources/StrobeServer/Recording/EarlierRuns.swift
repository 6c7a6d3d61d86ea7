internal import StrobeRecording
internal import StrobeSystem

/// The recordings of earlier runs of a program on this machine, in the directory of flight recorders.
struct EarlierRuns {
    private let directory: String
    private let table: RecordingTable

    /// - Parameter header: The header of the recording that begins now.
    init(_ directory: String, of header: RecordingHeader) {
        self.directory = directory
        table = RecordingTable(directory, header: header)
    }

    /// Removes the oldest ones whose processes have ended.
    ///
    /// - Parameter count: How many to keep.
    func removeOld(keeping count: Int) {
        let folders = RecordingTable.folders(in: directory).filter {
            $0.process.prefix(2) == table.process.prefix(2) && $0.process != table.process
        }
        let runs = Dictionary(grouping: folders) { $0.process[2] }
        // Their names begin with the time of their start.
        let ended = runs.filter { Self.isRun($0.key) && !$0.value.contains { $0.isWritten } }.keys.sorted()
        for run in ended.dropLast(max(0, count)) {
            for folder in runs[run] ?? [] {
                // Also what is left of a compression that was interrupted; not what an inspector recorded.
                for file in folder.ownFiles.flatMap({ [$0, $0 + ".gz.tmp"] }) { unlink(file) }
                if let file = folder.files.first { RecordingTable.removeFolders(of: file) }
            }
        }
    }

    /// Whether an instance is named by the time at which its process started, and its id.
    private static func isRun(_ instance: String) -> Bool {
        let words = instance.split(separator: "-", omittingEmptySubsequences: false)
        return words.count == 2 && words[0].utf8.count == 16 && words[0].last == "Z" && Int(words[1]) != nil
    }
}
