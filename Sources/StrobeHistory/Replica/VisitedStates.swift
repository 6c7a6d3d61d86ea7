internal import Dispatch

/// The states that a replay goes on from besides checkpoints: those of the last requests, and some a little behind the
/// present, since clients that follow a store ask for what was present when they heard of it.
struct VisitedStates<State> {
    typealias Point = (seq: Int, state: State)

    /// How many are kept behind the present, and how far apart, in nanoseconds.
    private static var trailLength: Int { 3 }
    private static var trailNanos: Int { 100_000_000 }
    /// How much further apart for each byte of a state: the next entry may have to copy it.
    private static var nanosPerByte: Int { 30 }
    /// How long after the last request they are kept.
    private static var life: DispatchTimeInterval { .seconds(1) }

    /// The last visited one, for walks.
    private var last: Point?
    /// The one visited before it by another walk, which goes on from there.
    private var earlier: Point?
    /// Those behind the present, the latest at the end.
    private var trail: [Point] = []
    /// Not before this time is another one kept.
    private var nextTrail: DispatchTime?
    /// When a state was visited last; `nil` if none is kept.
    var time: DispatchTime? { last == nil ? nil : lastTime }
    private var lastTime = DispatchTime.now()

    /// All of them.
    var all: [Point] { [last, earlier].compactMap { $0 } + trail }

    /// The last visited one, if it is so little before a number that no other one is looked for.
    func close(to seq: Int) -> Point? {
        guard let known = last?.seq, known <= seq, seq - known <= 8 else { return nil }
        // The walk that has been nearer goes on from there.
        if let other = earlier?.seq, known < other, other <= seq { return nil }
        return last
    }

    /// The last one at or before a number, if it is later than another one that a replay could start from.
    func nearest(to seq: Int, orElse point: Point) -> Point {
        var best = point
        if let known = last?.seq, known <= seq, known > best.seq { best = last ?? best }
        if let known = earlier?.seq, known <= seq, known > best.seq { best = earlier ?? best }
        for index in trail.indices where trail[index].seq <= seq && trail[index].seq > best.seq { best = trail[index] }
        return best
    }

    /// Lets go of the visited state at a number, which is replayed from: the reducer would copy a value that is held
    /// twice.
    ///
    /// - Parameter keepsOther: Whether the other one is kept for its own walk.
    mutating func take(at seq: Int, keepsOther: Bool) {
        if seq == earlier?.seq || !keepsOther { earlier = nil }
        if seq != last?.seq, last != nil, keepsOther { earlier = last }
        last = nil
    }

    mutating func visit(_ point: Point, at now: DispatchTime = .now()) {
        last = point
        lastTime = now
    }

    /// Keeps the present before it goes on, as long as states behind it are asked for.
    ///
    /// - Parameter bytes: What a state holds; `nil` if it is too large to be kept.
    mutating func follow(_ present: Point, bytes: Int?, at now: DispatchTime = .now()) {
        guard let bytes, last != nil, now < lastTime + Self.life else { return trail = [] }
        guard nextTrail.map({ now >= $0 }) ?? true, present.seq > trail.last?.seq ?? -1 else { return }
        nextTrail = now + .nanoseconds(Self.trailNanos + Self.nanosPerByte * min(bytes, 1 << 30))
        if trail.count == Self.trailLength { trail.removeFirst() }
        trail.append(present)
    }

    /// Forgets those before a number.
    mutating func drop(before seq: Int) {
        if let last, last.seq < seq { self.last = nil }
        if let earlier, earlier.seq < seq { self.earlier = nil }
        trail.removeAll { $0.seq < seq }
    }

    mutating func dropAll() {
        (last, earlier, trail) = (nil, nil, [])
    }
}
