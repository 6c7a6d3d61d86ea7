import Foundation
import Synchronization

/// A program that was started with pipes as its standard streams.
package final class ProgramRun: Sendable {
    /// The output and end of a program.
    package struct Outcome: Sendable {
        package var output: String
        package var errors: String
        package var status: Int32

        /// The errors, except for the notice about a slow answer, which a busy machine may cause at any time.
        package var errorsBesideNotices: String {
            errors.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("no answer yet") }.joined(separator: "\n")
        }
    }

    /// The error that a program did not do what a test waits for.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String

        package init(description: String) { self.description = description }
    }

    private struct Shared {
        var output = Data()
        var errors = Data()
        var ended = 0
    }

    private let process = Process()
    private let input = Pipe()
    private let shared = Mutex(Shared())
    private let changed = DispatchSemaphore(value: 0)
    /// The program's home and runtime directory, unless a test sets others: nothing of other programs is found there.
    private let folder = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)

    package var pid: Int32 { process.processIdentifier }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - arguments: Its arguments.
    ///   - environment: Variables added to this process' environment, with its own home and runtime directory.
    package init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let own = ["HOME": folder.path(), "XDG_RUNTIME_DIR": folder.path()].merging(environment) { $1 }
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { [weak self] _ in self?.note { $0.ended += 1 } }
        try process.run()
        read(output.fileHandleForReading) { $0.output.append($1) }
        read(errors.fileHandleForReading) { $0.errors.append($1) }
    }

    deinit {
        // Foundation never frees a `Process`, and crashes once it has left some 1,000 files open.
        try? input.fileHandleForWriting.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes to the program's standard input.
    package func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Ends the program's standard input.
    package func closeInput() throws {
        try input.fileHandleForWriting.close()
    }

    /// Kills the program, if it has not ended.
    package func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// Asks the program to end.
    package func terminate() {
        process.terminate()
    }

    /// Sends the signal of Ctrl-C to the program.
    package func interrupt() {
        process.interrupt()
    }

    /// Waits until the program's output satisfies a condition.
    ///
    /// - Throws: `Failure` with the output so far if the program ended or the deadline passed.
    @discardableResult
    package func waitForOutput(
        within limit: Duration = .seconds(120), _ condition: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        try await onThread { try self.wait(within: limit, "The output") { condition($0.output) }.output }
    }

    /// Waits until the program's standard error satisfies a condition.
    @discardableResult
    package func waitForErrors(
        within limit: Duration = .seconds(120), _ condition: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        try await onThread {
            try self.wait(within: limit, "The text on standard error") { condition($0.errors) }.errors
        }
    }

    /// Waits until the program has ended and all of its output is read.
    package func outcome(within limit: Duration = .seconds(60)) async throws -> Outcome {
        try await onThread { try self.waitForOutcome(within: limit) }
    }

    private func waitForOutcome(within limit: Duration) throws -> Outcome {
        let deadline = ContinuousClock.now + limit
        while true {
            let now = shared.withLock { $0 }
            // The process, its output and its errors end separately.
            if now.ended == 3 {
                return Outcome(
                    output: String(decoding: now.output, as: UTF8.self),
                    errors: String(decoding: now.errors, as: UTF8.self), status: process.terminationStatus)
            }
            guard ContinuousClock.now < deadline else {
                kill()
                throw Failure(description: "The program did not end. It wrote:\n\(text(now))")
            }
            _ = changed.wait(timeout: .now() + .milliseconds(100))
        }
    }

    private func wait(
        within limit: Duration, _ what: String, for condition: ((output: String, errors: String)) -> Bool
    ) throws -> (output: String, errors: String) {
        let deadline = ContinuousClock.now + limit
        while true {
            let now = shared.withLock { $0 }
            let both = (String(decoding: now.output, as: UTF8.self), String(decoding: now.errors, as: UTF8.self))
            if condition(both) { return both }
            guard now.ended < 3, ContinuousClock.now < deadline else {
                throw Failure(description: "\(what) that was waited for did not come. There was:\n\(text(now))")
            }
            _ = changed.wait(timeout: .now() + .milliseconds(100))
        }
    }

    private func text(_ shared: Shared) -> String {
        String(decoding: shared.output + Data("\n-- errors --\n".utf8) + shared.errors, as: UTF8.self)
    }

    private func note(_ change: @Sendable (inout Shared) -> Void) {
        shared.withLock { change(&$0) }
        changed.signal()
    }

    /// Reads a pipe to its end on a separate thread: `FileHandle.readabilityHandler` may miss the end.
    private func read(_ handle: FileHandle, _ keep: @escaping @Sendable (inout Shared, Data) -> Void) {
        let descriptor = Descriptor(handle: handle)
        Thread.detachNewThread { [self] in
            while case let data = descriptor.handle.availableData, !data.isEmpty {
                note { keep(&$0, data) }
            }
            try? descriptor.handle.close()
            note { $0.ended += 1 }
        }
    }

    /// Passes a file handle to the thread that reads from it.
    private struct Descriptor: @unchecked Sendable {
        // Only that thread uses the handle after its start.
        let handle: FileHandle
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - arguments: Its arguments.
    ///   - input: Its whole standard input.
    ///   - environment: Variables added to this process' environment.
    package static func run(
        _ path: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Outcome {
        let run = try ProgramRun(path, arguments, environment: environment)
        try? run.write(input)
        try? run.closeInput()
        return try await run.outcome()
    }
}

/// Runs blocking work on a separate thread, so that it does not occupy a thread of the tests' pool.
package func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
    }
}
