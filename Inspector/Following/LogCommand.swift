import ArgumentParser
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

/// `strobe log`.
struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Lists the actions of all stores by time, and follows them.",
        discussion: """
            Entries are listed newest last, each with its store; with --follow, new ones follow until Ctrl-C. They are \
            read from the logs that the process keeps: a slow reader misses only what these drop, and gets a line that \
            says so. With --json, each line is an object: an entry of the log with its store.

            Exit codes: 0 everything was listed, Ctrl-C, or the output was closed; 2 no connection, or the \
            process ended; 64 wrong usage.
            """)

    @OptionGroup var following: FollowingOptions

    @Flag(name: .shortAndLong, help: "Continue with new entries.")
    var follow = false

    @Flag(help: "List all stores; the default if --store is absent.")
    var all = false

    @Option(help: ArgumentHelp("List this store; may be repeated.", valueName: "id"))
    var store: [String] = []

    @Option(
        name: [.customShort("n"), .long], help: ArgumentHelp("The number of entries, newest last.", valueName: "n"))
    var count = 20

    @Option(help: ArgumentHelp("Skip the newest n.", valueName: "n"))
    var start = 0

    @Option(help: ArgumentHelp("Only actions that match: '.load*'.", valueName: "glob"))
    var action: String?

    @Option(
        help: ArgumentHelp("Only with that origin.", valueName: "origin"), completion: .list(EntryFacts.origins))
    var origin: String?

    @Flag(help: "Only those that changed the state.")
    var changed = false

    @Argument(
        help: "The process, as for `strobe attach`. Optional if only one process is running.", completion: .process)
    var target: String?

    func validate() throws {
        if all, !store.isEmpty { throw ValidationError("Give either --all or --store.") }
        if count < 0 || start < 0 { throw ValidationError("--count and --start take a number from 0.") }
        if follow, start > 0 { throw ValidationError("--follow begins with the newest: remove --start.") }
        if let origin, !EntryFacts.origins.contains(origin) {
            throw ValidationError("--origin takes \(EntryFacts.origins.joined(separator: ", ")), not \(origin).")
        }
    }

    func run() async throws {
        var filter = LogList.Filter(action: action, origin: origin)
        if changed { filter.changed = true }
        let log = LogFollower(
            stores: store, filter: filter == LogList.Filter() ? nil : filter, count: count, start: start,
            follows: follow)
        try await following.run(target, for: "strobe log", isEndless: follow) { try await log.run(in: $0) }
    }
}
