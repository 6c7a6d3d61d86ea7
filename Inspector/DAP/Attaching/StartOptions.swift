internal import StrobeTree

/// The arguments of `launch` and `attach`.
struct StartOptions: Sendable {
    /// How a program is found that was launched.
    enum Via: String, Sendable { case environment, stdio }

    /// How much of the log is written to the console.
    enum Log: String, Sendable { case off, actions, changes }

    /// What is debugged.
    enum Subject: Sendable {
        case process(target: String?, wake: Bool)
        case recording([String])
        case program([String], via: Via, inTerminal: Bool)
    }

    var subject: Subject
    var folder: String?
    var environment: [String: String]
    var startTimeout: Int
    var isReadOnly: Bool
    var stores: [Glob<Character>]?
    var sourceRoots: [String]
    var stopsOnEntry: Bool
    var breakpoints: [BreakpointRequest]
    var log: Log
    var events: Set<String>

    /// Reads them.
    ///
    /// - Throws: `usage`, naming what is wrong.
    init(_ arguments: Arguments, isLaunch: Bool) throws(AdapterError) {
        let command = try arguments.texts("command")
        if isLaunch {
            guard let command, !command.isEmpty else {
                throw AdapterError(.usage, "`launch` needs `command`: a list with the program and its arguments.")
            }
            let console = try arguments.text("console") ?? "internalConsole"
            guard ["internalConsole", "integratedTerminal"].contains(console) else {
                throw AdapterError(
                    .usage, "`console` is `\(console)`; it may be internalConsole or integratedTerminal.")
            }
            let via = try Self.choice(arguments, "via", Via.environment)
            guard console == "internalConsole" || via == .environment else {
                throw AdapterError(.usage, "A program in a terminal cannot serve its standard streams: remove `via`.")
            }
            subject = .program(command, via: via, inTerminal: console == "integratedTerminal")
        } else if let recording = try arguments.texts("recording") {
            subject = .recording(recording)
        } else {
            var target: String?
            if case .int(let number)? = arguments.members["target"] {
                target = String(number)
            } else {
                // Editors that ask for it get an empty text where nothing is typed.
                target = try arguments.text("target").flatMap { $0.isEmpty ? nil : $0 }
            }
            subject = .process(target: target, wake: try arguments.flag("wake") ?? false)
        }
        folder = try arguments.text("cwd")
        environment = [:]
        for (name, value) in arguments.object("env").members {
            guard case .string(let text) = value else {
                throw AdapterError(.usage, "`env` must be an object of strings; \(name) is not a string.")
            }
            environment[name] = text
        }
        startTimeout = try arguments.optionalCount("startTimeout") ?? 120
        isReadOnly = try arguments.flag("readOnly") ?? false
        stores = try arguments.texts("stores")?.map { Glob($0, star: "*", any: "?") }
        sourceRoots = try arguments.texts("sourceRoots") ?? [folder ?? "."]
        stopsOnEntry = try arguments.flag("stopOnEntry") ?? false
        log = try Self.choice(arguments, "log", Log.actions)
        events = Set(try arguments.texts("events") ?? [])
        breakpoints = []
        for given in try arguments.objects("breakpoints") { breakpoints.append(try Self.breakpoint(given)) }
    }

    /// Whether a store is shown.
    func shows(_ store: String) -> Bool { stores?.contains { $0.matches(Array(store)) } ?? true }

    private static func breakpoint(_ given: Arguments) throws(AdapterError) -> BreakpointRequest {
        var request = BreakpointRequest(
            kind: .given, store: try given.text("store"), action: try given.text("action"),
            condition: try given.text("condition"), isOnce: try given.flag("once") ?? false, log: try given.text("log"))
        if let path = try given.text("path") { request.path = try Self.path(path) }
        if let count = try given.optionalCount("hitCount") { request.hits = try HitCondition(parsing: String(count)) }
        return request
    }

    /// Reads a path.
    static func path(_ text: String) throws(AdapterError) -> Path {
        do {
            return try Path(parsing: text)
        } catch {
            throw AdapterError(.usage, "`\(text)` is not a path: \(error.message)")
        }
    }

    private static func choice<Choice: RawRepresentable<String>>(
        _ arguments: Arguments, _ name: String, _ usual: Choice
    ) throws(AdapterError) -> Choice {
        guard let text = try arguments.text(name) else { return usual }
        guard let choice = Choice(rawValue: text) else {
            throw AdapterError(.usage, "`\(name)` cannot be `\(text)`. The documentation lists what it may be.")
        }
        return choice
    }
}
