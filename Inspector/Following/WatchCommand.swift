import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient

/// `strobe watch`.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Prints actions and changes as they happen, until Ctrl-C.",
        usage: """
            strobe watch [options] [TARGET]
            strobe watch [options] TARGET [STORE] [PATH]
            """,
        discussion: """
            By default, all stores are watched, also those that are added later. With STORE, only that one is; with PATH, \
            only changes at that path are printed, of STORE or of the first store. A slow reader gets a line that says \
            what it missed.

            Exit codes: 0 Ctrl-C, or the output was closed; 2 no connection, or the process ended; 64 \
            wrong usage.
            """)

    @OptionGroup var following: FollowingOptions

    @Flag(help: "Watch all stores; the default if STORE and PATH are absent.")
    var all = false

    @Argument(
        help: ArgumentHelp("The process, as for `strobe attach`; then a store, a path, or both.", valueName: "target"),
        completion: .process)
    var operands: [String] = []

    /// The operands, the first of which is a path if there is no target.
    private var target: String? { operands.first.flatMap { Self.isPath($0) ? nil : $0 } }
    private var places: [String] { Array(operands.dropFirst(target == nil ? 0 : 1)) }

    private static func isPath(_ text: String) -> Bool { text.hasPrefix(".") && !text.contains("/") && text != "." }

    func validate() throws {
        if places.count > 2 { throw ValidationError("\(places[2]) is one argument too many.") }
        if all, let place = places.first { throw ValidationError("Give either --all or \(place).") }
    }

    func run() async throws {
        let line = (["watch"] + (places.isEmpty ? ["--all"] : places.map(Word.written))).joined(separator: " ")
        try await following.run(target, for: "strobe watch") { session in
            var context = CommandContext(session)
            context.output.isMuted = !session.options.isJSON
            // The prompt's own command; a store named alone is then the current one, whose name is left out.
            try await context.run(line)
            if let first = places.first, session.stores.contains(where: { $0.id == first }) {
                _ = try await context.use(first)
            }
            let what = places.isEmpty ? "all stores" : places.joined(separator: " ")
            session.note("watching \(what) of \(session.process?.title ?? "the process"); Ctrl-C ends")
        }
    }
}
