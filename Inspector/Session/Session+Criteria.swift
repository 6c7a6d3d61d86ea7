import LineEditing
import StrobeProtocol
import StrobeTree

/// A glob for the labels of actions, put right by the cases that there are.
struct ActionWords: Sendable, Hashable {
    /// What labels are held against.
    var glob: String
    /// Set where no action of the store can fit it; with what may be meant.
    var remark: String?

    /// - Parameters:
    ///   - text: The glob as it was typed, with the dot before a case or without.
    ///   - names: The cases that actions have, without dots; none where they are not known.
    init(_ text: String, names: [String]) {
        glob = text
        guard !names.isEmpty, !Self.fits(text, names) else { return }
        guard !Self.fits("." + text, names) else {
            glob = "." + text
            return
        }
        let name = String(text.prefix { !"(*?".contains($0) }.drop { $0 == "." })
        let near = Spelling.nearest(name, in: names).map { "; did you mean .\($0)?" } ?? "; `actions` lists them"
        remark = "no action fits \(text)\(near)"
    }

    /// Whether a glob can fit an action with one of these names.
    private static func fits(_ glob: String, _ names: [String]) -> Bool {
        let head = glob.prefix { !"(*?".contains($0) }
        let isWhole = head.endIndex == glob.endIndex || glob[head.endIndex] == "("
        return names.contains { isWhole ? ".\($0)" == head : ".\($0)".hasPrefix(head) }
    }
}

extension Session {
    /// A glob as it was typed, put right for the actions of the store in use.
    func actionWords(_ text: String) async -> ActionWords {
        guard case .choice(_, let cases)? = await notation().action else { return ActionWords(text, names: []) }
        return ActionWords(text, names: cases.map(\.name))
    }

    /// Prints a remark on an answer, broken to the terminal.
    func remark(_ text: String) {
        for line in StyledText("  " + text, .dim).wrapped(to: layout.width, hanging: 2) { remark(line) }
    }

    /// Says where nothing is at present at the paths of a question or a breakpoint: that is allowed, and most often a slip.
    func remarkWhatIsMissing(_ path: Path? = nil, in condition: String?) async {
        guard !options.isJSON, let store = standing.store else { return }
        var paths = path.map { [$0] } ?? []
        if let condition, let parsed = try? Condition(parsing: condition) {
            // `.session == .loaded` reads as two paths; the second one is a case.
            let text = condition.filter { !$0.isWhitespace }
            paths += parsed.paths.filter { path in
                path.tokens.count > 1 || !["==", "!="].contains { text.contains($0 + path.swiftStyle) }
            }
        }
        var seen: Set<Path> = []
        for path in paths.prefix(4) where !path.isRoot && seen.insert(path).inserted {
            do {
                _ = try await answer(StateTree(store: store, path: path, depth: 0))
            } catch let error as ProtocolError where error.code == .noSuchPath {
                remark("at present \(error.message)")
            } catch {
                return
            }
        }
    }
}
