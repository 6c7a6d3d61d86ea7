import StrobeTransport
import StrobeTree
import Synchronization

/// A fault of a server: how the messages it sends and receives are changed.
struct Fault: Sendable {
    /// The state of one side of a connection.
    struct Memory: Sendable {
        var ids: Set<Value> = []
        var held: [Value] = []
        var count = 0
    }

    /// The messages that replace one of the server's.
    var says: @Sendable (Value, inout Memory) -> [Value] = { message, _ in [message] }
    /// The lines that replace one of the client's, and immediate answers.
    var hears: @Sendable (Value?, [UInt8], inout Memory) -> (lines: [[UInt8]], answers: [Value]) = { _, line, _ in
        ([line], [])
    }
    /// Text before each answer to `store/list`.
    var noise: String?
    /// Whether it examines a line only when it is complete.
    var waitsForLineEnds = false
    /// Whether it drops the bytes after the last line end.
    var forgetsLastLine = false
    /// Whether it treats each received chunk as a whole line.
    var takesPiecesForLines = false
    /// Whether it does not notice that a client is gone.
    var neverLeaves = false
    /// Whether it treats the end of a client's output as the end of the client.
    var endsWithInput = false
}

/// A connection to a server that makes it faulty.
final class FaultyConnection: HalfClosable {
    private let inner: any Connection
    private let fault: Fault
    private let state = Mutex((memory: Fault.Memory(), pending: [[UInt8]](), partial: [UInt8]()))

    init(_ inner: any Connection, _ fault: Fault) {
        self.inner = inner
        self.fault = fault
    }

    var peer: Peer { inner.peer }

    func nextLine() async throws(TransportError) -> [UInt8]? {
        while true {
            if let line = state.withLock({ $0.pending.isEmpty ? nil : $0.pending.removeFirst() }) { return line }
            guard let line = try await inner.nextLine() else { return nil }
            guard let message = try? JSON.parse(line) else { return line }
            state.withLock { state in
                if let noise = fault.noise, message["result"]?["stores"] != nil, message["result"]?["limits"] == nil {
                    state.pending.append(Array(noise.utf8))
                }
                state.pending += fault.says(message, &state.memory).map { Array(JSON.text($0).utf8) }
            }
        }
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        let forwarded = state.withLock { state -> [UInt8] in
            state.partial += bytes
            var forwarded: [UInt8] = []
            while let end = state.partial.firstIndex(of: 10) {
                let line = Array(state.partial[..<end])
                state.partial.removeFirst(end + 1)
                let (lines, answers) = fault.hears(try? JSON.parse(line), line, &state.memory)
                for line in lines { forwarded += line + [10] }
                state.pending += answers.map { Array(JSON.text($0).utf8) }
            }
            if fault.takesPiecesForLines, !state.partial.isEmpty { state.partial.append(10) }
            // Incomplete lines are passed on unchanged, so that nothing waits here.
            if !fault.waitsForLineEnds, !fault.forgetsLastLine {
                forwarded += state.partial
                state.partial = []
            }
            return forwarded
        }
        try await inner.write(forwarded)
    }

    func endOutput() async {
        if fault.endsWithInput { return await inner.close() }
        let rest = state.withLock { $0.partial }
        if !rest.isEmpty, !fault.forgetsLastLine { try? await inner.write(rest) }
        await (inner as? any HalfClosable)?.endOutput()
    }

    func setLineLimit(_ limit: Int) {
        inner.setLineLimit(limit)
    }

    func close() async {
        if !fault.neverLeaves { await inner.close() }
    }
}

extension Value {
    subscript(_ key: String) -> Value? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The value with the values of some keys changed.
    func changing(_ keys: String..., to change: (Value?) -> Value?) -> Value {
        changing(keys[...], change)
    }

    private func changing(_ keys: ArraySlice<String>, _ change: (Value?) -> Value?) -> Value {
        guard let key = keys.first, case .object(var members) = self else { return self }
        if keys.count == 1 {
            members[key] = change(members[key])
        } else if let inner = members[key] {
            members[key] = inner.changing(keys.dropFirst(), change)
        }
        return .object(members)
    }
}
