/// The revisions of the Model Context Protocol that are spoken here.
enum AgentRevision {
    /// The revision whose requests each carry the version and what the client can.
    static let modern = "2026-07-28"
    /// The revisions that `initialize` agrees on, the newest first.
    static let legacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// All, the newest first.
    static let all = [modern] + legacy

    /// The members of `_meta` that belong to the protocol.
    enum Meta {
        static let version = "io.modelcontextprotocol/protocolVersion"
        static let client = "io.modelcontextprotocol/clientCapabilities"
        static let server = "io.modelcontextprotocol/serverInfo"
    }
}
