/// Aligns two lists whose elements have unique ids, with moves.
///
/// The elements of a longest increasing subsequence stay; the others are moved, left to right, each to the place after its
/// predecessor in the new list. Places are counted, not simulated, so that the whole takes O(*n* log *n*).
package struct KeyedAlignment {
    private let oldCount: Int
    /// For each place in the new list the place in the old one.
    private let sources: [Int?]

    /// Makes an alignment; `nil` if an id occurs twice, or the work has to end.
    package init?(old: some Collection<AnyHashable>, new: some Collection<AnyHashable>, _ meter: WorkMeter?) {
        var places = [AnyHashable: Int](minimumCapacity: old.count)
        for (index, id) in old.enumerated() {
            guard places.updateValue(index, forKey: id) == nil, meter?.spend(WorkMeter.node) ?? true else { return nil }
        }
        var seen = Set<AnyHashable>(minimumCapacity: new.count)
        var sources: [Int?] = []
        for id in new {
            guard seen.insert(id).inserted, meter?.spend(2 * WorkMeter.node) ?? true else { return nil }
            sources.append(places[id])
        }
        oldCount = old.count
        self.sources = sources
    }

    /// The steps and pairs, with a number of elements before the aligned part.
    package func delta(offset: Int) -> ListDelta {
        var delta = ListDelta()
        var survives = [Bool](repeating: false, count: oldCount)
        for case let source? in sources { survives[source] = true }
        for index in (0..<oldCount).reversed() where !survives[index] {
            delta.steps.append(.remove(at: offset + index, old: offset + index))
        }
        delta.steps += steps(among: survives, offset)
        for (index, source) in sources.enumerated() {
            if let source { delta.pairs.append((offset + source, offset + index)) }
        }
        return delta
    }

    private func steps(among survives: [Bool], _ offset: Int) -> [ListDelta.Step] {
        // Places among the survivors, in old order.
        var ranks: [Int] = []
        var survivors = 0
        for survivor in survives {
            ranks.append(survivors)
            if survivor { survivors += 1 }
        }
        let places = sources.map { $0.map { ranks[$0] } }
        let stays = longestIncreasing(places)
        var stayers = [Bool](repeating: false, count: survivors)
        for (index, place) in places.enumerated() where stays[index] { if let place { stayers[place] = true } }
        // How many stay before a survivor, and where in the new list the first one after it is.
        var staysBefore: [Int] = []
        var count = 0
        for place in 0..<survivors {
            staysBefore.append(count)
            if stayers[place] { count += 1 }
        }
        var nextStay = [Int](repeating: places.count, count: survivors)
        var newPlace = [Int](repeating: 0, count: survivors)
        for (index, place) in places.enumerated() { if let place { newPlace[place] = index } }
        var next = places.count
        for place in (0..<survivors).reversed() {
            nextStay[place] = next
            if stayers[place] { next = newPlace[place] }
        }
        var placedBefore = [0]
        for stay in stays { placedBefore.append((placedBefore.last ?? 0) + (stay ? 0 : 1)) }
        var waiting = FenwickTree(stayers.map { $0 ? 0 : 1 })

        var steps: [ListDelta.Step] = []
        var lastStay: Int?
        for (index, place) in places.enumerated() {
            if stays[index] {
                lastStay = place
                continue
            }
            var target = index + (lastStay.map { waiting.sum(before: $0) } ?? 0)
            guard let place else {
                steps.append(.add(at: offset + target, new: offset + index))
                continue
            }
            let origin =
                staysBefore[place] + placedBefore[min(index, nextStay[place])] + waiting.sum(before: place)
            waiting.add(-1, at: place)
            if origin < target { target -= 1 }
            if origin != target { steps.append(.move(from: offset + origin, to: offset + target)) }
        }
        return steps
    }

    /// Which places belong to a longest increasing subsequence.
    private func longestIncreasing(_ places: [Int?]) -> [Bool] {
        var tails: [Int] = []
        var before = [Int?](repeating: nil, count: places.count)
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            let length = tails.partitioningIndex { (places[$0] ?? 0) >= place }
            before[index] = length > 0 ? tails[length - 1] : nil
            if length == tails.count { tails.append(index) } else { tails[length] = index }
        }
        var stays = [Bool](repeating: false, count: places.count)
        var index = tails.last
        while let present = index {
            stays[present] = true
            index = before[present]
        }
        return stays
    }
}

/// Sums of the first elements of a list whose elements change.
///
/// Source: Peter M. Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994.
private struct FenwickTree {
    private var tree: [Int]

    package init(_ elements: [Int]) {
        tree = [0] + elements
        for index in tree.indices.dropFirst() {
            let parent = index + (index & -index)
            if parent < tree.count { tree[parent] += tree[index] }
        }
    }

    package mutating func add(_ amount: Int, at position: Int) {
        var index = position + 1
        while index < tree.count {
            tree[index] += amount
            index += index & -index
        }
    }

    package func sum(before position: Int) -> Int {
        var index = position
        var sum = 0
        while index > 0 {
            sum += tree[index]
            index -= index & -index
        }
        return sum
    }
}
