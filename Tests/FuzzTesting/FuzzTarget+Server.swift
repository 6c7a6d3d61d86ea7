internal import StrobeProtocol
internal import StrobeTree

extension FuzzTarget {
    /// A whole server with a store, over memory: every request is answered once, `ping` is still answered, and only
    /// requests that were answered with success change the store.
    static let server = FuzzTarget(
        serving: "server",
        FuzzSamples(
            FuzzSamples.transcripts(of: "client").map { Array($0.dropFirst().joined(separator: [0x0A])) }
                + serverExamples + [FuzzSamples.files("v1/invalid/lines", ".jsonl").first?.bytes ?? []],
            tokens: FuzzSamples.jsonTokens + ["\"store\":\"counter\"", "\"at\":0", "\"ifSeq\":1", "\"dryRun\":true"],
            isLines: true)
    ) { input in
        try await FuzzedServer.talk(input)
    }

    /// Sessions of a few requests, using each example once, adapted to the store.
    private static var serverExamples: [[UInt8]] {
        let requests: [[UInt8]] = exampleMessages.compactMap { line -> [UInt8]? in
            guard case .request(let id, let method, var params)? = try? Envelope.decode(line), method != "initialize"
            else {
                return nil
            }
            if params["store"] != nil { params["store"] = "counter" }
            if params["action"] != nil { params["action"] = ["increment": ["by": 2]] }
            return Envelope.request(id: id, method: method, params: params).encode().dropLast()
        }
        let dispatch = Array(
            #"{"jsonrpc":"2.0","id":"d","method":"action/dispatch","params":{"action":{"increment":{"by":1}}}}"#.utf8)
        return stride(from: 0, to: requests.count, by: 4).map { start in
            Array(([dispatch] + requests[start..<min(start + 4, requests.count)]).joined(separator: [0x0A]))
        }
    }
}
