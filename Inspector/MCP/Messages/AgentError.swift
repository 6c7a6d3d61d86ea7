import StrobeTree

/// Why a message was not understood, or a call did not succeed.
struct AgentError: Error, Sendable, Hashable {
    /// The kinds of errors.
    enum Code: Int, Sendable, Hashable {
        /// The line is not JSON.
        case notJSON = -32700
        /// The JSON is no message.
        case invalidRequest = -32600
        /// There is no such method.
        case unknownMethod = -32601
        /// A parameter is missing or wrong; also an unknown tool, resource or prompt.
        case invalidParams = -32602
        /// The server failed.
        case failed = -32603
        /// The request is of a revision that is not spoken here.
        case unsupportedRevision = -32022
        /// A tool was called rightly and did not succeed: the result of the call says so.
        case tool = 0
        /// The call was cancelled; no client waits for an answer.
        case cancelled = 1
    }

    /// The kind.
    var code: Code
    /// What happened and what to do, in words of this program; nothing of the inspected program is in it.
    var message: String
    /// What the inspected program, or the client, said: kept apart from ``message``.
    var quoted: [String] = []
    /// The call that would work, without the arrow.
    var next: String?
    /// Whether the store has no way to do what was asked, whatever the arguments.
    var isUnsupported = false
    /// Whether no answer came: what was asked may or may not have been done.
    var isUnanswered = false
    /// The `data` of an error of JSON-RPC.
    var data: Value.Object = [:]

    /// Creates an error.
    init(_ code: Code, _ message: String, quoted: [String] = [], next: String? = nil, data: Value.Object = [:]) {
        self.code = code
        self.message = message
        self.quoted = quoted
        self.next = next
        self.data = data
    }

    /// The error of a call that was cancelled.
    static var cancelled: AgentError { AgentError(.cancelled, "The call was cancelled.") }
}
