import Foundation
import TerminalTesting

/// What a user of the same machine can do to a port with the tools of a shell.
struct Shell {
    /// The port, available to scripts as `$port`.
    let port: Int
    /// Further variables of scripts.
    var variables: [String: String] = [:]

    /// Runs a script of bash.
    func run(_ script: String, within limit: Duration = .seconds(120)) async throws -> ProgramRun.Outcome {
        let run = try ProgramRun(
            "/bin/bash", ["-c", script], environment: variables.merging(["port": String(port)]) { $1 })
        try? run.closeInput()
        return try await run.outcome(within: limit)
    }

    /// Whether a tool is installed.
    static func has(_ tool: String) -> Bool { path(of: tool) != nil }

    /// The path of a tool that every user can run.
    static func path(of tool: String) -> String? {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(tool)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// Lines of the protocol, as a person would type them.
enum TypedLine {
    /// The first line, which requests all that the server grants.
    static func hello(token: String? = nil) -> String {
        let token = token.map { #","token":"\#($0)""# } ?? ""
        return #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"#
            + #""client":{"name":"shell","version":"1"},"access":"control"\#(token)}}"#
    }

    /// A dispatch that changes the state of the demo's first store.
    static let dispatch =
        #"{"jsonrpc":"2.0","id":2,"method":"action/dispatch","params":{"store":"profile","action":"load"}}"#
    static let ping = #"{"jsonrpc":"2.0","id":3,"method":"ping","params":{}}"#
}
