internal import StrobeSystem
internal import StrobeTree

/// Finds what differs between two arrays in memory: blocks by their bits, elements by bits and `==`.
struct BufferComparison<Element> {
    let old: UnsafeBufferPointer<Element>
    let new: UnsafeBufferPointer<Element>
    let deeplySame: (Child, Child) -> Bool
    private let sameness: BitEquality<Element>
    private let identity: (any IdentityTest.Type)?
    /// Whether a part of the elements may be hidden: what they are then is what is shown of them.
    private let mayHide: Bool
    private let meter: WorkMeter?
    private static var block: Int { 64 }

    init(
        old: UnsafeBufferPointer<Element>, new: UnsafeBufferPointer<Element>, trustsEquality: Bool,
        cursor: RedactionCursor,
        meter: WorkMeter?, deeplySame: @escaping (Child, Child) -> Bool
    ) {
        self.old = old
        self.new = new
        self.deeplySame = deeplySame
        self.meter = meter
        let mask = new.count >= Self.block ? PaddingMask.of(new) : nil
        sameness = BitEquality(trustsEquality: trustsEquality, mask: mask)
        mayHide = cursor.mayHide(in: Element.self)
        identity =
            MutablePart.mayBe(in: Element.self) || mayHide && !cursor.showsID(of: Element.self)
            ? nil : Identity<Element>.self as? any IdentityTest.Type
    }

    func delta() -> ListDelta {
        guard let x = old.baseAddress, let y = new.baseAddress, !old.isEmpty, !new.isEmpty else {
            return ListAlignment(oldCount: old.count, newCount: new.count, meter: meter, same: { _, _ in false })
                .delta()
        }
        if MemoryLayout<Element>.size == 0 {
            return ListAlignment(oldCount: old.count, newCount: new.count, meter: meter, same: { _, _ in true }).delta()
        }
        if x == y, old.count == new.count { return ListDelta() }
        return old.count == new.count ? equallyLong(x, y) : aligned(x, y)
    }

    /// Arrays of the same length are compared place by place, and aligned only where that explains more.
    private func equallyLong(_ x: UnsafePointer<Element>, _ y: UnsafePointer<Element>) -> ListDelta {
        var delta = ListDelta()
        scan(x, y) { index, verdict in
            if verdict == .equal {
                if delta.doubtful.count < BitEquality<Element>.samples { delta.doubtful.append((index, index)) }
            } else {
                delta.pairs.append((index, index))
            }
        }
        if meter?.isOver ?? false { return delta }
        if mayHide { delta.pairs.removeAll { isShownAlike(x + $0.old, y + $0.new) } }
        if let identity {
            if delta.pairs.allSatisfy({ meter.goesOn() && identity.id(x + $0.old) == identity.id(y + $0.new) }) {
                return delta
            }
        } else if delta.pairs.count < 2 || isNoise(delta.pairs, x, y) {
            return delta
        }
        let other = aligned(x, y)
        return other.cost < delta.cost || identity != nil ? other : delta
    }

    /// Whether elements without `==` seem to differ in their padding alone, as they do after the array was copied.
    private func isNoise(
        _ pairs: [(old: Int, new: Int)], _ x: UnsafePointer<Element>, _ y: UnsafePointer<Element>
    ) -> Bool {
        guard !sameness.hasEquality else { return false }
        return pairs.prefix(16).contains { isShownAlike(x + $0.old, y + $0.new) }
    }

    private func aligned(_ x: UnsafePointer<Element>, _ y: UnsafePointer<Element>) -> ListDelta {
        let isKnown = { (i: Int, j: Int) in
            (meter?.spend(Self.block) ?? true) && haveSameBits(x + i, y + j, count: Self.block)
        }
        var alignment = ListAlignment(
            oldCount: old.count, newCount: new.count, sameBlock: (Self.block, isKnown), meter: meter
        ) { i, j in
            switch sameness.verdict(x + i, y + j) {
            case .same, .equal: true
            case .different: mayHide && isShownAlike(x + i, y + j)
            case .unknown: isShownAlike(x + i, y + j)
            }
        }
        if let identity {
            alignment.ids = (old: { identity.id(x + $0) }, new: { identity.id(y + $0) })
        }
        var delta = alignment.delta()
        delta.doubtful = doubtful(alignment.commonPrefix, alignment.commonSuffix, x, y)
        return delta
    }

    private func haveSameBits(_ x: UnsafePointer<Element>, _ y: UnsafePointer<Element>, count: Int) -> Bool {
        if memcmp(x, y, count * MemoryLayout<Element>.stride) == 0 { return true }
        return sameness.mask.map { $0.firstDifference(x, y, in: 0..<count) == nil } ?? false
    }

    private func isShownAlike(_ x: UnsafePointer<Element>, _ y: UnsafePointer<Element>) -> Bool {
        deeplySame(Child(any: x.pointee), Child(any: y.pointee))
    }

    /// Samples of what the ends have in common by `==` alone.
    private func doubtful(
        _ prefix: Int, _ suffix: Int, _ x: UnsafePointer<Element>, _ y: UnsafePointer<Element>
    ) -> [(old: Int, new: Int)] {
        guard sameness.hasEquality else { return [] }
        var pairs: [(old: Int, new: Int)] = []
        let shift = new.count - old.count
        let places = (0..<prefix).lazy.map { (old: $0, new: $0) }
        let lastPlaces = (old.count - suffix..<old.count).lazy.map { (old: $0, new: $0 + shift) }
        for place in places.prefix(BitEquality<Element>.samples)
        where sameness.verdict(x + place.old, y + place.new) == .equal {
            pairs.append(place)
        }
        for place in lastPlaces.prefix(BitEquality<Element>.samples)
        where sameness.verdict(x + place.old, y + place.new) == .equal {
            pairs.append(place)
        }
        return pairs
    }

    private func scan(
        _ x: UnsafePointer<Element>, _ y: UnsafePointer<Element>, _ body: (Int, BitEquality<Element>.Verdict) -> Void
    ) {
        func look(at index: Int) {
            let verdict = sameness.verdict(x + index, y + index)
            if verdict != .same { body(index, verdict) }
        }
        let stride = MemoryLayout<Element>.stride
        var start = 0
        while start < old.count, meter?.spend(Self.block) ?? true {
            let end = min(start + Self.block, old.count)
            // Where padding is the same as well, nothing is faster.
            if memcmp(x + start, y + start, (end - start) * stride) != 0 {
                if let mask = sameness.mask {
                    var next = start
                    while let index = mask.firstDifference(x, y, in: next..<end) {
                        look(at: index)
                        next = index + 1
                    }
                } else {
                    for index in start..<end { look(at: index) }
                }
            }
            start = end
        }
    }
}
