internal import StrobeSystem

/// The users of this machine, in words.
package enum SystemUser {
    /// A user by name and number: `root (0)`; without a name, `user 1234`.
    package static func text(_ uid: UInt32) -> String {
        name(uid).map { "\($0) (\(uid))" } ?? "user \(uid)"
    }

    /// The beginning of what to do about what answers only another user.
    package static func advice(_ uid: UInt32) -> String {
        "Run strobe as that user (sudo -u \(name(uid) ?? "'#\(uid)'") strobe ...; in a container: docker exec -u \(uid) ...)"
    }

    /// The user to whom a file belongs.
    package static func owner(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }

    private static func name(_ uid: UInt32) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4_096)
        guard getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else {
            return nil
        }
        return String(cString: name)
    }
}
