import Foundation
import StrobeClient
import StrobeSystem
import StrobeTransport
import StrobeTree
import Synchronization
import Testing

@testable import InspectorDAP

/// Passes the lines between clients and a server on, and loses stops when it is told to, as a client that is too slow does.
final class LossyProxy: Sendable {
    let path: String
    private let losing = Atomic(false)
    private let listener: Listener

    init(to server: String) async throws {
        path = server + ".proxy"
        listener = try await Transport.listen(on: .unix(path: path))
        Task { [weak self, listener] in
            for await client in listener.connections {
                guard let server = try? await Transport.connect(to: .unix(path: server), timeout: .seconds(5)) else {
                    return
                }
                Task {
                    while let line = try? await client.nextLine() { try? await server.write(line + [10]) }
                    await server.close()
                }
                Task {
                    while let line = try? await server.nextLine() {
                        let line = self?.passed(line) ?? line
                        try? await client.write(line + [10])
                    }
                    await client.close()
                }
            }
        }
    }

    /// Loses the stops from now on.
    func lose() { losing.store(true, ordering: .releasing) }

    private func passed(_ line: [UInt8]) -> [UInt8] {
        guard losing.load(ordering: .acquiring), case .object(var message)? = try? JSON.parse(line),
            ["gate/stopped", "gate/resumed"].contains(message["method"]?.text), let params = message["params"]
        else { return line }
        message["method"] = "stream/lagged"
        message["params"] = [
            "subscription": params["subscription"] ?? "", "store": params["store"] ?? "", "fromSeq": 1, "toSeq": 1,
        ]
        return Array(JSON.text(.object(message)).utf8)
    }
}
