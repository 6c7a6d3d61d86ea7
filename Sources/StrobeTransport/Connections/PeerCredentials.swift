internal import NIOCore
internal import NIOPosix
internal import StrobeSystem

/// Queries the operating system for the process at the other end of a Unix socket.
enum PeerCredentials {
    #if canImport(Glibc)
        /// `struct ucred` of unix(7), which glibc declares for GNU sources only.
        private struct Credentials {
            var pid: pid_t
            var uid: uid_t
            var gid: gid_t
        }

    #endif
    /// The effective user and the process of the other end; `nil` if the system does not report them.
    static func read(of channel: any Channel) async -> (uid: UInt32?, pid: Int32?) {
        guard let options = channel as? any SocketOptionProvider else { return (nil, nil) }
        #if canImport(Glibc)
            let credentials: Credentials? = try? await options.unsafeGetSocketOption(
                level: NIOBSDSocket.OptionLevel(rawValue: SOL_SOCKET),
                name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
            ).get()
            guard let credentials, credentials.uid != UInt32.max else { return (nil, nil) }
            return (credentials.uid, credentials.pid > 0 ? credentials.pid : nil)
        #else
            // The option that getpeereid(3) reads; SwiftNIO does not expose the descriptor for the call itself.
            let credentials: xucred? = try? await options.unsafeGetSocketOption(
                level: NIOBSDSocket.OptionLevel(rawValue: SOL_LOCAL),
                name: NIOBSDSocket.Option(rawValue: LOCAL_PEERCRED)
            ).get()
            let pid: pid_t? = try? await options.unsafeGetSocketOption(
                level: NIOBSDSocket.OptionLevel(rawValue: SOL_LOCAL),
                name: NIOBSDSocket.Option(rawValue: LOCAL_PEERPID)
            ).get()
            return (credentials?.cr_uid, pid)
        #endif
    }
}
