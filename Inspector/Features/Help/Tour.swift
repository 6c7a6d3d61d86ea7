import LineEditing
import StrobeProtocol

/// Two minutes in the demo: texts, each with a line that is ready to be run.
struct Tour: Sendable {
    /// A stop of the tour.
    struct Stop: Sendable {
        var text: String
        var line: String
    }

    private var next = 0

    /// The present stop; `nil` at the end.
    var stop: Stop? { next < Self.stops.count ? Self.stops[next] : nil }

    /// Where the tour is: `3 of 10`.
    var place: String { "\(next + 1) of \(Self.stops.count)" }

    /// Goes on if a line is that of the present stop.
    mutating func take(_ line: String) {
        if line.trimmingBlanks == stop?.line { next += 1 }
    }

    static let stops = [
        Stop(text: "This is the state of the store `profile`. Enter runs the line.", line: "state"),
        Stop(
            text: "An action changes it. The reducer asks for an effect (⇒), which will answer by itself.",
            line: "send .load"),
        Stop(
            text: "The log has both: what you sent, and what the effect dispatched (`of 1`: because of #1).",
            line: "log"),
        Stop(text: "From an action back to its cause:", line: "why"),
        Stop(
            text: "What differs between two states; `first` and `live` are names of positions, so are 0, 1, 2.",
            line: "diff first live"),
        Stop(text: "Look at a past state. The program is not touched; the prompt says where you are.", line: "goto 1"),
        Stop(text: "And back to the present.", line: "live"),
        Stop(text: "Stop before an action, wherever it comes from.", line: "break .load"),
        Stop(
            text: "The program's action is held; what it would change is shown before it happens.", line: "send .load"),
        Stop(text: "`edit` would change it, `drop` would discard it. Let it go:", line: "resume"),
        Stop(text: "What you changed can be taken back, by restoring the state before it.", line: "undo"),
        Stop(text: "When did something become true? This finds the first state.", line: "find .session == .loading"),
    ]
}

extension String {
    fileprivate var trimmingBlanks: String { String(self[...].trimmedBlanks) }
}

extension Command {
    static let tour = Command(
        name: "tour", group: .session, arguments: "[stop]", summary: "look around in the demo, in two minutes",
        details: [
            "Each line is ready to be run with Enter; you may type anything else in between. `tour stop` ends it.",
            "Only in `strobe demo`: it sends actions.",
        ],
        limit: 1, isForHits: false, isNeededAgain: false
    ) { invocation, context in
        if let word = invocation.argument {
            guard word == "stop" else { throw InspectorError(.usage, "`tour` takes `stop` only, not `\(word)`.") }
            await context.session.set(tour: nil)
            return context.remark(StyledText("the tour is over", .dim))
        }
        guard context.session.process?.name == "strobe-demo",
            context.session.stores.contains(where: { $0.id == "profile" })
        else { throw InspectorError(.failed, "The tour is for the demo, since it sends actions: strobe demo") }
        guard context.options.isInteractive else { throw InspectorError(.failed, "The tour is for the prompt.") }
        await context.move { $0.use("profile") }
        await context.session.set(tour: Tour())
    }
}

extension Session {
    /// Begins or ends the tour.
    func set(tour: Tour?) {
        self.tour = tour
    }

    /// Shows the next stop of the tour, if there is one, after a typed line.
    func continueTour(after line: String) {
        guard tour != nil else { return }
        tour?.take(line)
        guard let stop = tour?.stop, let place = tour?.place else {
            tour = nil
            console.print(
                StyledText(
                    "That was the tour. `help` has twelve commands on one screen, `ui` shows everything at once.",
                    .added
                ).wrapped(to: layout.width))
            return
        }
        console.print(
            (StyledText("\(place)  ", .dim) + StyledText(stop.text, .added)).wrapped(to: layout.width, hanging: 2))
        begin(nextLine: stop.line)
    }
}
