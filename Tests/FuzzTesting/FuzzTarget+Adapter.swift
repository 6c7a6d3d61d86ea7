internal import InspectorDAP
internal import SeededTesting

extension FuzzTarget {
    /// The stream of an editor: the same messages and the same error, however it is split.
    static let adapterFrames = FuzzTarget(
        "adapterFrames",
        FuzzSamples(
            [
                "Content-Length: 2\r\n\r\n{}Content-Length: 7\r\n\r\n{\"a\":1}",
                "content-length: 4\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n\"é\"",
                "Content-Length: 0\r\n\r\nContent-Length: 16777217\r\n\r\n", "X: y\r\nContent-Length:1\r\n\r\n1",
                "\r\n\r\n",
            ],
            tokens: ["Content-Length: ", "\r\n\r\n", "\r\n", "99999999999999999999", "-1", ": "], isLines: false)
    ) { input in
        let whole = read([input[...]])
        try FuzzFinding.unless(
            read(input.indices.map { input[$0...$0] }) == whole, "byte by byte there are other messages")
        var random = choices(input)
        var pieces: [ArraySlice<UInt8>] = []
        var rest = input[...]
        while !rest.isEmpty {
            let length = Int.random(in: 1...rest.count, using: &random)
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        try FuzzFinding.unless(read(pieces) == whole, "in pieces there are other messages")
        try FuzzFinding.unless(
            whole.bodies.reduce(0) { $0 + $1.count } <= input.count, "there is more in messages than was sent")
        return whole.error == nil && !whole.bodies.isEmpty ? .understood() : .refused
    }

    /// The bodies of a stream, and whether it ended with an error.
    private static func read(_ pieces: [ArraySlice<UInt8>]) -> Read {
        var reader = FrameReader()
        var found = Read()
        for piece in pieces {
            reader.feed(piece)
            do throws(AdapterError) {
                while let body = try reader.next() { found.bodies.append(body) }
            } catch {
                found.error = error.code
                return found
            }
        }
        return found
    }

    private struct Read: Equatable {
        var bodies: [[UInt8]] = []
        var error: AdapterError.Code?
    }
}
