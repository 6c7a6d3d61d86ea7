import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

/// How the inspector reports a server's errors.
struct RefusalTests {
    @Test("a refusal without a message is shown by its code")
    func wordless() {
        let error = InspectorError(any: ProtocolError(.invalidParams, ""))
        #expect(error.message == "The server refuses this with the error -32602, invalidParams and gives no reason.")
    }

    @Test("a method that a server lacks is something that it cannot do")
    func lacking() {
        let error = ProtocolError(.methodNotFound, "There is no method graph/get.", data: ["method": "graph/get"])
        #expect(InspectorError(any: error).message == "This server cannot do that: it has no method graph/get.")
    }

    @Test("that a session may only read is said in words that are true of any server")
    func readOnly() {
        let error = InspectorError(any: ProtocolError(.readOnly, "No."))
        #expect(error.message.hasPrefix("This session may only read."))
        #expect(!error.message.contains("DebugServer"))
        let asked = InspectorError(any: ProtocolError(.readOnly, "No.", data: ["asked": "control"])).message
        #expect(asked.contains("The process grants no more") && !asked.contains("--read-only"))
        let unasked = InspectorError(any: ProtocolError(.readOnly, "No.", data: ["asked": "read"])).message
        #expect(unasked.hasSuffix("Attach without --read-only for control access."))
    }
}
