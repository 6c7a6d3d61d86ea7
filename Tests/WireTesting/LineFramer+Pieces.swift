package import StrobeTransport

extension LineFramer {
    /// The items of a stream that arrives in chunks and then ends.
    package static func items(of pieces: [ArraySlice<UInt8>], limit: Int) -> [Item] {
        var framer = LineFramer(limit: limit)
        var items: [Item] = []
        for piece in pieces {
            piece.withUnsafeBytes { framer.append($0) }
            while let item = framer.next() { items.append(item) }
        }
        if let item = framer.finish() { items.append(item) }
        return items
    }
}
