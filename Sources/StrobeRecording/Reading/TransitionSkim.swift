package import StrobeTree

/// Goes over the recorded transitions of a store, and reads of each only what it changed at some paths.
///
/// For walks over all of a long recording, where reading each transition whole takes several times as long.
package struct TransitionSkim: Sendable {
    /// What was read of a transition.
    package struct Line: Sendable {
        /// The number of the transition.
        package var seq: Int
        /// The state that its changes begin with, where that is not the one before it.
        package var fromSeq: Int?
        /// What it changed.
        package var content: Content
    }

    /// What a transition changed at the paths.
    package enum Content: Sendable {
        /// It has changes; these of them touch the paths.
        case changes([Change])
        /// It has no changes: it was rejected, or they are among those of a later one.
        case none(isRejected: Bool)
        /// It has to be read as a whole to say that.
        case unclear
    }

    /// A part of a file, and the lines in it.
    struct Block {
        var file: SourceFile
        var offset: Int
        var bytes: [UInt8] = []
        var lines: ContiguousArray<(seq: Int, offset: Int, length: Int)>
    }

    private static let firstBytes = 16 << 10
    private static let mostBytes = 512 << 10

    private let reader: RecordingReader
    private let store: String
    private var nextSeq: Int
    private var block: Block?
    private var nextLine = 0
    private var blockBytes = Self.firstBytes

    init(_ reader: RecordingReader, of store: String, from seq: Int) {
        (self.reader, self.store, nextSeq) = (reader, store, seq)
    }

    /// Reads the next transition; `nil` at the end.
    ///
    /// - Parameter followed: The paths.
    package mutating func next(_ followed: FollowedPaths) -> Line? {
        if block.map({ nextLine >= $0.lines.count }) ?? true {
            block = reader.block(of: store, from: nextSeq, maxBytes: blockBytes)
            nextLine = 0
            blockBytes = min(blockBytes * 4, Self.mostBytes)
        }
        guard let line = block?.lines[nextLine] else { return nil }
        nextLine += 1
        nextSeq = line.seq + 1
        let limits = reader.limits
        return block?.bytes.withUnsafeBufferPointer { bytes in
            let end = line.offset + line.length
            guard let start = bytes.baseAddress, end <= bytes.count,
                let probe = try? LineProbe(start + line.offset, count: line.length, maxDepth: limits.depth),
                !probe.hasEscapes, probe.seq == line.seq, probe.kind.map({ probe.matches($0, "transition") }) ?? false
            else { return Line(seq: line.seq, content: .unclear) }
            let fromSeq = probe.fromSeq.flatMap { $0 == line.seq - 1 ? nil : $0 }
            guard let range = probe.changes else {
                return Line(seq: line.seq, fromSeq: fromSeq, content: .none(isRejected: probe.hasError))
            }
            let list = UnsafeBufferPointer(start: probe.start + range.lowerBound, count: range.count)
            let changes = ChangeSkim.changes(in: list, touching: followed, limits: limits.json)
            return Line(seq: line.seq, fromSeq: fromSeq, content: changes.map { .changes($0) } ?? .unclear)
        }
    }
}

extension RecordingReader {
    /// Goes over the transitions of a store from a number on.
    package func skim(of store: String, from seq: Int) -> TransitionSkim {
        TransitionSkim(self, of: store, from: seq)
    }
}

extension ReaderCore {
    /// What separates two lines may be read with them up to this size.
    private static let readOver = 4 << 10

    /// Where the next transitions are that follow each other in one file; `nil` if there is none.
    func block(of store: String, from seq: Int, maxBytes: Int) -> TransitionSkim.Block? {
        guard let index = storePlaces[store].map({ stores[$0] }) else { return nil }
        var place = index.place(from: seq)
        guard place < index.entries.count else { return nil }
        let first = index.entries[place].position
        var lines: ContiguousArray<(seq: Int, offset: Int, length: Int)> = []
        var end = first.offset
        while place < index.entries.count {
            let position = index.entries[place].position
            guard position.source == first.source, (end...end + Self.readOver).contains(position.offset),
                lines.isEmpty || position.offset + position.length - first.offset <= maxBytes
            else { break }
            lines.append((index.seq(at: place), position.offset - first.offset, position.length))
            end = position.offset + position.length
            place += 1
        }
        return TransitionSkim.Block(file: sources[first.source].file, offset: first.offset, lines: lines)
    }
}
