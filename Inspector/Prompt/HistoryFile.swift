import StrobeSystem

/// The file that keeps typed lines between runs.
enum HistoryFile {
    /// `$XDG_STATE_HOME/strobe/history`, else `~/.local/state/strobe/history` (XDG Base Directory Specification).
    static func path(environment: [String: String], home: String) -> String {
        // The specification says to ignore relative paths.
        let base = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/state"
        return "\(base)/strobe/history"
    }

    /// Creates the directory, readable by the user only, and returns the path; `nil` if it cannot be created.
    static func prepared() -> String? {
        let path = path(environment: ProcessInfo.processInfo.environment, home: ThisUser.home)
        do {
            try FileManager.default.createDirectory(
                atPath: path.directoryPath, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return path
        } catch {
            return nil
        }
    }
}
