import StrobeSystem

/// Decides whether colours are wanted; whether there is a terminal is checked elsewhere.
enum ColourChoice {
    /// A non-empty `NO_COLOR` (no-color.org) and a dumb terminal disable them.
    static func isWanted(in environment: [String: String]) -> Bool {
        environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
    }

    static var isWanted: Bool { isWanted(in: ProcessInfo.processInfo.environment) }
}
