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
    struct Block: Sendable {
        var file: SourceFile
        var offset: Int
        var bytes: [UInt8] = []
        var places: ContiguousArray<(seq: Int, offset: Int, length: Int)>
    }

    /// A part of a file, with what its lines changed at some paths.
    private struct ReadBlock: Sendable {
        var block: Block
        var lines: [Line]
    }

    private static let firstBytes = 16 << 10
    private static let mostBytes = 512 << 10

    private let reader: RecordingReader
    private let store: String
    private var followed: FollowedPaths
    private var nextSeq: Int
    private var read: ReadBlock?
    private var nextLine = 0
    /// Whether other paths are followed than those for which the lines were read.
    private var isStale = false
    /// The block behind the current one, which another thread reads meanwhile.
    private var ahead: ReadAhead<ReadBlock?>?
    private var blockBytes = Self.firstBytes

    init(_ reader: RecordingReader, of store: String, from seq: Int, _ followed: FollowedPaths) {
        (self.reader, self.store, self.followed, nextSeq) = (reader, store, followed, seq)
    }

    /// Goes on with other paths, which the transitions from here on are read for.
    package mutating func follow(_ followed: FollowedPaths) {
        guard followed.paths != self.followed.paths else { return }
        (self.followed, isStale, ahead) = (followed, true, nil)
    }

    /// Reads the next transition; `nil` at the end.
    package mutating func next() -> Line? {
        if read.map({ nextLine >= $0.lines.count }) ?? true { readBlock() }
        guard let read else { return nil }
        let line =
            isStale ? Self.line(nextLine, of: read.block, followed, reader.limits) : read.lines[nextLine]
        nextLine += 1
        nextSeq = line.seq + 1
        return line
    }

    private mutating func readBlock() {
        // What was appended meanwhile is not in what was read ahead.
        read = ahead?.result() ?? Self.block(reader, store, nextSeq, blockBytes, followed)
        (nextLine, isStale, ahead) = (0, false, nil)
        guard let last = read?.lines.last else { return }
        // Many walks end in the first block. Deep values need the stack of the thread that asks.
        let isFirst = blockBytes == Self.firstBytes
        blockBytes = min(blockBytes * 4, Self.mostBytes)
        if isFirst || reader.limits.depth > RecordingLimits.default.depth { return }
        ahead = ReadAhead { [reader, store, blockBytes, followed] in
            Self.block(reader, store, last.seq + 1, blockBytes, followed)
        }
    }

    private static func block(
        _ reader: RecordingReader, _ store: String, _ seq: Int, _ maxBytes: Int, _ followed: FollowedPaths
    ) -> ReadBlock? {
        reader.block(of: store, from: seq, maxBytes: maxBytes).map { block in
            ReadBlock(
                block: block, lines: block.places.indices.map { line($0, of: block, followed, reader.limits) })
        }
    }

    private static func line(
        _ index: Int, of block: Block, _ followed: FollowedPaths, _ limits: RecordingLimits
    ) -> Line {
        let place = block.places[index]
        return block.bytes.withUnsafeBufferPointer { bytes in
            let end = place.offset + place.length
            guard let start = bytes.baseAddress, end <= bytes.count,
                let probe = try? LineProbe(start + place.offset, count: place.length, maxDepth: limits.depth),
                !probe.hasEscapes, probe.seq == place.seq, probe.isKind("transition")
            else { return Line(seq: place.seq, content: .unclear) }
            let fromSeq = probe.fromSeq.flatMap { $0 == place.seq - 1 ? nil : $0 }
            guard let range = probe.changes else {
                return Line(seq: place.seq, fromSeq: fromSeq, content: .none(isRejected: probe.hasError))
            }
            let list = UnsafeBufferPointer(start: probe.start + range.lowerBound, count: range.count)
            let changes = ChangeSkim.changes(in: list, touching: followed, limits: limits.json)
            return Line(seq: place.seq, fromSeq: fromSeq, content: changes.map { .changes($0) } ?? .unclear)
        }
    }
}

extension RecordingReader {
    /// Goes over the transitions of a store from a number on, for what they changed at some paths.
    package func skim(of store: String, from seq: Int, following followed: FollowedPaths) -> TransitionSkim {
        TransitionSkim(self, of: store, from: seq, followed)
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
        var places: ContiguousArray<(seq: Int, offset: Int, length: Int)> = []
        var end = first.offset
        while place < index.entries.count {
            let position = index.entries[place].position
            guard position.source == first.source, (end...end + Self.readOver).contains(position.offset),
                places.isEmpty || position.offset + position.length - first.offset <= maxBytes
            else { break }
            places.append((index.seq(at: place), position.offset - first.offset, position.length))
            end = position.offset + position.length
            place += 1
        }
        return TransitionSkim.Block(file: sources[first.source].file, offset: first.offset, places: places)
    }
}
