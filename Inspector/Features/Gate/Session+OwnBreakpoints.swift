import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// The result of restoring lost breakpoints.
    fileprivate struct Restoring {
        /// The breakpoints that were set, with their old and new ids.
        var set: [(store: String, old: Int, new: Int)] = []
        /// How many of these are log points.
        var logPoints = 0
        /// The number of breakpoints that the server still had.
        var kept = 0
        /// The breakpoints whose stores do not exist now.
        var waiting: [(store: String, count: Int)] = []
        /// The breakpoints that the server rejected, and why.
        var failed: [(store: String, count: Int, reason: String)] = []
    }

    /// Sets lost breakpoints again, and reports it.
    ///
    /// - Parameter store: The only store to restore; all if `nil`.
    func restoreBreakpoints(of store: String? = nil) async {
        var result = Restoring()
        for id in breakpoints.own.storesOfLost where store == nil || id == store {
            guard stores.contains(where: { $0.id == id }) else {
                result.waiting.append((id, breakpoints.own.lostCount(of: id)))
                continue
            }
            await restore(breakpoints.own.takeLost(of: id), of: id, &result)
        }
        tell(result)
    }

    private func restore(_ lost: [OwnBreakpoints.Lost], of store: String, _ result: inout Restoring) async {
        var unset = lost
        var reason: String?
        do {
            var listed = try await answer(BreakpointList(store: store)).result.breakpoints
            for one in lost {
                do {
                    if let known = one.taken(from: &listed) {
                        // Touched, so that the gate is this session's: a gate loses its breakpoints with its last
                        // session.
                        let request = BreakpointSet(store: store, id: known.id, enabled: known.enabled)
                        note(try await answer(request).result.breakpoint, of: store, one.commands)
                        result.kept += 1
                    } else {
                        let id = try await set(one, of: store)
                        result.set.append((store, one.description.id, id))
                        if one.description.log != nil { result.logPoints += 1 }
                    }
                    unset.removeAll { $0 == one }
                } catch let error as ProtocolError where error.code != .cancelled {
                    reason = InspectorError(any: error).message
                }
            }
        } catch let error as ProtocolError {
            reason = InspectorError(any: error).message
        } catch {
            // The connection was lost again: retry after the next reconnect.
        }
        breakpoints.own.keep(unset, of: store)
        if let reason { result.failed.append((store, unset.count, reason)) }
    }

    /// Sets a lost breakpoint.
    ///
    /// - Returns: Its new id.
    private func set(_ lost: OwnBreakpoints.Lost, of store: String) async throws -> Int {
        let old = lost.description
        var request = BreakpointSet(
            store: store, action: old.action, path: old.path, condition: old.condition, hitCount: old.hitCount,
            once: old.once, enabled: old.enabled, log: old.log)
        // Disabled at first: a hit before its commands are noted would run none.
        if !lost.commands.isEmpty { request.enabled = false }
        var made = try await answer(request).result.breakpoint
        note(made, of: store, lost.commands)
        if old.enabled, !made.enabled {
            made = try await answer(BreakpointSet(store: store, id: made.id, enabled: true)).result.breakpoint
            breakpoints.own.update(made, of: store)
        }
        return made.id
    }

    private func note(_ breakpoint: BreakpointDescription, of store: String, _ commands: [String]) {
        breakpoints.own.add(breakpoint, of: store)
        breakpoints.hits[.init(store: store, breakpoint: breakpoint.id)] = commands
    }

    private func tell(_ result: Restoring) {
        var parts: [String] = []
        let breakpoints = result.set.count - result.logPoints
        let counts = [
            breakpoints > 0 ? NumberText.counted(breakpoints, "breakpoint") : nil,
            result.logPoints > 0 ? NumberText.counted(result.logPoints, "log point") : nil,
        ].compactMap(\.self)
        if !counts.isEmpty {
            let moved = result.set.filter { $0.old != $0.new }.map { "\($0.store) \($0.old) is now \($0.new)" }
            parts.append(
                counts.joined(separator: " and ") + " set again"
                    + (moved.isEmpty ? "" : " (\(moved.joined(separator: ", ")))"))
        }
        if result.kept > 0 { parts.append("\(NumberText.counted(result.kept, "breakpoint")) still there") }
        var lines = parts.isEmpty ? [] : [StyledText(parts.joined(separator: ", "), .dim)]
        for (store, count) in result.waiting {
            let what = NumberText.counted(count, "breakpoint")
            lines.append(
                StyledText("\(what) of \(store) not set until the store is added", .changed))
        }
        for (store, count, reason) in result.failed {
            let what = NumberText.counted(count, "breakpoint")
            lines.append(StyledText("\(what) of \(store) not set: \(reason)", .changed))
        }
        guard !lines.isEmpty else { return }
        show(result.object, of: "break", lines.flatMap { $0.wrapped(to: layout.width, hanging: 2) })
    }
}

extension Session.Restoring {
    /// The same as JSON.
    fileprivate var object: Value {
        let set = set.map { one -> Value in
            ["store": .string(one.store), "was": .int(Int64(one.old)), "id": .int(Int64(one.new))]
        }
        let waiting = waiting.map { one -> Value in
            ["store": .string(one.store), "count": .int(Int64(one.count)), "reason": "there is no such store"]
        }
        let failed = failed.map { one -> Value in
            ["store": .string(one.store), "count": .int(Int64(one.count)), "reason": .string(one.reason)]
        }
        return [
            "breakpoints": [
                "set": .array(set), "kept": .int(Int64(kept)), "missing": .array(waiting + failed),
            ]
        ]
    }
}

extension OwnBreakpoints.Lost {
    /// Removes the matching breakpoint from those of a store, preferably the one with the same id, and returns it.
    fileprivate func taken(from listed: inout [BreakpointDescription]) -> BreakpointDescription? {
        let fitting = listed.filter { $0.isSame(as: description) }
        guard let known = fitting.first(where: { $0.id == description.id }) ?? fitting.first else { return nil }
        listed.removeAll { $0.id == known.id }
        return known
    }
}
