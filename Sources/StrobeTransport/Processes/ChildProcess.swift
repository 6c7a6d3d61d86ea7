internal import NIOCore
internal import NIOPosix
internal import StrobeSystem
internal import Synchronization

/// A process started by this one, with a connection to its standard input and output.
///
/// A thread waits for it, so that it never remains as a zombie. A child is not killed when it is released, but its
/// standard input ends.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum ExitStatus: Sendable, Hashable {
        /// It returned a status from 0 to 255.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
        /// Another part of this process, or the system at its request, collected the status.
        case unknown
    }

    /// Which signals of the terminal the process receives.
    public enum Grouping: Sendable, Hashable {
        /// The same as this process: Ctrl-C in the terminal ends it as well.
        case shared
        /// A process group of its own: Ctrl-C does not reach it.
        case ownGroup
        /// A session of its own, without the terminal.
        case ownSession
    }

    /// The destination of its standard error.
    public enum ErrorOutput: Sendable {
        /// The standard error of this process.
        case inherited
        /// `/dev/null`.
        case discarded
        /// A function that is called with each line, at most 64 KiB each.
        case lines(@Sendable (String) -> Void)
    }

    /// The process id.
    public let pid: Int32
    /// The command and its arguments.
    public let command: [String]
    /// The connection to its standard input and output.
    public var connection: any Connection { channel }

    private let channel: ChannelConnection
    let reaper: Reaper

    private init(_ reaper: Reaper, _ command: [String], _ channel: ChannelConnection) {
        pid = reaper.pid
        self.command = command
        self.channel = channel
        self.reaper = reaper
    }

    /// Starts a command.
    ///
    /// It inherits the three standard descriptors and no others, and no blocked or ignored signals.
    ///
    /// - Parameters:
    ///   - command: The program, looked up in `PATH` unless it contains a slash, and its arguments.
    ///   - environment: Its environment; by default, that of this process.
    ///   - grouping: Which signals of the terminal reach it.
    ///   - errorOutput: The destination of its standard error.
    /// - Throws: `cannotLaunch`, with the reason, if the command is empty or cannot be run; `inputOutput`.
    public static func launch(
        command: [String], environment: [String: String]? = nil, grouping: Grouping = .ownGroup,
        errorOutput: ErrorOutput = .inherited
    ) async throws(TransportError) -> ChildProcess {
        Transport.ignoreBrokenPipes()
        let spawn = try Spawn(
            command: command, environment: environment ?? ProcessInfo.processInfo.environment, grouping: grouping,
            errorOutput: errorOutput)
        let reaper = Reaper(spawn.pid, ownGroup: grouping != .shared)
        do throws(TransportError) {
            let peer = Peer(
                kind: .childProcess, address: command.joined(separator: " "), uid: geteuid(), pid: spawn.pid)
            let channel: ChannelConnection
            do throws(TransportError) {
                channel = try await .pipes(input: spawn.output, output: spawn.input, peer: peer)
            } catch {
                spawn.error.map(Descriptor.close)
                throw error
            }
            if let descriptor = spawn.error, case .lines(let receive) = errorOutput {
                deliver(try await .pipes(input: descriptor, output: nil, peer: peer), to: receive)
            }
            return ChildProcess(reaper, command, channel)
        } catch {
            reaper.signal(SIGKILL)
            throw error
        }
    }

    /// How the process ended; waits for the end, even if the task is cancelled.
    public var exitStatus: ExitStatus {
        get async { await reaper.wait() }
    }

    /// Waits for the end of the process; returns `nil` after a time limit or if the task is cancelled.
    ///
    /// - Parameter time: The time limit.
    public func exitStatus(within time: Duration) async -> ExitStatus? {
        await reaper.wait(within: time)
    }

    /// Sends a signal to the process, and to its group if it has its own; no effect once it has ended.
    public func signal(_ number: Int32) {
        reaper.signal(number)
    }

    /// Ends the process: first by ending its standard input, then by SIGTERM, then by SIGKILL.
    ///
    /// - Parameter grace: How long it may take to react to each of the first two.
    /// - Returns: How it ended; `nil` in the rare case that the system did not end it within another 5 s.
    @discardableResult
    public func terminate(grace: Duration = .seconds(2)) async -> ExitStatus? {
        channel.endOutputAndDiscardInput()
        // In a task of its own, so that a cancelled caller does not shorten the grace period.
        let status = await Task { [reaper] in
            for number in [SIGTERM, SIGKILL] {
                if let status = await reaper.wait(within: grace) { return Optional(status) }
                reaper.signal(number)
            }
            return await reaper.wait(within: .seconds(5))
        }.value
        await channel.close()
        return status
    }

    private static func deliver(_ lines: ChannelConnection, to receive: @escaping @Sendable (String) -> Void) {
        lines.setLineLimit(64 << 10)
        Task {
            while true {
                do throws(TransportError) {
                    guard let line = try await lines.nextLine() else { return }
                    receive(String(decoding: line, as: UTF8.self))
                } catch {
                    guard error.code == .lineTooLong else { return }
                    receive("(a line of more than \(64 << 10) bytes was skipped)")
                }
            }
        }
    }
}

extension ChildProcess.ExitStatus: CustomStringConvertible {
    /// The status as text.
    public var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let number): "was ended by signal \(number)"
        case .unknown: "ended"
        }
    }
}
