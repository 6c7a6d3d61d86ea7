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
        let ended = runs.keys.filter { Self.hasEnded($0) }.sorted()
        for run in ended.dropLast(max(0, count)) {
            for folder in runs[run] ?? [] {
                // Also what is left of a compression that was interrupted.
                for file in folder.files.flatMap({ [$0, $0 + ".gz.tmp"] }) { unlink(file) }
                if let file = folder.files.first { RecordingTable.removeFolders(of: file) }
            }
        }
    }

    /// Whether an instance is a process of this machine that is no more.
    private static func hasEnded(_ instance: String) -> Bool {
        let words = instance.split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].utf8.count == 16, words[0].last == "Z", let pid = pid_t(words[1]), pid > 0
        else { return false }
        return kill(pid, 0) != 0 && errno != EPERM
    }
}
