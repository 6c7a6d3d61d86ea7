internal import Foundation
public import StrobeProtocol

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The file `PID.json` by which a process that listens is found.
public struct DiscoveryFile: Sendable {
    /// The directory it is in.
    public let directory: RuntimeDirectory
    /// The name without the directory.
    public let name: String

    /// The largest file that is read, in bytes.
    private static let largest = 64 << 10
    /// How far two readings of one process' start may lie apart, in microseconds.
    ///
    /// A little over the second that a corrected clock moves it by. A process id comes round much later than that.
    private static let startTolerance: Int64 = 2_000_000

    private init(_ directory: RuntimeDirectory, _ name: String) {
        self.directory = directory
        self.name = name
    }

    /// Publishes a record, in the place of an earlier one of the same process; readers see the old or the new one.
    ///
    /// - Parameters:
    ///   - record: What to publish; its `pid` names the file.
    ///   - directory: Where.
    /// - Throws: `insecure` when the directory is not safe, `inputOutput` when the file cannot be written.
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

    /// Removes the file; without effect when it is gone already.
    public func remove() {
        try? directory.withDescriptor { _ = unlinkat($0, name, 0) }
    }

    /// The records of all processes that still run, by process id.
    ///
    /// The files of processes that are gone are removed, and files that others could have written or read are left out,
    /// as are files that are no records.
    ///
    /// - Throws: `insecure` when the directory is not safe, `inputOutput` when it cannot be read.
    public static func readAll(in directory: RuntimeDirectory) throws(TransportError) -> [DiscoveryRecord] {
        let records = try directory.withDescriptor { folder throws(TransportError) in
            try names(in: folder, directory).compactMap { DiscoveryFile(directory, $0).read(in: folder) }
        }
        return records.sorted { $0.pid < $1.pid }
    }

    /// Whether the process that a record tells of still runs.
    static func isAlive(_ record: DiscoveryRecord) -> Bool {
        guard let pid = Int32(exactly: record.pid), pid > 0, let start = ProcessStart.microseconds(of: pid) else {
            return false
        }
        let (distance, overflow) = start.subtractingReportingOverflow(record.startedAt)
        return !overflow && distance.magnitude <= UInt64(startTolerance)
    }

    /// Reads the file; removes it and returns `nil` when its process is gone.
    private func read(in folder: CInt) -> DiscoveryRecord? {
        guard let pid = Int32(name.dropLast(".json".count)), pid > 0 else { return nil }
        // Non-blocking: a FIFO of this name must not hold up the reader.
        let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Descriptor.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0, status.st_size <= Self.largest
        else { return nil }
        let bytes = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        let record = (try? bytes.read(upToCount: Self.largest)).flatMap {
            try? JSONDecoder().decode(DiscoveryRecord.self, from: $0)
        }
        if let record, record.pid == Int(pid), Self.isAlive(record) { return record.version == 1 ? record : nil }
        let isGone = record.map { $0.pid == Int(pid) } ?? (ProcessStart.microseconds(of: pid) == nil)
        if isGone {
            unlinkat(folder, name, 0)
            Self.removeSocket(of: pid, in: folder)
        }
        return nil
    }

    /// Removes the socket of a process that is gone, if it had one in this directory.
    private static func removeSocket(of pid: Int32, in folder: CInt) {
        var status = stat()
        guard fstatat(folder, socketName(of: pid), &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFSOCK
        else { return }
        unlinkat(folder, socketName(of: pid), 0)
    }

    /// The name of the Unix socket of a process that chose no other one.
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
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Descriptor.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write") }
            rest = rest.dropFirst(count)
        }
    }

    private func failure(_ operation: String) -> TransportError {
        let number = errno
        return TransportError(
            .inputOutput,
            "Cannot \(operation) \(directory.path(of: name)): \(SystemError.text(number)). Check the disk.",
            errorNumber: number)
    }
}
