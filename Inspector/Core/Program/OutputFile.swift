import LineEditing
import StrobeSystem

/// Output files with a program's data; like recordings, only their owner may read them.
package enum OutputFile {
    /// An open file, which is closed with its last owner.
    package final class Descriptor: Sendable {
        private let number: CInt

        fileprivate init(number: CInt) { self.number = number }

        deinit { close(number) }

        /// Writes all of a text.
        ///
        /// - Returns: Why it cannot be written; `nil` if it is.
        package func write(_ text: String) -> String? {
            Array(text.utf8).withUnsafeBytes { SystemFile.write($0, to: number) } ? nil : reason()
        }
    }

    private static let permissions: mode_t = 0o600

    /// Writes a file atomically; an existing file is replaced, a link is kept.
    ///
    /// - Throws: ``InspectorError`` (`failed`); an existing file is then unchanged.
    package static func write(_ bytes: [UInt8], to path: String) throws(InspectorError) {
        let target = resolved(path)
        var status = stat()
        if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            // A pipe or a device is written to and never replaced.
            let descriptor = StrobeSystem.open(target, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw unwritable(path) }
            return try fill(descriptor, bytes, path)
        }
        let directory = target.directoryPath
        let temporary = (directory.isEmpty ? "." : directory) + "/.strobe-\(UUID().uuidString).tmp"
        let descriptor = StrobeSystem.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw unwritable(path) }
        do throws(InspectorError) {
            try fill(descriptor, bytes, path)
            guard rename(temporary, target) == 0 else { throw unwritable(path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Creates an empty file to write to step by step, replacing an existing one.
    ///
    /// - Throws: ``InspectorError`` (`failed`).
    package static func make(_ path: String) throws(InspectorError) -> Descriptor {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
        let descriptor = StrobeSystem.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard descriptor >= 0 else {
            throw InspectorError(
                .failed, "The file \(path) cannot be created: \(reason()). Check that its directory exists.")
        }
        return Descriptor(number: descriptor)
    }

    /// Opens a file to write to, which the caller closes; one that exists is emptied, or continued.
    ///
    /// - Throws: ``InspectorError`` (`failed`), also for a pipe that nobody reads.
    package static func open(_ path: String, appends: Bool) throws(InspectorError) -> CInt {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (appends ? O_APPEND : O_TRUNC)
        let descriptor = StrobeSystem.open(path.expandingTilde, flags, permissions)
        guard descriptor >= 0 else { throw unwritable(path) }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
    }

    /// Writes all bytes and closes the descriptor.
    private static func fill(_ descriptor: Int32, _ bytes: [UInt8], _ path: String) throws(InspectorError) {
        guard bytes.withUnsafeBytes({ SystemFile.write($0, to: descriptor) }) else {
            let error = unwritable(path)
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw unwritable(path) }
    }

    /// The target of a link.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func unwritable(_ path: String) -> InspectorError {
        InspectorError(.failed, "The file \(path) cannot be written: \(reason()).")
    }

    private static func reason() -> String { SystemError.text() }
}
