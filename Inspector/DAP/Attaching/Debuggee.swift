internal import StrobeClient

/// What is debugged: a process or recordings, with the connections to it.
struct Debuggee: Sendable {
    /// The session that everything goes through.
    var client: DebugClient
    /// The session of questions that take long; `nil` where there can be no second one.
    var finder: DebugClient?
    /// The connection of the console; `nil` where there can be no other one.
    var console: (client: DebugClient, opened: Initialize.Result)?
    var opened: Initialize.Result
    /// The process, if the adapter started it.
    var child: ChildProcess?
    var isRecording = false
    var isLaunched = false

    /// Whether what is debugged can be changed.
    var isControlled: Bool { opened.access == .control && !isRecording }

    /// Ends the connections, so that gates open.
    ///
    /// - Parameter keepsChild: Whether a process that serves its standard streams goes on.
    func close(keepsChild: Bool) async {
        await console?.client.close()
        await finder?.close()
        // It ends a process that it started: one that goes on only loses its connection.
        if client.child == nil || !keepsChild {
            await client.close(grace: .milliseconds(300))
        } else {
            _ = try? await client.send(Shutdown(), timeout: .seconds(1))
        }
    }
}
