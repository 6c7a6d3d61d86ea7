internal import StrobeClient
internal import StrobeTree

/// A frame of a stack: an action that is held, an entry of the log, or the initial state.
struct Frame: Sendable {
    /// What a frame is about.
    enum Content: Sendable {
        case pending(GateStop)
        case entry(LogEntry)
        case initial
    }

    var thread: Int
    var store: String
    var content: Content
    /// The entry whose state it shows; at the present the last one.
    var seq: Int
    /// Whether that is the present state, which can be changed.
    var isPresent: Bool

    /// The position for requests.
    var position: Position? { isPresent ? nil : .seq(seq) }
}

/// What opens behind a variable.
enum Shown: Sendable {
    /// A part of a state.
    case tree(TreePlace)
    /// A part of an action or an effect.
    case json(JSONPlace)
    case list([Variable])
    /// What an entry changed, which may be much, and is asked for when it is opened.
    case changes(store: String, seq: Int)
    /// The action of an entry, likewise.
    case action(store: String, seq: Int)
    /// What is known of a store, likewise.
    case facts(store: String)
}

/// A part of a state.
struct TreePlace: Sendable {
    var thread: Int
    var store: String
    /// `nil` for the present state.
    var at: Position?
    /// The last entry when the present state was read.
    var seq: Int
    var path: Path
}

/// A part of a JSON value.
struct JSONPlace: Sendable {
    var whole: Value
    var path: Path
    /// The store and the number of the held action that it is, if it can be edited.
    var held: (store: String, id: Int)?
}

/// A line of a scope.
struct Variable: Sendable {
    var name: String
    var value: String
    var type: String?
    var path: Path?
    var shown: Shown?
    var count: Int?
    var isIndexed = false
    var isReadOnly = true
}

/// The frames and variables that the editor knows by numbers, which count up; those of a thread are forgotten when it moves.
struct ObjectTable: Sendable {
    /// What a number stands for.
    struct Reference: Sendable {
        var thread: Int
        var shown: Shown
        /// How many children were shown elsewhere before.
        var offset: Int
        /// The paths of the children by the names that they were shown with.
        var paths: [String: Path] = [:]
    }

    private var lastID = 0
    private var frames: [Int: Frame] = [:]
    /// The threads of the last frames, also of those that are forgotten.
    private var owners: [Int: Int] = [:]
    private var references: [Int: Reference] = [:]

    mutating func add(_ frame: Frame) -> Int {
        let id = nextID()
        frames[id] = frame
        owners[id] = frame.thread
        owners[id - 10_000] = nil
        return id
    }

    mutating func add(_ shown: Shown, thread: Int, offset: Int = 0) -> Int {
        let id = nextID()
        references[id] = Reference(thread: thread, shown: shown, offset: offset)
        return id
    }

    /// The frame with a number.
    func frame(_ id: Int) throws(AdapterError) -> Frame {
        guard let frame = frames[id] else { throw Self.gone }
        return frame
    }

    /// The thread of a frame, which may be of an earlier stop.
    func thread(ofFrame id: Int) -> Int? { owners[id] }

    /// What a number stands for.
    func reference(_ id: Int) throws(AdapterError) -> Reference {
        guard let reference = references[id] else { throw Self.gone }
        return reference
    }

    /// Notes where the children of a variable are.
    mutating func note(_ paths: [String: Path], under id: Int) {
        references[id]?.paths.merge(paths) { $1 }
    }

    /// Forgets what was shown of a thread.
    mutating func forget(_ thread: Int) {
        frames = frames.filter { $0.value.thread != thread }
        references = references.filter { $0.value.thread != thread }
    }

    private mutating func nextID() -> Int {
        lastID = lastID < Int(Int32.max) - 1 ? lastID + 1 : 1
        return lastID
    }

    private static var gone: AdapterError {
        AdapterError(.refused, "This was shown at an earlier stop. Ask for the stack again.")
    }
}
