internal import StrobeTree

/// Tests a server against the rules of the specification.
public struct ConformanceKit: Sendable {
    private let subject: any Subject
    private let options: ConformanceOptions

    /// Creates a kit.
    ///
    /// - Parameters:
    ///   - subject: The server to test.
    ///   - options: The options of the run.
    /// - Throws: `unknownRule` if a name in `options.only` matches no rule.
    public init(_ subject: any Subject, options: ConformanceOptions = ConformanceOptions()) throws(ConformanceError) {
        self.subject = subject
        self.options = options
        let known = Self.rules + options.transcripts.map(\.rule)
        for name in options.only where !known.contains(where: { Self.means(name, $0.id) }) {
            throw ConformanceError(.unknownRule, "There is no rule \(name). `--list` shows them.")
        }
    }

    /// The rules that are tested, in order.
    public static var rules: [Rule] { Probe.all.map { RuleBook.rule($0.rule) } }

    /// All named rules of the specification, including those that cannot be tested from outside.
    public static var specifiedRules: [Rule] { RuleBook.all }

    /// Whether a typed name matches a rule: its id, or the part before the dot.
    static func means(_ name: String, _ id: String) -> Bool {
        id == name || id.hasPrefix(name + ".")
    }

    /// Tests all rules, one after the other.
    ///
    /// - Parameter report: Called with each result as soon as it is final.
    /// - Returns: The results, in order.
    /// - Throws: `cannotOpen` if the endpoint cannot be connected to.
    public func run(
        report: @Sendable (ConformanceResult) -> Void = { _ in }
    ) async throws(ConformanceError) -> [ConformanceResult] {
        let journal = Journal()
        var results: [ConformanceResult] = []
        let facts: Facts
        do {
            facts = try await self.facts(journal)
        } catch let error as ConformanceError {
            throw error
        } catch {
            let finding = error as? Finding ?? .failed(String(describing: error))
            let rule = RuleBook.rule("session.initialize")
            let result = Self.result(
                rule, .failed(finding.message, expected: finding.expected, got: finding.got), .zero)
            report(result)
            return [result]
        }
        for probe in Probe.all where isWanted(probe.rule) {
            let (finding, duration) = await attempt(probe, facts, journal)
            results.append(Self.result(RuleBook.rule(probe.rule), finding, duration))
            report(results[results.count - 1])
        }
        for transcript in options.transcripts where isWanted(transcript.rule.id) {
            let probe = Probe(transcript.rule.id) { try await transcript.run($0) }
            let (finding, duration) = await attempt(probe, facts, journal)
            results.append(Self.result(transcript.rule, finding, duration))
            report(results[results.count - 1])
        }
        // A violation observed in passing counts for its own rule, which may have been tested before.
        for (index, result) in results.enumerated() where result.outcome != .fail {
            guard let finding = seen(of: result.rule.id, in: journal) else { continue }
            results[index] = Self.result(result.rule, finding, result.duration)
            report(results[index])
        }
        return results
    }

    /// A violation of a rule observed in passing.
    private func seen(of rule: String, in journal: Journal) -> Finding? {
        // On standard output, a line that is not a message breaks this rule as well.
        let isOutput = rule == "framing.stdout" && subject.transport == .stdio
        return journal.first(of: rule) ?? (isOutput ? journal.first(of: "framing.lf") : nil)
    }

    private func isWanted(_ id: String) -> Bool {
        options.only.isEmpty || options.only.contains { Self.means($0, id) }
    }

    private func facts(_ journal: Journal) async throws -> Facts {
        let first = Bench(subject, options, Facts([:]), journal)
        let peer = try await first.open()
        do {
            var facts = Facts(try await peer.ask("initialize", first.initialize()))
            await peer.welcome(facts.hello)
            let stores = facts.stores.compactMap { $0["id"]?.text }
            if let store = options.store, !stores.contains(store) {
                throw Finding.failed(
                    "The endpoint has no store \(store).", expected: "one of \(stores.joined(separator: ", "))",
                    got: store)
            }
            facts.store = options.store ?? stores.first
            if facts.methods.contains("action/dispatch") {
                do {
                    facts.plan = try await ActionPlan.find(peer, facts, options)
                    if let plan = facts.plan { facts.store = plan.store }
                } catch let finding as Finding {
                    if options.action != nil {
                        throw Finding.failed(
                            "The given action is not accepted: \(finding.message)", expected: finding.expected,
                            got: finding.got)
                    }
                    facts.planReason = "no action was found: \(finding.message)"
                }
            } else {
                facts.planReason = "action/dispatch is not declared"
            }
            await first.close()
            return facts
        } catch {
            await first.close()
            throw error
        }
    }

    private func attempt(_ probe: Probe, _ facts: Facts, _ journal: Journal) async -> (Finding?, Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        let bench = Bench(subject, options, facts, journal)
        // Many answers in a row, each in time, may still take too long together.
        let limit = max(options.timeout * 12, .seconds(60))
        var finding: Finding?
        do {
            try facts.check(probe.needs, subject)
            let isDone = try await within(limit, giveUp: { await bench.close() }) { () -> Bool in
                try await probe.run(bench)
                return true
            }
            if isDone == nil { finding = .failed("It did not finish within \(limit).") }
        } catch let found as Finding {
            finding = found
        } catch {
            finding = .failed(String(describing: error))
        }
        await bench.close()
        // If only few sessions are allowed, the server must have noticed the end of these before the next ones begin.
        if subject.transport.isShared, facts.hello["limits"]?["sessions"]?.integer ?? .max < 8 {
            try? await Task.sleep(for: .milliseconds(200))
        }
        return (finding, clock.now - start)
    }

    private static func result(_ rule: Rule, _ finding: Finding?, _ duration: Duration) -> ConformanceResult {
        let outcome: ConformanceResult.Outcome =
            switch finding?.outcome {
            case nil: .pass
            case .failed?: .fail
            case .skipped?: .skip
            }
        return ConformanceResult(
            rule: rule, outcome: outcome, message: finding?.message ?? "", expected: finding?.expected,
            got: finding?.got, duration: duration)
    }
}
