package import LineEditing
package import StrobeProtocol

/// Renders what a process said of itself when a session was opened.
package struct InfoRendering {
    package var layout = Layout()
    package var times = TimeText()
    /// The current time, in microseconds since 1970.
    package var now = TimeText.now()

    package init(
        layout: Layout = Layout(), times: TimeText = TimeText(), now: Int64 = TimeText.now()
    ) {
        self.layout = layout
        self.times = times
        self.now = now
    }

    /// The lines; addresses are never cut.
    ///
    /// - Parameters:
    ///   - opened: The answer that opened the session, with the present stores.
    ///   - endpoints: Where the process listens, as far as it is known.
    package func lines(_ opened: Initialize.Result, endpoints: [String]) -> [StyledText] {
        let process = opened.process
        var first = StyledText(process.name, .strong)
        first.append("  pid \(process.pid)", .dim)
        let started = String(times.full(process.startedAt).prefix(19))
        let redaction = opened.redaction.map { $0.joined(separator: ", ") } ?? ""
        var facts = endpoints.map { ("address", $0) }
        facts += [
            ("access", opened.access.words),
            ("started", "\(started), \(NumberText.age(since: process.startedAt, now: now)) ago"),
            ("server", "\(opened.server.name) \(opened.server.version), protocol \(opened.protocolVersion)"),
            ("session", "\(opened.session), one of at most \(opened.limits.sessions)"),
            ("hidden", redaction.isEmpty ? "nothing" : redaction),
            ("stores", opened.stores.isEmpty ? "none" : opened.stores.map(\.id).joined(separator: ", ")),
        ]
        return [first]
            + facts.flatMap { name, text in
                let line = StyledText("  \(name)", .dim).padded(to: 11) + StyledText(text)
                return name == "address" ? [line] : line.wrapped(to: layout.width, hanging: 11)
            }
    }
}

extension Access {
    /// How it is shown.
    package var words: String { self == .control ? "control" : "read only" }
}
