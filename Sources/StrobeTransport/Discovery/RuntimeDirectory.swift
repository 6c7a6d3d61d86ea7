internal import StrobeSystem

/// The directory of this user's sockets and discovery files, accessible to this user only.
public struct RuntimeDirectory: Sendable, Hashable {
    /// The absolute path.
    public let path: String

    /// The path of the directory: `strobe` in `XDG_RUNTIME_DIR`, or in the first directory of `RUNTIME_DIRECTORY` (which
    /// systemd sets for a service), if that is an absolute path to a directory of this user, otherwise `strobe-UID` in
    /// `TMPDIR` or `/tmp`.
    ///
    /// - Parameter environment: The environment variables; those of this process if `nil`.
    public static func location(in environment: [String: String]? = nil) -> String {
        let environment = environment ?? ProcessInfo.processInfo.environment
        let service = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        for case let runtime? in [environment["XDG_RUNTIME_DIR"], service]
        where runtime.hasPrefix("/") && isOwnDirectory(runtime) {
            return join(runtime, "strobe")
        }
        let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        return join(temporary, "strobe-\(geteuid())")
    }

    /// The directories in which the processes of this user are looked for: `location(in:)`, and if a variable of it is missing,
    /// as for programs that are started with few of them, the directory that the system usually gives this user.
    ///
    /// - Parameter environment: The environment variables; those of this process if `nil`.
    package static func locations(in environment: [String: String]? = nil) -> [String] {
        let environment = environment ?? ProcessInfo.processInfo.environment
        var paths = [location(in: environment)]
        #if canImport(Darwin)
            if environment["TMPDIR"] == nil, let temporary = userTemporaryDirectory {
                paths.append(join(temporary, "strobe-\(geteuid())"))
            }
        #else
            let runtime = "/run/user/\(geteuid())"
            if environment["XDG_RUNTIME_DIR"] == nil, isOwnDirectory(runtime) { paths.append(join(runtime, "strobe")) }
        #endif
        return paths.enumerated().filter { index, path in !paths[..<index].contains(path) }.map(\.element)
    }

    #if canImport(Darwin)
        /// The temporary directory that Darwin gives each user.
        private static var userTemporaryDirectory: String? {
            let length = confstr(_CS_DARWIN_USER_TEMP_DIR, nil, 0)
            guard length > 0 else { return nil }
            var bytes = [CChar](repeating: 0, count: length)
            confstr(_CS_DARWIN_USER_TEMP_DIR, &bytes, length)
            return String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    #endif

    /// Opens the directory and creates it (mode 0700) if it is missing.
    ///
    /// - Parameter path: Its path; by default, the usual location.
    /// - Throws: `insecure` if it is a symbolic link, belongs to another user or is accessible to others; `inputOutput`
    ///   if it cannot be created.
    public init(creating path: String = location()) throws(TransportError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            let number = errno
            throw TransportError(
                .inputOutput,
                "Cannot create the directory \(path): \(SystemError.text(number)). "
                    + "Set XDG_RUNTIME_DIR or TMPDIR to a directory of your own.",
                errorNumber: number)
        }
        self.path = path
        try withDescriptor { _ in }
    }

    /// Opens the directory if it exists.
    ///
    /// - Returns: `nil` if there is no such directory.
    /// - Throws: `insecure` as for `init(creating:)`.
    public static func existing(at path: String = location()) throws(TransportError) -> RuntimeDirectory? {
        FileIdentity(path) == nil ? nil : try RuntimeDirectory(existing: path)
    }

    private init(existing path: String) throws(TransportError) {
        self.path = path
        try withDescriptor { _ in }
    }

    /// The path of a socket or file in the directory.
    public func path(of name: String) -> String {
        Self.join(path, name)
    }

    /// Calls `body` with a descriptor of the directory after checking it, so that the checked directory is the one
    /// used.
    func withDescriptor<T>(_ body: (CInt) throws(TransportError) -> T) throws(TransportError) -> T {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            guard number == ELOOP || number == ENOTDIR else {
                var status = stat()
                if stat(path, &status) == 0, status.st_uid != geteuid() { throw foreign(status.st_uid) }
                throw TransportError(
                    .inputOutput, "Cannot open \(path): \(SystemError.text(number)). Check its permissions.",
                    errorNumber: number)
            }
            throw insecure("is not a directory or is a symbolic link")
        }
        defer { Descriptor.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Descriptor.failure("examine \(path)") }
        guard status.st_uid == geteuid() else { throw foreign(status.st_uid) }
        guard status.st_mode & 0o077 == 0 else {
            throw insecure("is open to other users (mode \(String(status.st_mode & 0o7777, radix: 8)), not 700)")
        }
        return try body(descriptor)
    }

    private func foreign(_ uid: UInt32) -> TransportError {
        insecure(
            "belongs to \(SystemUser.text(uid)), and you are \(SystemUser.text(geteuid()))", SystemUser.advice(uid))
    }

    private func insecure(_ reason: String, _ advice: String = "Remove it") -> TransportError {
        TransportError(
            .insecure, "\(path) \(reason). \(advice), or set XDG_RUNTIME_DIR or TMPDIR to a directory of your own.")
    }

    private static func isOwnDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }

    private static func join(_ directory: String, _ name: String) -> String {
        directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }
}
