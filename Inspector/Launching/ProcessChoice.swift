import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient
import StrobeProtocol

/// Lets the user choose between processes at a terminal.
enum ProcessChoice {
    /// The process id of the process that the user chose, if several match.
    ///
    /// - Parameter target: What the user typed, if anything.
    /// - Returns: The target itself if nothing is to be chosen, there is no terminal, or nothing was chosen.
    static func target(_ target: String?) -> String? {
        guard TerminalSize.columns(of: 0) != nil, let width = TerminalSize.columns(of: 2),
            let records = matching(target), records.count > 1
        else { return target }
        let console = StreamConsole(colour: ColourChoice.isWanted)
        console.report(ProcessRendering.lines(records, width: width, isNumbered: true))
        let range = "a number from 1 to \(records.count), or a process id"
        console.report([StyledText("Which process? Type \(range); Enter gives up.", .dim)])
        while let line = readLine() {
            let answer = String(line[...].trimmedBlanks)
            if ["", "q"].contains(answer) { break }
            if let record = chosen(answer, from: records) {
                return directory(target) == nil ? String(record.pid) : record.endpoints.first
            }
            console.report([StyledText("There is no \(answer) here. Type \(range).", .dim)])
        }
        return target
    }

    /// The processes that a text may mean; `nil` if they cannot be read, or if there is at most one.
    private static func matching(_ target: String?) -> [DiscoveryRecord]? {
        do {
            _ = try Discovery.find(target)
            return nil
        } catch {
            let directory = Self.directory(target)
            guard error.code == .ambiguous, let records = try? Discovery.processes(in: directory) else { return nil }
            guard let target, directory == nil else { return records }
            return Discovery.matches(target, among: records)
        }
    }

    /// The directory of discovery files that the user named, if it was one.
    static func directory(_ target: String?) -> String? {
        target.flatMap { $0.contains("/") ? Discovery.directory($0) : nil }
    }

    /// Finds a process; if none or several match, the error lists the candidates.
    ///
    /// - Parameter command: The command to name in the error, before the target.
    static func find(_ target: String?, for command: String) throws -> Discovery.Target {
        do {
            return try Discovery.find(target)
        } catch {
            guard error.code == .ambiguous || error.code == .notFound else { throw error }
            let directory = Self.directory(target)
            guard let records = try? Discovery.processes(in: directory), !records.isEmpty else {
                throw InspectorError(.connectionLost, "\(error.message) `strobe demo` shows how it works.")
            }
            let usage = "Name one of these: \(command) \(directory == nil ? "NAME or PID" : "ADDRESS")."
            let reason = error.code == .ambiguous ? "Several processes match." : error.message
            // If the name is ambiguous, only processes of that name are listed.
            let named = target.map { Discovery.matches($0, among: records) } ?? []
            let width = min(StreamConsole(colour: false).reportWidth, 100) - 2
            let lines = ProcessRendering.lines(named.isEmpty ? records : named, width: width)
            throw InspectorError(.connectionLost, "\(reason) \(usage)", details: lines.map(\.plain))
        }
    }

    /// The process that an answer means: by number, or by process id.
    static func chosen(_ answer: String, from records: [DiscoveryRecord]) -> DiscoveryRecord? {
        guard let number = Int(answer) else { return nil }
        return records.first { $0.pid == number }
            ?? (records.indices.contains(number - 1) ? records[number - 1] : nil)
    }

    /// The names and process ids that a shell is offered.
    static func completions(of records: [DiscoveryRecord]) -> [String] {
        // bash expands what it is offered, and programs choose their names.
        let names = records.map(\.name).filter { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) } }
        return Set(names).sorted() + records.map { String($0.pid) }
    }
}

extension CompletionKind {
    /// The names and process ids of the running processes, asked by the shell when Tab is pressed.
    static let process = custom { _, _, _ in
        ProcessChoice.completions(of: (try? Discovery.processes()) ?? [])
    }
}
