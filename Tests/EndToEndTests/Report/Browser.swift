import Foundation
import StrobeTree
import TerminalTesting
import Testing

/// A headless Chromium that opens a page, runs some steps, and returns the results.
enum Browser {
    /// An action on the page.
    enum Step {
        case evaluate(String)
        /// A key, with Shift as `Shift+ArrowRight`.
        case key(String)
        /// Drags the mouse over an element, from one share of its width to another.
        case drag(String, Double, Double)
        case type(String)
        case size(Int, Int)
        case scheme(String)
        /// `prefers-reduced-motion`.
        case motion(String)
        /// A script that every page begins with.
        case before(String)
        /// Asks for an expression until it is something; if it is nothing for 150 s, opening fails.
        case wait(String)
        case reload
        /// Another page in a new tab.
        case open(String)
        /// A picture, written to a file.
        case screenshot(String)

        fileprivate var value: Value {
            switch self {
            case .evaluate(let expression): ["evaluate": .string(expression)]
            case .key(let key): ["key": .string(key)]
            case .drag(let element, let start, let end):
                ["drag": [.string(element), .double(start), .double(end)]]
            case .motion(let motion): ["motion": .string(motion)]
            case .before(let script): ["before": .string(script)]
            case .type(let text): ["type": .string(text)]
            case .size(let width, let height): ["size": [.int(Int64(width)), .int(Int64(height))]]
            case .scheme(let scheme): ["scheme": .string(scheme)]
            case .wait(let expression): ["wait": .string(expression)]
            case .reload: ["reload": true]
            case .open(let page): ["open": .string(page)]
            case .screenshot(let file): ["screenshot": .string(file)]
            }
        }
    }

    /// The result of all steps.
    struct Outcome {
        /// The results of expressions, in order; `null` for other steps.
        var results: [Value]
        /// The console messages and exceptions of the page.
        var messages: [String]
        /// The requests of the page, except for the page itself.
        var requests: [String]
    }

    /// The path of Chromium, under one of its usual names; `nil` if it is not installed.
    ///
    /// The one without windows comes first: it starts in half the time.
    static let path: String? = {
        let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init)
        let places = folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
        let applications = [
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ]
        return (places + applications).first(where: FileManager.default.isExecutableFile)
    }()

    /// Python, of which its own library is enough: the system's starts without the scripts that choose among versions.
    private static let python =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
        ? ["/usr/bin/python3"] : ["/usr/bin/env", "python3"]

    /// Whether tests with a browser run: skipped without one, unless the environment requires it.
    static let isWanted = path != nil || ProcessInfo.processInfo.environment["STROBE_NEEDS_BROWSER"] != nil

    static let missing: Comment =
        "No Chromium is installed: apt-get install chromium. STROBE_NEEDS_BROWSER=1 makes that a failure."

    /// Opens a file or an URL and performs the steps.
    ///
    /// - Parameter flags: Options for Chromium.
    static func open(_ page: String, flags: [String] = [], _ steps: [Step]) async throws -> Outcome {
        let chromium = try #require(path, missing)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browse.py").path
        let program = try ProgramRun(python[0], python.dropFirst() + [script, chromium, page] + flags)
        try program.write(JSON.text(.array(steps.map(\.value))))
        try program.closeInput()
        let run = try await program.outcome(within: .seconds(360))
        try #require(run.status == 0, "\(run.errors)")
        let answer = try JSON.parse(run.output)
        func texts(_ name: String) -> [String] {
            guard case .array(let list)? = answer.value(at: Path([name])) else { return [] }
            return list.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        guard case .array(let results)? = answer.value(at: Path(["results"])) else {
            throw ProgramRun.Failure(description: "There are no results in \(run.output)")
        }
        return Outcome(results: results, messages: texts("messages"), requests: texts("requests"))
    }
}
