/// Names of files; a path that ends with a slash is its own directory.
extension String {
    /// The part before the last component; empty for a name alone.
    package var directoryPath: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == utf8.startIndex ? "/" : String(self[..<slash])
    }

    /// The last component.
    package var fileName: String {
        split(separator: "/").last.map(String.init) ?? self
    }

    /// Whether it is the path of a directory, or of a link to one.
    package var isDirectory: Bool {
        var status = stat()
        return stat(self, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether it is the path of a symbolic link.
    package var isLink: Bool {
        var status = stat()
        return lstat(self, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The path with the user's home folder in place of `~`.
    package var expandingTilde: String {
        self == "~" || hasPrefix("~/") ? ThisUser.home + dropFirst() : self
    }
}

/// The user of this process.
package enum ThisUser {
    /// The home folder: `HOME`, else that of the user database.
    package static var home: String {
        if let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") { return home }
        return FileManager.default.homeDirectoryForCurrentUser.path
    }
}

extension Error {
    /// Why a call of the system failed, in its words.
    package var systemReason: String {
        let cause = (self as? CocoaError)?.underlying ?? self
        guard let number = (cause as? POSIXError)?.code.rawValue else { return String(describing: cause) }
        return SystemError.text(number)
    }
}

/// The running program.
package enum ThisProgram {
    /// The path of the executable, without links; `nil` if the system does not report it.
    package static var path: String? {
        #if canImport(Glibc)
            guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
                return nil
            }
            // The kernel appends it once another file has taken the name.
            let mark = " (deleted)"
            return path.hasSuffix(mark) && access(path, F_OK) != 0 ? String(path.dropLast(mark.count)) : path
        #else
            return Bundle.main.executableURL?.resolvingSymlinksInPath().path
        #endif
    }
}
