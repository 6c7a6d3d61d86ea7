/// An example of a command, as it is typed in the demo; a test runs each of them.
struct Example: Sendable {
    /// The line.
    let line: String
    /// The lines to run before it, which the help does not show.
    var setup: [String] = []

    init(_ line: String, after setup: String...) {
        (self.line, self.setup) = (line, setup)
    }

    /// The examples of a command.
    static func of(_ command: Command) -> [Example] { all[command.name] ?? [] }

    private static let loaded = "send .load; wait .session == .loaded"
    private static let paused = "pause; send .load"

    /// The examples, by the names of the commands.
    static let all: [String: [Example]] = [
        "about": [Example("about")],
        "actions": [Example("actions"), Example("actions load")],
        "again": [Example("again", after: "state")],
        "alias": [Example("alias failed = find .session == .failed")],
        "attach": [Example("attach")],
        "back": [Example("back", after: loaded), Example("back 2", after: loaded)],
        "blame": [Example("blame .session", after: loaded)],
        "branch": [
            Example("branch skip 1", after: loaded),
            Example("branch replace 2 .failed(reason: \"offline\")", after: loaded),
        ],
        "branches": [Example("branches")],
        "break": [
            Example("break .loaded*"), Example("break --path .session"), Example("break --if .session == .failed"),
        ],
        "breakpoints": [Example("breakpoints")],
        "cancel": [Example("cancel load", after: "send .load")],
        "clear": [Example("clear")],
        "colour": [Example("colour number = bold cyan")],
        "commands": [Example("commands 1 state .session; resume", after: "break .loaded*")],
        "commit": [Example("commit", after: loaded)],
        "coverage": [Example("coverage", after: "use turnstile; send .coin")],
        "default": [Example("default state --depth 2")],
        "delete": [Example("delete 1", after: "break .load"), Example("delete all", after: "break .load")],
        "detach": [Example("detach")],
        "diff": [Example("diff first live", after: loaded), Example("diff 0 1 .session", after: loaded)],
        "disable": [Example("disable 1", after: "break .load")],
        "drop": [Example("drop", after: paused), Example("drop all", after: paused)],
        "echo": [Example("echo before the load")],
        "edit": [Example("edit 1 .failed(reason: \"offline\")", after: paused)],
        "effects": [Example("effects", after: "send .load")],
        "enable": [Example("enable 1", after: "break .load --disabled")],
        "every": [Example("every 100ms 3 times get .session")],
        "expect": [Example("expect .session == .loaded", after: loaded)],
        "expect-diff": [Example("expect-diff .session, .effect", after: "send .load")],
        "find": [
            Example("find .session == .loaded", after: loaded), Example("find changed(.session) --last", after: loaded),
        ],
        "first": [Example("first", after: loaded)],
        "get": [Example("get .session", after: loaded)],
        "goto": [Example("goto 1", after: loaded), Example("goto -1", after: loaded)],
        "graph": [Example("graph", after: "use turnstile")],
        "held": [Example("held", after: paused)],
        "help": [Example("help break"), Example("help conditions")],
        "history": [Example("history 20")],
        "include": [Example("include login.strobe")],
        "info": [Example("info")],
        "jump": [Example("jump 0", after: loaded)],
        "last": [Example("last", after: loaded)],
        "let": [
            Example("let user = \"ada\""), Example("let session from .session"),
            Example("let first from find .session == .loading", after: loaded),
        ],
        "live": [Example("live", after: "first")],
        "log": [Example("log"), Example("log --all 50"), Example("log --action .load* --changed")],
        "logpoint": [Example("logpoint session is {.session}")],
        "mark": [Example("mark before")],
        "marks": [Example("marks", after: "mark before")],
        "minimize": [Example("minimize .session == .loaded", after: loaded)],
        "next": [Example("next", after: "\(loaded); first")],
        "note": [Example("note the list was empty here", after: "record start session.jsonl")],
        "pager": [Example("pager less -RS"), Example("pager off")],
        "pause": [Example("pause")],
        "pending": [Example("pending")],
        "print": [Example("print .session", after: loaded)],
        "quit": [Example("quit")],
        "record": [
            Example("record start session.jsonl"), Example("record stop", after: "record start session.jsonl"),
        ],
        "redo": [Example("redo 1", after: loaded)],
        "repeat": [Example("repeat 3 send .load"), Example("repeat 3 as i { echo round $i; get .session }")],
        "replay": [Example("replay off")],
        "reset": [Example("reset", after: loaded)],
        "resume": [Example("resume", after: paused)],
        "script": [Example("script", after: loaded), Example("script --expect --to load.strobe", after: loaded)],
        "search": [Example("search lovelace", after: loaded), Example("search /ada/i --log", after: loaded)],
        "send": [Example("send .load"), Example("send .failed(reason: \"offline\") --dry-run")],
        "set": [Example("set .session .initialized", after: loaded)],
        "show": [Example("show 1", after: loaded), Example("show 2 --all", after: loaded)],
        "sleep": [Example("sleep 100ms")],
        "state": [Example("state"), Example("state .session --at 0")],
        "step": [Example("step", after: paused), Example("step 3", after: paused)],
        "stores": [Example("stores")],
        "table": [
            Example(
                "table .widgets name id --sort name",
                after:
                    "use widgets; send UpdateWidgets(widgets: [Widget(id: 1, name: \"b\", imageID: \"x\"), Widget(id: 2, name: \"a\", imageID: \"y\")])"
            )
        ],
        "tee": [Example("tee session.txt"), Example("tee off")],
        "time": [Example("time find .session == .loaded", after: loaded)],
        "tour": [Example("tour")],
        "tree": [Example("tree", after: loaded)],
        "ui": [Example("ui")],
        "unalias": [Example("unalias failed", after: "alias failed = find .session == .failed")],
        "undo": [Example("undo", after: "send .load")],
        "unmark": [Example("unmark before", after: "mark before")],
        "unwatch": [Example("unwatch .session", after: "watch .session"), Example("unwatch", after: "watch .session")],
        "use": [Example("use turnstile")],
        "verify": [Example("verify", after: loaded)],
        "wait": [
            Example("wait .session == .loaded timeout 5s", after: "send .load"),
            Example("wait --action .loaded*", after: "send .load"),
        ],
        "watch": [Example("watch .session"), Example("watch --all")],
        "why": [Example("why", after: loaded)],
    ]
}
