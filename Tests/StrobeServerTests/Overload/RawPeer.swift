import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A plain socket that disconnects like processes and machines do: without notice.
final class RawPeer: Sendable {
    /// How a peer disconnects.
    enum Departure: CaseIterable, Sendable {
        /// The connection is reset, as when the machine was switched off and on.
        case reset
        /// The process ended: the system closes its socket.
        case close
        /// The output is closed, and nothing is read any more.
        case halfClose
    }

    struct Failure: Error {}

    private let descriptor: Int32

    init(_ endpoint: Endpoint) throws {
        switch endpoint {
        case .tcp(_, let port): descriptor = Self.connect(port: port)
        case .unix(let path): descriptor = Self.connect(path: path)
        }
        guard descriptor >= 0 else { throw Failure() }
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure() }
            sent += count
        }
    }

    /// Disconnects; the socket is closed when this object is released.
    func go(_ departure: Departure) {
        switch departure {
        case .halfClose: _ = shutdown(descriptor, Int32(SHUT_WR))
        case .close: _ = shutdown(descriptor, Int32(SHUT_RDWR))
        case .reset:
            // Closing it then sends a reset, if the socket supports that; its descriptor is kept until the end.
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            let null = open("/dev/null", O_RDONLY)
            dup2(null, descriptor)
            close(null)
        }
    }

    private static func socket(_ family: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            Darwin.socket(family, SOCK_STREAM, 0)
        #endif
    }

    private static func connect(port: Int) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        return connect(socket(AF_INET), &address)
    }

    private static func connect(path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return connect(socket(AF_UNIX), &address)
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        guard descriptor >= 0 else { return -1 }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #if canImport(Glibc)
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
                #else
                    Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
                #endif
            }
        }
        guard result == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }
}
