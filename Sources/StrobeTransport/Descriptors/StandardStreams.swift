internal import StrobeSystem
internal import Synchronization

/// The standard input and output of this process as a connection to its parent process.
public enum StandardStreams {
    private static let served = Mutex(false)

    /// Takes the standard streams for the protocol, once in the lifetime of the process.
    ///
    /// The connection works on private duplicates. Descriptor 0 then reads as empty and descriptor 1 is standard error,
    /// so that nothing that the program prints, before or after, gets between the lines of the protocol; earlier output
    /// still buffered by the C library goes to standard error. Standard input may be a pipe, a socket, a terminal, a
    /// regular file or `/dev/null`.
    ///
    /// - Throws: `busy` on a second call; `inputOutput` if one of the two is closed.
    public static func serve() throws(TransportError) -> any Connection {
        let isFirst = served.withLock { served in
            defer { served = true }
            return !served
        }
        guard isFirst else {
            throw TransportError(
                .busy, "The standard streams are already served. Use one server on standard input and output.")
        }
        return try take(input: STDIN_FILENO, output: STDOUT_FILENO, error: STDERR_FILENO)
    }

    /// Implements `serve()` for any descriptors, whose meaning changes as described there.
    static func take(input: CInt, output: CInt, error: CInt) throws(TransportError) -> any Connection {
        Transport.ignoreBrokenPipes()
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { throw Descriptor.failure("open /dev/null") }
        defer { if nothing > 2 { Descriptor.close(nothing) } }
        let privateInput = try Descriptor.duplicate(input)
        let privateOutput: CInt
        do {
            privateOutput = try Descriptor.duplicate(output)
        } catch {
            Descriptor.close(privateInput)
            throw error
        }
        if fcntl(error, F_GETFD) < 0 { dup2(nothing, error) }
        dup2(error, output)
        dup2(nothing, input)
        return try DescriptorConnection(
            input: privateInput, output: privateOutput,
            peer: Peer(kind: .standardStreams, address: "standard input and output"))
    }
}
