extension StateMachine {
    /// Mistakes, or likely ones, in the table: a check for tests.
    ///
    ///     enum Lamp: Kinded, CaseIterable { case off, on, broken }
    ///     enum Press: Kinded, CaseIterable { case button }
    ///     let machine = StateMachine<Lamp, Press, Never>(
    ///         initial: .off, transitions: [.on(.button, from: .off, to: .on), .on(.button, from: .on, to: .off)])
    ///     let issues = machine.issues.map(\.description)  // ["no transition leads to broken"]
    ///
    /// Guards are taken as able to hold, and two of the same name as the same condition.
    public var issues: [MachineIssue] {
        let sources = transitions.indices.map(effectiveSources)
        let reachable = reachableKinds(sources)
        let shadowed = transitions.indices.filter { sources[$0].isEmpty }
        let deadEnds = states.filter { kind in
            reachable.contains(kind)
                && !transitions.indices.contains {
                    sources[$0].contains(kind) && transitions[$0].target ?? kind != kind
                }
        }
        let named = [State.kind(of: initial) == nil ? name(of: initial) : nil] + transitions.map(\.strangeTarget)
        let unanswered = events.filter { event in !transitions.contains { $0.event == event } }
        return named.compactMap { $0 }.map { .unknown($0) }
            + states.filter { !reachable.contains($0) }.map { .unreachable("\($0)") }
            + shadowed.map { .shadowed($0, transitions[$0].text) } + deadEnds.map { .deadEnd("\($0)") }
            + unanswered.map { .unanswered("\($0)") }
    }

    /// The kinds of state from which a row can be taken, because no earlier row takes its event first.
    private func effectiveSources(of place: Int) -> [State.Kind] {
        let row = transitions[place]
        return row.leaves.filter { source in
            !transitions[..<place].contains { earlier in
                earlier.event == row.event && earlier.leaves.contains(source)
                    && (earlier.condition == nil || earlier.condition?.name == row.condition?.name)
            }
        }
    }

    private func reachableKinds(_ sources: [[State.Kind]]) -> Set<State.Kind> {
        var waiting = [State.kind(of: initial)].compactMap { $0 }
        var found = Set(waiting)
        while let kind = waiting.popLast() {
            for (row, sources) in zip(transitions, sources) where sources.contains(kind) {
                if let target = row.target, found.insert(target).inserted { waiting.append(target) }
            }
        }
        return found
    }
}

extension MachineTransition {
    /// The row as a message shows it.
    fileprivate var text: String {
        let sources = sources.isEmpty ? "every state" : sources.map { "\($0)" }.joined(separator: ", ")
        let condition = condition.map { " [\($0.name)]" } ?? ""
        return "on \(event)\(condition) " + (target.map { "from \(sources) to \($0)" } ?? "in \(sources)")
    }
}
