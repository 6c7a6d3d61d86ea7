import Foundation
import StrobeTransport
import Synchronization
import TerminalTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Many TCP connections to a port of this machine, held open without sending anything.
final class LocalSockets: Sendable {
    private let descriptors = Mutex<[Int32]>([])

    deinit { closeAll() }

    /// The number of open connections.
    var count: Int { descriptors.withLock { $0.count } }

    /// Opens connections, one after the other.
    ///
    /// - Returns: The number of connections opened before the system refused more.
    func open(_ wanted: Int, to port: Int) async throws -> Int {
        try await onThread {
            for made in 0..<wanted {
                let descriptor = Self.connection(to: port)
                guard descriptor >= 0 else { return made }
                self.descriptors.withLock { $0.append(descriptor) }
            }
            return wanted
        }
    }

    /// Closes all connections.
    func closeAll() {
        let all = descriptors.withLock { descriptors in
            defer { descriptors = [] }
            return descriptors
        }
        for descriptor in all { close(descriptor) }
    }

    /// Raises the limit of open files of this process, as far as the system allows.
    ///
    /// - Returns: The new limit.
    static func allowFiles(_ count: Int) -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        if limit.rlim_cur < rlim_t(count) {
            limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
            _ = setrlimit(resource, &limit)
            _ = getrlimit(resource, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }

    private static func connection(to port: Int) -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return -1 }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }
}

/// Ports of this machine.
enum LocalPort {
    /// A port that nothing listens on.
    static func free() async throws -> Int? {
        let listener = try await Transport.listen(on: .tcp(host: "127.0.0.1", port: 0))
        await listener.close()
        return if case .tcp(_, let port) = listener.endpoint { port } else { nil }
    }
}
