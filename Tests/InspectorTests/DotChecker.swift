/// Parses the part of the DOT language needed for a graph with attributes, by the grammar of its manual.
struct DotChecker {
    struct Graph {
        var name = ""
        var nodes: [(id: String, label: String)] = []
        var edges: [(from: String, to: String, label: String)] = []
    }

    private enum Token: Equatable {
        case id(String)
        case mark(String)
    }

    private var tokens: [Token] = []
    private var next = 0
    private let isReadable: Bool

    init(_ text: String) {
        // Works on scalars: a quote followed by a combining mark is still a quote.
        var rest = text.unicodeScalars[...]
        var tokens: [Token] = []
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest.removeFirst()
            } else if rest.starts(with: "->".unicodeScalars) {
                tokens.append(.mark("->"))
                rest.removeFirst(2)
            } else if "{}[]=;,".unicodeScalars.contains(first) {
                tokens.append(.mark(String(rest.removeFirst())))
            } else if first == "\"" {
                rest.removeFirst()
                guard let string = Self.string(&rest) else { break }
                tokens.append(.id(string))
            } else {
                let word = rest.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" }
                guard !word.isEmpty else { break }
                tokens.append(.id(String(String.UnicodeScalarView(word))))
                rest = rest[word.endIndex...]
            }
        }
        self.tokens = tokens
        isReadable = rest.isEmpty
    }

    /// The rest of a quoted string, as a label displays it.
    private static func string(_ rest: inout Substring.UnicodeScalarView) -> String? {
        var text = String.UnicodeScalarView()
        while let first = rest.popFirst() {
            switch first {
            case "\"": return String(text)
            case "&":
                guard rest.starts(with: "amp;".unicodeScalars) else { return nil }
                rest.removeFirst(4)
                text.append("&")
            case "\\":
                switch rest.popFirst() {
                case "\\": text.append("\\")
                case "\"": text.append("\"")
                case "n": text.append("\n")
                // `\N` and others have a special meaning.
                default: return nil
                }
            case "\n": return nil
            default: text.append(first)
            }
        }
        return nil
    }

    /// Parses the graph; `nil` if the text is not one.
    mutating func read() -> Graph? {
        var graph = Graph()
        guard isReadable, takeID() == "digraph", let name = takeID(), take("{") else { return nil }
        graph.name = name
        while !take("}") {
            guard let id = takeID() else { return nil }
            if take("=") {
                guard takeID() != nil else { return nil }
            } else if take("->") {
                guard let to = takeID(), let attributes = attributes() else { return nil }
                if let label = attributes["label"] { graph.edges.append((id, to, label)) }
            } else {
                guard let attributes = attributes() else { return nil }
                if let label = attributes["label"] { graph.nodes.append((id, label)) }
            }
            guard take(";") else { return nil }
        }
        return next == tokens.count ? graph : nil
    }

    private mutating func attributes() -> [String: String]? {
        var attributes: [String: String] = [:]
        guard take("[") else { return attributes }
        while !take("]") {
            guard let name = takeID(), take("="), let value = takeID() else { return nil }
            attributes[name] = value
            _ = take(",")
        }
        return attributes
    }

    private mutating func take(_ mark: String) -> Bool {
        guard next < tokens.count, tokens[next] == .mark(mark) else { return false }
        next += 1
        return true
    }

    private mutating func takeID() -> String? {
        guard next < tokens.count, case .id(let id) = tokens[next] else { return nil }
        next += 1
        return id
    }
}
