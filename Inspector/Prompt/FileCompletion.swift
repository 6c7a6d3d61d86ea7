import InspectorCore
import LineEditing
import StrobeSystem

/// Completes the names of files.
enum FileCompletion {
    /// More names in a folder than this are not read.
    private static let limit = 10_000

    /// The files and folders whose names begin as typed; hidden ones only once their dot is typed.
    ///
    /// - Parameter text: The word as typed, which may begin with a quote.
    static func completion(of text: String) -> LineEditing.Completion? {
        guard let word = text.isEmpty ? "" : (try? Word.split(text, lenient: true))?.first?.text else { return nil }
        let slash = word.lastIndex(of: "/").map(word.index(after:)) ?? word.startIndex
        let (folder, prefix) = (String(word[..<slash]), word[slash...])
        guard let stream = opendir(folder.isEmpty ? "." : folder.expandingTilde) else { return nil }
        defer { closedir(stream) }
        var names: [(name: String, isFolder: Bool)] = []
        var count = 0
        while count < limit, let entry = readdir(stream) {
            count += 1
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            guard name.hasPrefix(prefix), name != ".", name != "..", !name.hasPrefix(".") || prefix.hasPrefix(".")
            else { continue }
            var status = stat()
            let isFolder = stat((folder + name).expandingTilde, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            names.append((name, isFolder))
        }
        let candidates = names.sorted { $0.name < $1.name }.map { name, isFolder in
            candidate(folder + name, shown: name, isFolder: isFolder)
        }
        return LineEditing.Completion(replacing: text.count, candidates: candidates)
    }

    private static func candidate(_ path: String, shown: String, isFolder: Bool) -> LineEditing.Completion.Candidate {
        guard isFolder else { return .init(Word.written(path), display: shown, suffix: " ") }
        // One goes on in the folder: a quote stays open.
        let written = Word.written(path + "/")
        return .init(written.hasSuffix("\"") ? String(written.dropLast()) : written, display: shown + "/")
    }
}
