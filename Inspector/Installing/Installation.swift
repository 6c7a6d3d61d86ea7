import InspectorCore
import StrobeSystem

/// The files that are put below a folder, and removed again.
struct Installation {
    /// The content of a file.
    enum Content {
        /// The program with that path.
        case program(String)
        case text(String)
    }

    /// The folder, such as `/usr/local`.
    let prefix: String
    /// The files, by their paths below it.
    let files: [(path: String, content: Content)]

    /// The folder that is used unless the user names another: of all users for root, otherwise of this one.
    static func defaultPrefix(uid: UInt32 = geteuid(), home: String = ThisUser.home) -> String {
        uid == 0 ? "/usr/local" : home + "/.local"
    }

    /// Writes all files.
    ///
    /// Each gets its name when it is complete: a program that runs is not disturbed.
    ///
    /// - Throws: ``InspectorError`` (`failed`) with the file that cannot be written.
    func install() throws(InspectorError) {
        for (path, content) in files {
            let file = URL(filePath: "\(prefix)/\(path)")
            let temporary = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).\(getpid())")
            do {
                defer { try? FileManager.default.removeItem(at: temporary) }
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                switch content {
                case .program(let source):
                    try FileManager.default.copyItem(atPath: source, toPath: temporary.path)
                    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: temporary.path)
                case .text(let text):
                    try Data(text.utf8).write(to: temporary)
                    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: temporary.path)
                }
                guard rename(temporary.path, file.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            } catch {
                throw InspectorError(
                    .failed,
                    "\(file.path) cannot be written: \(error.systemReason). "
                        + "Choose a folder of your own: strobe install --prefix DIRECTORY.")
            }
        }
    }

    /// Removes the files that are there.
    ///
    /// - Returns: Their paths below the folder.
    /// - Throws: ``InspectorError`` (`failed`) with the file that cannot be removed.
    func uninstall() throws(InspectorError) -> [String] {
        var removed: [String] = []
        for (path, _) in files {
            guard unlink("\(prefix)/\(path)") != 0 else {
                removed.append(path)
                continue
            }
            guard errno == ENOENT || errno == ENOTDIR else {
                throw InspectorError(
                    .failed, "\(prefix)/\(path) cannot be removed: \(SystemError.text()).")
            }
        }
        return removed
    }

    /// What the user still has to do so that shells find the files; empty if nothing.
    ///
    /// - Parameters:
    ///   - path: The folders where programs are found.
    ///   - dataFolders: The folders of `XDG_DATA_DIRS`.
    ///   - home: The home of the user.
    func advice(path: [String], dataFolders: [String], home: String) -> [String] {
        var lines: [String] = []
        if let first = path.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/strobe") }),
            first != "\(prefix)/bin", path.contains("\(prefix)/bin")
        {
            lines.append("another strobe comes first in PATH: \(first)/strobe")
        }
        if !path.contains("\(prefix)/bin") {
            lines.append("in your shell's settings: export PATH=\"\(prefix)/bin:$PATH\"")
        }
        let isKnown = ["/usr", "/usr/local"].contains(prefix)
        if !isKnown { lines.append("zsh, before compinit: fpath=(\(prefix)/share/zsh/site-functions $fpath)") }
        guard prefix != home + "/.local", !dataFolders.contains("\(prefix)/share") else { return lines }
        if !isKnown { lines.append("bash: source \(prefix)/share/bash-completion/completions/strobe") }
        // Without XDG_DATA_DIRS it does not search /usr/local/share.
        if prefix != "/usr" { lines.append("fish: source \(prefix)/share/fish/vendor_completions.d/strobe.fish") }
        return lines
    }
}
