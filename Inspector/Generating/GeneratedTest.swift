import StrobePlayback
import Foundation
import StrobeProtocol
import StrobeRecording
import StrobeTree

/// Part of a recording as a test: the state before, the actions, and the expected changes.
struct GeneratedTest {
    /// The maximum number of steps: each one costs compile time.
    static let mostSteps = 300

    private let report: Report
    private let steps: [RecordedTransition]
    private let module: String?
    private let decodes: Bool
    private let hiding: RecordedHiding
    private var lines: [String] = []

    /// Generates the test.
    ///
    /// - Parameters:
    ///   - report: One store with the steps of the test.
    ///   - module: The module to import for the types.
    ///   - decodes: Whether all structs are decoded from JSON, for initialisers that are not memberwise.
    ///   - hiding: The redacted places of the store.
    /// - Throws: `failed` if the steps cannot be repeated.
    init(_ report: Report, module: String?, decodes: Bool, hiding: RecordedHiding) throws(InspectorError) {
        self.report = report
        self.hiding = hiding
        self.module = module
        self.decodes = decodes
        steps = report.steps.map(\.transition)
        try check()
        try write()
    }

    private var store: Report.Store { report.stores[0] }
    /// Whether the store uses no store library; a test accesses it as a `DebugTarget`.
    private var isForeign: Bool { store.description.kind == "foreign" }
    private var schema: Schema? { decodes ? nil : store.description.stateSchema }

    /// The test as source.
    var source: String {
        let body = lines.joined(separator: "\n")
        let imports =
            ["Strobe"] + (isForeign ? ["StrobeServer"] : [])
            + (body.contains("Recorded.value") ? ["StrobeTesting"] : []) + ["Testing"]
        let tested = module.map { "\n@testable import \($0)\n" } ?? ""
        return """
            // swift-format-ignore-file
            // Made by `strobe test` of \(recorded): \(range) of the store \(Self.comment(store.id)).
            // The function \(maker)(initial:) is written by hand: it makes the store under test.

            \(imports.map { "import \($0)" }.joined(separator: "\n"))
            \(tested)
            @Suite(\(Literal.quoted("\(store.id.prefix(80)): \(range) of a recording")))
            @MainActor
            struct \(typeName) {
                @Test("each action changes the state as it was recorded to")
                func steps() async throws {
            \(body)
                }
            }

            """
    }

    private var range: String {
        guard let first = steps.first?.seq, let last = steps.last?.seq else { return "no steps" }
        return first == last ? "step \(first)" : "steps \(first) to \(last)"
    }

    private var recorded: String {
        let process = Self.comment(report.sources.first?.header.process.name ?? "")
        return
            "what \(process.isEmpty ? "a process" : process) did on \(TimeText(zone: .gmt).full(report.startMicros).prefix(10))"
    }

    /// `items-classes` becomes `ItemsClasses`.
    private var storeName: String {
        let words = store.id.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined().prefix(80)
        return name.first?.isLetter == true ? String(name) : "Recorded\(name)"
    }

    /// The name of the function that creates the store.
    var maker: String { "make\(storeName)Store" }

    /// The name of the test's type.
    var typeName: String {
        "\(storeName)Steps\(steps.first?.seq ?? 0)To\(steps.last?.seq ?? 0)"
    }

    private static func comment(_ text: String) -> String {
        String(ControlCharacters.escaped(text).prefix(80))
    }

    // MARK: What can be repeated

    private func check() throws(InspectorError) {
        guard let first = steps.first else { throw InspectorError(.failed, "No transition was recorded there.") }
        guard steps.count <= Self.mostSteps else {
            throw InspectorError(
                .usage,
                "A test takes up to \(Self.mostSteps) transitions, not \(NumberText.grouped(steps.count)). Choose fewer."
            )
        }
        guard store.state != nil, store.seq == first.seq - 1 else {
            throw InspectorError(
                .failed, "The state before #\(first.seq) is not known: it is in a gap. Begin with a later one.")
        }
        var seq = first.seq
        for step in steps {
            guard step.seq == seq else {
                throw InspectorError(
                    .failed, "#\(seq) is not in the recording: end with #\(seq - 1), or begin with #\(step.seq).")
            }
            seq += 1
            guard step.action != nil || step.isPlacement else {
                throw InspectorError(
                    .failed,
                    "#\(step.seq), \(step.label), was recorded with its label only and cannot be sent again.")
            }
        }
    }

    // MARK: Writing

    private mutating func write() throws(InspectorError) {
        var walk = StateWalk(report, store: 0)
        let isReplaced = steps.contains { $0.isPlacement }
        if let state = store.state { begin(with: state, as: isReplaced ? "var " : "let ") }
        for (place, step) in steps.enumerated() {
            walk.advance(step)
            lines += ["", "        // \(heading(of: step))"]
            if let action = step.action {
                send(action, step, isMerged: step.changes == nil, state: walk.state)
            } else if let state = walk.state {
                lines.append("        // The state was set by hand.")
                begin(with: state, as: "")
            } else if place + 1 < steps.count {
                throw InspectorError(
                    .failed, "The state that #\(step.seq) set is not known: begin with a later transition.")
            }
        }
    }

    private mutating func begin(with state: Value, as declaration: String) {
        mark(hiding.places(inState: state), in: "The state to begin with")
        if let text = SwiftSource.expression(state, schema) {
            lines.append("        \(declaration)store = \(maker)(initial: \(text))")
        } else {
            lines.append(
                "        \(declaration)store = try \(maker)(initial: Recorded.value(\(SwiftSource.json(state))))")
        }
        lines.append("        store.\(isForeign ? "replayer?" : "beginReplay")(ReplayInfo(effects: .suppressed))")
    }

    /// Makes the test fail until the redacted values are filled in.
    private mutating func mark(_ hidden: [Path], in what: String) {
        guard !hidden.isEmpty else { return }
        let text = "\(what): \(RecordedHiding.text(hidden)) was hidden. Fill it in below, and remove this line."
        lines.append("        Issue.record(\(Literal.quoted(text)))")
    }

    private func heading(of step: RecordedTransition) -> String {
        let cause = step.cause.map { " of #\($0)" } ?? ""
        return "#\(step.seq) \(Self.comment(step.origin))\(cause)"
    }

    private mutating func send(_ action: Value, _ step: RecordedTransition, isMerged: Bool, state: Value?) {
        let number = step.seq
        let isUnchanged = step.changes?.isEmpty == true && !step.isMerged
        let hidden = isUnchanged && step.error == nil ? state.map(hiding.places(inState:)) ?? [] : []
        mark(hiding.places(inAction: action), in: "#\(number)")
        if isUnchanged, hidden.isEmpty { lines.append("        let state\(number) = store.state") }
        let text =
            SwiftSource.expression(action, decodes ? nil : store.description.actionSchema)
            ?? "Recorded.value(\(SwiftSource.json(action)))"
        if isForeign {
            lines.append("        try await store.dispatch(\(text))")
        } else {
            receive(text, step)
        }
        if !hidden.isEmpty {
            lines.append(
                "        // Nothing that is shown changed; whether \(RecordedHiding.text(hidden)) did was hidden.")
        } else if isUnchanged {
            lines.append("        #expect(store.state == state\(number))")
        } else if let changes = step.changes, let state {
            expect(changes, state, number)
        } else if isMerged {
            lines.append("        // What this step changed alone was not recorded.")
        }
    }

    /// Sends an action to a store that returns a receipt, and expects what it says.
    private mutating func receive(_ action: String, _ step: RecordedTransition) {
        let name = "step\(step.seq)"
        let effects = effects(step)
        let isRead = step.error != nil || effects != nil
        lines.append("        \(isRead ? "let \(name)" : "_") = try await store.receipt(of: \(action))")
        if let reason = step.error {
            lines.append("        // \(Self.comment(reason))")
            lines.append("        #expect(\(name).rejection != nil)")
        }
        if let effects { lines.append("        #expect(\(name).effects\(effects))") }
    }

    private mutating func expect(_ changes: [Change], _ state: Value, _ number: Int) {
        if changes.contains(where: \.isIncomparable) {
            lines.append("        // Something here cannot be compared, and may have changed.")
        }
        let known = changes.filter { !$0.isIncomparable }
        for (index, place) in ChangedPlaces.properties(known, schema).enumerated() {
            guard let value = state.value(at: place) else { continue }
            let hidden = hiding.places(in: value, at: place)
            guard hidden.isEmpty else {
                lines.append("        // Not compared: \(RecordedHiding.text(hidden)) was hidden.")
                continue
            }
            let property = ChangedPlaces.expression(place)
            let shape = place.isRoot ? schema : schema?.part(at: place)
            if case .bool(let bool) = value, shape == .scalar(.bool) {
                lines.append("        #expect(\(bool ? "" : "!")\(property))")
            } else if value == "NaN", shape == .scalar(.double) {
                // NaN is not equal to itself.
                lines.append("        #expect(\(property).isNaN)")
            } else if let text = SwiftSource.expression(value, shape) {
                lines.append("        #expect(\(property) == \(text))")
            } else {
                let name = "expected\(number)" + (index == 0 ? "" : "x\(index)")
                lines.append("        let \(name) = try Recorded.value(\(SwiftSource.json(value)), like: \(property))")
                lines.append("        #expect(\(property) == \(name))")
            }
        }
    }

    /// The expected effects; `nil` if none were recorded, which may also mean that they are not kept.
    private func effects(_ step: RecordedTransition) -> String? {
        guard !step.effects.isEmpty else { return nil }
        let isPlain = step.effects.allSatisfy { effect in
            SwiftSource.isCase(effect.label) && effect.value.map { hiding.places(inAction: $0).isEmpty } == true
        }
        return isPlain
            ? " == [\(step.effects.map(\.label).joined(separator: ", "))]" : ".count == \(step.effects.count)"
    }
}
