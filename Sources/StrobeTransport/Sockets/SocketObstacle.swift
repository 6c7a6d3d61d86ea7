internal import StrobeSystem

/// What keeps this user from connecting to a Unix socket, found by looking at its files.
enum SocketObstacle {
    /// What is in the way, and what to do.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - number: The error number of the attempt.
    static func text(_ path: String, _ number: CInt?) -> String {
        var status = stat()
        let exists = stat(path, &status) == 0
        switch number {
        case EACCES?:
            if exists { return "it belongs to \(owner(status)). \(SystemUser.advice(status.st_uid))." }
            if let (folder, status) = closedFolder(above: path) {
                return "the directory \(folder) belongs to \(owner(status)), and its mode keeps you out. "
                    + SystemUser.advice(status.st_uid) + "."
            }
        case ENOENT?, ENOTDIR?:
            return
                "there is no such file here. The server has ended, or listens at another path: `strobe list` shows it; a "
                + "container has paths of its own."
        case ECONNREFUSED? where exists && status.st_mode & S_IFMT != S_IFSOCK:
            return "it is not a socket."
        case ECONNREFUSED?:
            return
                "nothing listens there any more; the file is left over from a killed server. Start the program again."
        default: break
        }
        return "\(SystemError.text(number ?? EIO)). Check that the server is running there."
    }

    private static func owner(_ status: stat) -> String {
        "\(SystemUser.text(status.st_uid)), and you are \(SystemUser.text(geteuid()))"
    }

    /// The first directory on the way to a file that this user cannot enter.
    private static func closedFolder(above path: String) -> (String, stat)? {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            var status = stat()
            // The one before can be entered.
            guard stat(folder, &status) == 0 else { return nil }
            if access(folder, X_OK) != 0 { return (folder, status) }
        }
        return nil
    }
}
