/// Two minutes in the demo: texts, each with a line that is ready to be run.
package struct Tour: Sendable {
    /// A stop of the tour.
    package struct Stop: Sendable {
        package var text: String
        package var line: String
    }

    private var next = 0

    package init() {}

    /// The present stop; `nil` at the end.
    package var stop: Stop? { next < Self.stops.count ? Self.stops[next] : nil }

    /// Where the tour is: `3 of 10`.
    package var place: String { "\(next + 1) of \(Self.stops.count)" }

    /// Goes on if a line is that of the present stop.
    package mutating func take(_ line: String) {
        if line.trimmingBlanks == stop?.line { next += 1 }
    }

    package static let stops = [
        Stop(
            text: "This is the state of the store `profile`. Enter runs the line; `tour stop` ends the tour.",
            line: "state"),
        Stop(
            text: "An action changes it. The reducer requests an effect (⇒), which dispatches its answer later.",
            line: "send .load"),
        Stop(
            text: "The log has both your action and the one that the effect dispatched (`of 1`: because of #1).",
            line: "log"),
        Stop(text: "From an action back to its cause:", line: "why"),
        Stop(
            text: "What differs between two states; `first`, `live`, 0, 1 and 2 are positions.",
            line: "diff first live"),
        Stop(text: "Look at a past state. The program is not touched; the prompt shows your position.", line: "goto 1"),
        Stop(text: "And back to the live state.", line: "live"),
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
