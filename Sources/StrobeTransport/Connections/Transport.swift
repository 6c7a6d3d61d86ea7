internal import NIOPosix
internal import StrobeSystem

/// Connects to and listens on endpoints.
public enum Transport {
    /// The limit of inbound lines until `setLineLimit` is called, in bytes.
    public static let defaultLineLimit = 1 << 20

    /// The single thread shared by all sockets and pipes; it lives as long as the process.
    static let group: MultiThreadedEventLoopGroup = {
        ignoreBrokenPipes()
        return MultiThreadedEventLoopGroup(numberOfThreads: 1)
    }()

    private static let brokenPipesIgnored: Void = {
        // A handler set by the program is kept.
        var present = sigaction()
        guard sigaction(SIGPIPE, nil, &present) == 0, present.sa_flags & Int32(SA_SIGINFO) == 0 else { return }
        #if canImport(Glibc)
            let isDefault = present.__sigaction_handler.sa_handler == nil
        #else
            let isDefault = present.__sigaction_u.__sa_handler == nil
        #endif
        if isDefault { signal(SIGPIPE, SIG_IGN) }
    }()

    /// Ignores SIGPIPE: writing to a closed peer is then an error of that write and does not end this process.
    static func ignoreBrokenPipes() {
        _ = brokenPipesIgnored
    }
}
