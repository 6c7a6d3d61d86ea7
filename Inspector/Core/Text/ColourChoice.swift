import StrobeSystem

/// Decides whether colours are wanted; whether there is a terminal is checked elsewhere.
package enum ColourChoice {
    /// A non-empty `NO_COLOR` (no-color.org) and a dumb terminal disable them.
    package static func isWanted(in environment: [String: String]) -> Bool {
        environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
    }

    package static var isWanted: Bool { isWanted(in: ProcessInfo.processInfo.environment) }
}
