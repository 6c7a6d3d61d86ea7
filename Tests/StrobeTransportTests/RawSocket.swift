import StrobeSystem
import Testing

@testable import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A plain blocking client, for what the library does not do to a server.
struct RawSocket: Sendable {
    let descriptor: CInt

    init(connectingTo endpoint: Endpoint) throws {
        switch endpoint {
        case .tcp(_, let port):
            descriptor = try Descriptor.socket(AF_INET)
            try #require(Self.withAddress(port: port) { connect(descriptor, $0, $1) } == 0)
        case .unix(let path):
            descriptor = try Descriptor.socket(AF_UNIX)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(result == 0)
        }
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(systemWrite(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// Ends the output, and still reads.
    func endOutput() {
        #if canImport(Glibc)
            #expect(shutdown(descriptor, CInt(SHUT_WR)) == 0)
        #else
            #expect(shutdown(descriptor, SHUT_WR) == 0)
        #endif
    }

    func receiveAll() async -> String {
        await blocking { String(decoding: readAll(descriptor), as: UTF8.self) }
    }

    func close() {
        Descriptor.close(descriptor)
    }

    /// Closes with a reset instead of an end of file.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close()
    }

    static func withAddress(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
