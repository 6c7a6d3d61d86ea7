import Foundation
import StrobeTree
import Testing

/// A headless Chromium that opens a page, runs what it is given, and answers.
enum Browser {
    /// What is done with the page, in order.
    enum Step {
        case evaluate(String)
        case key(String)
        case type(String)
        case size(Int, Int)
        case scheme(String)

        fileprivate var value: Value {
            switch self {
            case .evaluate(let expression): ["evaluate": .string(expression)]
            case .key(let key): ["key": .string(key)]
            case .type(let text): ["type": .string(text)]
            case .size(let width, let height): ["size": [.int(Int64(width)), .int(Int64(height))]]
            case .scheme(let scheme): ["scheme": .string(scheme)]
            }
        }
    }

    /// What came of it.
    struct Outcome {
        /// What the expressions gave, in order; `null` for other steps.
        var results: [Value]
        /// What the page wrote to the console, and threw.
        var messages: [String]
        /// What it asked for, but for itself.
        var requests: [String]
    }

    /// Chromium where it is installed, under one of the names that systems give it.
    static let path: String? = {
        let names = ["chromium", "chromium-browser", "google-chrome"]
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init)
        let places = folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
        let applications = [
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ]
        return (places + applications).first(where: FileManager.default.isExecutableFile)
    }()

    /// Whether tests with a browser run: where there is none they are left out, but for where there has to be one.
    static let isWanted = path != nil || ProcessInfo.processInfo.environment["STROBE_NEEDS_BROWSER"] != nil

    static let missing: Comment =
        "No Chromium is installed: apt-get install chromium. STROBE_NEEDS_BROWSER=1 makes that a failure."

    /// Opens a page and takes the steps.
    static func open(_ page: String, _ steps: [Step]) async throws -> Outcome {
        let chromium = try #require(path, missing)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browse.py").path
        let program = try ProgramRun("/usr/bin/env", ["python3", script, chromium, page])
        try program.write(JSON.text(.array(steps.map(\.value))))
        try program.closeInput()
        let run = try await program.outcome(within: .seconds(180))
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
