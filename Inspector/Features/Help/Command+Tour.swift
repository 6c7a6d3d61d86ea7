import InspectorCore
import LineEditing
import StrobeProtocol

extension Command {
    static let tour = Command(
        name: "tour", group: .session, arguments: "[stop]", summary: "show what the inspector can do, in two minutes",
        details: [
            "Each step offers a line, which Enter runs; you may type anything else in between. `tour stop` ends it.",
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
        else {
            throw InspectorError(
                .failed, "The tour is for the demo, since it sends actions. Start it with `strobe demo`.")
        }
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
