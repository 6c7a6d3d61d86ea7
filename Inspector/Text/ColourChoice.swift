import Foundation

/// Whether colours are wanted; whether there is a terminal to show them is another question.
enum ColourChoice {
    /// `NO_COLOR` (no-color.org) with any text in it and a dumb terminal turn them off.
    static func isWanted(in environment: [String: String]) -> Bool {
        environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
    }

    static var isWanted: Bool { isWanted(in: ProcessInfo.processInfo.environment) }
}
