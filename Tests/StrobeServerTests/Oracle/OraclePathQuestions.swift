import SeededTesting
import StrobeProtocol
import StrobeReflection
import StrobeTree

@testable import OracleTesting
@testable import StrobeServer

/// Queries the changes of a path in every possible way.
struct OraclePathQuestions<Subject: OracleSubject> {
    let bench: OracleBench<Subject>
    let tally: OracleTally
    var random: SeededGenerator

    private var log: OracleLog<Subject> { bench.log }

    /// Sends all queries for one path.
    mutating func ask(_ path: Path) async throws {
        for (name, client) in bench.sources {
            try await diffs(path, name, client)
            try await lists(path, name, client)
            try await blame(path, name, client)
            try await finds(path, name, client)
        }
    }

    private func what(_ name: String, _ path: Path, _ more: String = "") -> String {
        "\(name), \(log.name), at \"\(path.pointer)\" \(more)"
    }

    // MARK: Queries

    private mutating func diffs(_ path: Path, _ name: String, _ client: WireClient) async throws {
        for index in 0..<14 {
            let to = Int.random(in: 1...log.last, using: &random)
            let from = index < 10 ? to - 1 : Int.random(in: 0...log.last, using: &random)
            let (before, after) = (log.value(path, from), log.value(path, to))
            let expected = before == nil && after == nil ? "noSuchPath" : before == after ? "nothing" : "something"
            let answer: String
            do throws(ProtocolError) {
                let changes = try await client.asked(StateDiff(from: .seq(from), to: .seq(to), path: path)).changes
                answer = changes.isEmpty ? "nothing" : problem(of: changes, path, before, after) ?? "something"
            } catch {
                answer = error.code.kind
            }
            tally.hold("state/diff", answer, to: expected, what(name, path, "@\(from)..@\(to)"))
        }
    }

    /// What is wrong with changes that should lead from one value to another.
    private func problem(of changes: [Change], _ path: Path, _ before: Value?, _ after: Value?) -> String? {
        // Answers have plain indices.
        guard !path.tokens.contains(where: { $0.hasPrefix("[id=") }) || path.tokens.first == "keys" else { return nil }
        guard changes.allSatisfy({ $0.path.tokens.starts(with: path.tokens) }) else { return "changes beside the path" }
        guard var value = before, let after else {
            let change = Change(before == nil ? .add : .remove, path, value: after, old: before)
            return changes == [change] ? nil : "\(changes)"
        }
        let inside = changes.map { change in
            var change = change
            change.path.tokens.removeFirst(path.tokens.count)
            change.from?.tokens.removeFirst(path.tokens.count)
            return change
        }
        do throws(TreeError) {
            try Patch.apply(inside, to: &value)
        } catch {
            return "\(error.message)"
        }
        return value == after ? nil : "changes that lead to \(JSON.text(value))"
    }

    mutating func lists(_ path: Path, _ name: String, _ client: WireClient) async throws {
        let expected = log.changes(path)
        let (from, to) = try await range()
        let limit = Int.random(in: 1...40, using: &random)
        let filter = LogList.Filter(path: path)
        var (found, next): ([LogEntry], Int?) = ([], from)
        while let start = next {
            let page = try await client.asked(LogList(from: start, to: to, limit: limit, filter: filter))
            found += page.entries
            next = page.next
        }
        tally.hold(
            "log/list path", found.map(\.seq), to: expected.filter { $0 >= from && $0 <= to },
            what(name, path, "@\(from)..@\(to) limit \(limit)"))
        tally.hold("log/list path changed", found.allSatisfy { $0.changed == true }, to: true, what(name, path))
        var (back, previous): ([Int], Int?) = ([], to)
        while let end = previous {
            let page = try await client.asked(LogList(to: end, limit: limit, filter: filter))
            back = page.entries.map(\.seq) + back
            previous = page.previous
        }
        tally.hold(
            "log/list path backward", back, to: expected.filter { $0 <= to },
            what(name, path, "..@\(to) limit \(limit)"))
    }

    private mutating func blame(_ path: Path, _ name: String, _ client: WireClient) async throws {
        for isPresent in [true, false] {
            let at = isPresent ? log.last : Int.random(in: 0...log.last, using: &random)
            let limit = Int.random(in: 1...12, using: &random)
            var (found, entries, next): ([Int], [BlamedEntry], Int?) = ([], [], at)
            var refusal: String?
            do throws(ProtocolError) {
                var position: Position? = isPresent ? nil : .seq(at)
                while next != nil {
                    let page = try await client.asked(StateBlame(path: path, at: position, limit: limit))
                    found += page.entries.map(\.entry.seq)
                    entries += page.entries
                    next = page.next
                    position = page.next.map { .seq($0) }
                }
            } catch {
                refusal = error.code.kind
            }
            let expected = log.changes(path).filter { $0 <= at }
            let isNowhere = expected.isEmpty && log.value(path, at) == nil && isPresent
            tally.hold(
                "state/blame", refusal ?? "\(found)", to: isNowhere ? "noSuchPath" : "\(Array(expected.reversed()))",
                what(name, path, "@\(at) limit \(limit)"))
            tally.hold(
                "state/blame changes", entries.allSatisfy { $0.changes?.isEmpty == false }, to: true, what(name, path))
        }
    }

    mutating func finds(_ path: Path, _ name: String, _ client: WireClient) async throws {
        guard !path.isRoot else { return }
        let text = OracleText.path(path, using: &random)
        for last in [false, true] {
            let (from, to) = try await range()
            let fitting = log.changes(path).filter { $0 >= from && $0 <= to }
            let answer = try await client.asked(
                HistoryFind(condition: "changed(\(text))", from: from, to: to, last: last))
            tally.hold(
                "history/find changed", answer.seq, to: last ? fitting.last : fitting.first,
                what(name, path, "changed(\(text)) @\(from)..@\(to) last \(last)"))
            tally.hold("history/find entry", answer.entry?.seq, to: answer.seq, what(name, path))
        }
    }

    private mutating func range() async throws -> (Int, Int) {
        guard Int.random(in: 0..<3, using: &random) > 0 else { return (0, log.last) }
        let from = Int.random(in: 0...log.last, using: &random)
        return (from, Int.random(in: from...log.last, using: &random))
    }
}

extension WireClient {
    /// The answer to a request; an error that is not the server's ends the test.
    func asked<R: Request>(_ request: R) async throws(ProtocolError) -> R.Result {
        do {
            return try await send(request)
        } catch let error as ProtocolError {
            throw error
        } catch {
            throw ProtocolError(.internalError, "\(error)")
        }
    }
}
