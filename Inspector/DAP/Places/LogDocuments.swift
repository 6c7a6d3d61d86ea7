/// The logs of stores as documents of text, a line an entry, so that every frame has a place to show.
struct LogDocuments: Sendable {
    /// The entries of a document.
    static let length = 1_000
    /// How many documents are known; those before are forgotten.
    private static let limit = 10_000

    /// A document.
    struct Document: Sendable, Hashable {
        var store: String
        /// The entries, of which the first is line 1.
        var seqs: ClosedRange<Int>

        /// The name that people read.
        var name: String { "\(store).log" }
    }

    private var documents: [Int: Document] = [:]
    private var references: [Document: Int] = [:]
    private var lastReference = 0

    subscript(_ reference: Int) -> Document? { documents[reference] }

    /// The document with an entry, and its line there; one that grew is another one.
    ///
    /// - Parameters:
    ///   - first: The first entry that is kept.
    ///   - last: The last entry.
    mutating func place(of seq: Int, in store: String, first: Int, last: Int) -> (
        reference: Int, name: String, line: Int
    ) {
        let last = max(last, 1)
        let seq = min(max(seq, 1), last)
        let start = (seq - 1) / Self.length * Self.length + 1
        let begin = min(max(start, first), seq)
        let document = Document(store: store, seqs: begin...min(max(start + Self.length - 1, seq), last))
        return (reference(of: document), document.name, seq - begin + 1)
    }

    private mutating func reference(of document: Document) -> Int {
        if let known = references[document] { return known }
        lastReference += 1
        documents[lastReference] = document
        references[document] = lastReference
        if let old = documents.removeValue(forKey: lastReference - Self.limit) { references[old] = nil }
        return lastReference
    }
}
