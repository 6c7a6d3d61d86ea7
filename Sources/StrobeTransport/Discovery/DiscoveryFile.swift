public import StrobeProtocol
internal import StrobeSystem

/// The file `PID.json` by which a listening process is found.
public struct DiscoveryFile: Sendable {
    /// The directory of the file.
    public let directory: RuntimeDirectory
    /// The name without the directory.
    public let name: String

    /// The maximum size of a file that is read, in bytes.
    private static let largest = 64 << 10
    /// The maximum difference of two readings of one process' start time, in microseconds.
    ///
    /// Slightly more than the second by which a corrected clock shifts it. A process id is reused much later than that.
    private static let startTolerance: Int64 = 2_000_000

    private init(_ directory: RuntimeDirectory, _ name: String) {
        self.directory = directory
        self.name = name
    }

    /// Publishes a record, replacing an earlier one of the same process atomically.
    ///
    /// - Parameters:
    ///   - record: What to publish; its `pid` names the file.
    ///   - directory: The directory to write to.
    /// - Throws: `insecure` if the directory is not safe, `inputOutput` if the file cannot be written.
    public static func write(
        _ record: DiscoveryRecord, in directory: RuntimeDirectory
    ) throws(TransportError) -> DiscoveryFile {
        let file = DiscoveryFile(directory, "\(record.pid).json")
        let bytes: [UInt8]
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            bytes = Array(try encoder.encode(record)) + [10]
        } catch {
            throw TransportError(.inputOutput, "Cannot write the discovery record: \(error). Choose other names.")
        }
        try directory.withDescriptor { folder throws(TransportError) in
            let temporary = ".\(file.name).\(UInt64.random(in: .min ... .max))"
            let descriptor = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw file.failure("make") }
            defer { Descriptor.close(descriptor) }
            do throws(TransportError) {
                guard fchmod(descriptor, 0o600) == 0 else { throw file.failure("protect") }
                try file.writeAll(bytes, to: descriptor)
                guard renameat(folder, temporary, folder, file.name) == 0 else { throw file.failure("rename") }
            } catch {
                unlinkat(folder, temporary, 0)
                throw error
            }
        }
        return file
    }

    /// Removes the file; no effect if it is already gone.
    public func remove() {
        try? directory.withDescriptor { _ = unlinkat($0, name, 0) }
    }

    /// Reads the records of all running processes, by process id.
    ///
    /// Files of processes that have ended are removed. Files that others could have read or written are skipped, as are
    /// files that are not records. A process in another pid namespace, such as a container that shares the directory, has
    /// the endpoint by which it can be reached from here: its socket in this directory, if it listens there.
    ///
    /// - Parameters:
    ///   - directory: The directory to read.
    ///   - report: Called for each file that is skipped or removed although its process may run, with its path and what
    ///     is wrong with it.
    /// - Throws: `insecure` if the directory is not safe, `inputOutput` if it cannot be read.
    public static func readAll(
        in directory: RuntimeDirectory, reporting report: (_ path: String, _ reason: String) -> Void = { _, _ in }
    ) throws(TransportError) -> [DiscoveryRecord] {
        let records = try directory.withDescriptor { folder throws(TransportError) in
            try names(in: folder, directory).sorted().compactMap { name in
                switch DiscoveryFile(directory, name).read(in: folder) {
                case .record(let record): return record
                case .gone: return nil
                case .faulty(let reason):
                    report(directory.path(of: name), reason)
                    return nil
                }
            }
        }
        return records.sorted { $0.pid < $1.pid }
    }

    /// The content of a file.
    private enum Content {
        case record(DiscoveryRecord)
        /// Its process has ended, and the file is removed.
        case gone
        /// The file cannot be used, for the given reason.
        case faulty(String)
    }

    /// Whether the process of a record still runs, in this pid namespace.
    static func isAlive(_ record: DiscoveryRecord) -> Bool {
        guard !record.isElsewhere, let pid = Int32(exactly: record.pid), pid > 0,
            let start = ProcessStart.microseconds(of: pid)
        else {
            return false
        }
        let (distance, overflow) = start.subtractingReportingOverflow(record.startedAt)
        return !overflow && distance.magnitude <= UInt64(startTolerance)
    }

    /// Reads the file; removes it if its process has ended.
    private func read(in folder: CInt) -> Content {
        // No other spelling is accepted: `+7.json` and `07.json` belong to no process.
        guard let pid = Int32(name.dropLast(".json".count)), pid > 0, name == "\(pid).json" else {
            return .faulty("its name is not a process id")
        }
        // Non-blocking: a FIFO of this name must not block the reader.
        let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return .gone
            case ELOOP: return .faulty("it is a symbolic link")
            case let number: return .faulty("it cannot be opened: \(SystemError.text(number))")
            }
        }
        defer { Descriptor.close(descriptor) }
        if let reason = Self.distrust(descriptor) { return .faulty(reason) }
        let record: DiscoveryRecord
        do {
            guard let read = SystemFile.read(descriptor, upTo: Self.largest) else {
                return .faulty("it cannot be read: \(SystemError.text(errno))")
            }
            let bytes = Data(read)
            guard DiscoveryRecord.isJSON(bytes) else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
            }
            record = try JSONDecoder().decode(DiscoveryRecord.self, from: bytes)
        } catch {
            // A container's process may have written it, in a format of its own.
            guard ProcessStart.microseconds(of: pid) == nil, !UnixSocketFile.isAnswered(socketPath(pid)) else {
                return .faulty("it is not a discovery record: \(Self.reason(error))")
            }
            return remove(with: pid, in: folder)
        }
        guard record.pid == Int(pid) else { return .faulty("its pid is \(record.pid), but its name says \(pid)") }
        guard record.version == 1 else { return .faulty("it has version \(record.version), not 1") }
        guard Self.isAlive(record) else {
            guard socketPath(pid).utf8.count <= UnixSocketPath.longest else {
                return .faulty("the path of its socket is too long; mount the directory at a shorter one")
            }
            if let record = answering(record) { return .record(record) }
            // Its process may run, where no process id of here tells.
            guard !record.isElsewhere else { return .gone }
            let start = ProcessStart.microseconds(of: pid)
            _ = remove(with: pid, in: folder)
            return start.map {
                .faulty(
                    "process \(pid) began at \($0), not at its startedAt, \(record.startedAt) microseconds; it was "
                        + "taken for the file of an earlier process, and removed")
            } ?? .gone
        }
        return .record(reachable(record))
    }

    /// The path of the process' default socket.
    private func socketPath(_ pid: some BinaryInteger) -> String {
        directory.path(of: "\(pid).sock")
    }

    /// The record of a process that no process id of here tells of, if it answers in this directory.
    ///
    /// Its ports are those of another network, where its token must not be sent: they are left out.
    private func answering(_ record: DiscoveryRecord) -> DiscoveryRecord? {
        guard UnixSocketFile.isAnswered(socketPath(record.pid)) else { return nil }
        var record = record
        record.pidNamespace = record.pidNamespace ?? "unknown"
        record.endpoints = [Endpoint.unix(path: socketPath(record.pid)).description]
        record.token = nil
        return record
    }

    /// A record whose socket has its path of here: the directory may be mounted elsewhere for its process.
    private func reachable(_ record: DiscoveryRecord) -> DiscoveryRecord {
        var record = record
        record.endpoints = record.endpoints.map { text in
            guard case .unix(let path)? = try? Endpoint(parsing: text), FileIdentity(path) == nil,
                FileIdentity(socketPath(record.pid))?.isSocket == true
            else { return text }
            return Endpoint.unix(path: socketPath(record.pid)).description
        }
        return record
    }

    private func remove(with pid: Int32, in folder: CInt) -> Content {
        unlinkat(folder, name, 0)
        Self.removeSocket(of: pid, in: folder)
        return .gone
    }

    /// Why an opened file is not trusted; `nil` if it is.
    private static func distrust(_ descriptor: CInt) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return "it cannot be read: \(SystemError.text(errno))" }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
        guard status.st_uid == geteuid() else { return "it belongs to another user" }
        let mode = status.st_mode & 0o777
        guard mode & 0o077 == 0 else {
            return "others can read or write it: its mode is \(String(mode, radix: 8)), not 600"
        }
        return status.st_size <= largest ? nil : "it is longer than \(largest) bytes"
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "the member `\(key.stringValue)` is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "the member `\(context.codingPath.map(\.stringValue).joined(separator: "."))` has another type"
        default: "it is not JSON"
        }
    }

    /// Removes the socket of a process that has ended, if there is one in this directory.
    private static func removeSocket(of pid: Int32, in folder: CInt) {
        var status = stat()
        guard fstatat(folder, socketName(of: pid), &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFSOCK
        else { return }
        unlinkat(folder, socketName(of: pid), 0)
    }

    /// The default name for the Unix socket of a process.
    public static func socketName(of pid: Int32) -> String { "\(pid).sock" }

    private static func names(
        in folder: CInt, _ directory: RuntimeDirectory
    ) throws(TransportError) -> [String] {
        let copy = try Descriptor.duplicate(folder)
        guard let stream = fdopendir(copy) else {
            Descriptor.close(copy)
            throw Descriptor.failure("list \(directory.path)")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private func writeAll(_ bytes: [UInt8], to descriptor: CInt) throws(TransportError) {
        guard bytes.withUnsafeBytes({ SystemFile.write($0, to: descriptor) }) else { throw failure("write") }
    }

    private func failure(_ operation: String) -> TransportError {
        let number = errno
        return TransportError(
            .inputOutput,
            "Cannot \(operation) \(directory.path(of: name)): \(SystemError.text(number)). Check the disk.",
            errorNumber: number)
    }
}

extension DiscoveryRecord {
    /// Whether its process id belongs to another pid namespace, such as a container: here, it says nothing.
    package var isElsewhere: Bool { pidNamespace != nil && pidNamespace != ProcessStart.namespace }
}
