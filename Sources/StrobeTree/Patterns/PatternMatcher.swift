/// Follows the steps of a pattern through a text, all ways at the same time.
struct PatternMatcher {
    private typealias Index = String.UnicodeScalarView.Index

    /// A way that is being followed, and where it began.
    private struct Way {
        var step: Int
        var start: Index
    }

    /// What surrounds a place in the text.
    private struct Place {
        var index: Index
        var before: Unicode.Scalar?
        var after: Unicode.Scalar?
    }

    private let program: PatternProgram
    private var ways: [Way] = []
    private var next: [Way] = []
    /// For each step the turn in which it was reached last.
    private var reached: [Int]
    private var turn = 0
    private var stack: [Int] = []
    /// How many steps were reached since they were counted.
    private var reachedSteps = 0
    private let meter: WorkMeter

    /// Makes a matcher for one text.
    ///
    /// - Parameter meter: Counts the steps; the result counts only if its limit is not exceeded.
    init(_ program: PatternProgram, _ meter: WorkMeter) {
        self.program = program
        self.meter = meter
        reached = Array(repeating: 0, count: program.steps.count)
        ways.reserveCapacity(program.steps.count)
        next.reserveCapacity(program.steps.count)
    }

    /// Whether there is a match that ends no later than at a place.
    consuming func matches(_ text: String, upTo end: String.Index) -> Bool {
        run(text, upTo: end, stopsAtFirst: true) != nil
    }

    /// The first match, as far as it is preferred to go.
    consuming func firstMatch(in text: String) -> Range<String.Index>? {
        run(text, upTo: text.endIndex, stopsAtFirst: false)
    }

    private mutating func run(
        _ text: String, upTo end: String.Index, stopsAtFirst: Bool
    ) -> Range<String.Index>? {
        let scalars = text.unicodeScalars
        var match: Range<Index>?
        var place = Place(index: scalars.startIndex, before: nil, after: scalars.first)
        turn += 1
        while true {
            // A way that begins later is worth less than all that began before, and nothing once there is a match.
            if match == nil { follow(Way(step: 0, start: place.index), at: place) }
            swap(&ways, &next)
            next.removeAll(keepingCapacity: true)
            turn += 1
            if ways.isEmpty, match != nil { return match }
            guard meter.spend(reachedSteps + 1) else { return nil }
            reachedSteps = 0
            var successor = place
            if place.after != nil { advance(&successor, in: scalars) }
            for way in ways {
                let step = program.steps[way.step]
                if case .match = step {
                    match = way.start..<place.index
                    // The ways behind it are worth less.
                    break
                }
                guard let scalar = place.after, takes(step, scalar) else { continue }
                follow(Way(step: way.step + 1, start: way.start), at: successor)
            }
            if place.index >= end || (stopsAtFirst && match != nil) { return match }
            place = successor
        }
    }

    private func advance(_ place: inout Place, in scalars: String.UnicodeScalarView) {
        place.before = place.after
        place.index = scalars.index(after: place.index)
        place.after = place.index < scalars.endIndex ? scalars[place.index] : nil
    }

    private func takes(_ step: PatternProgram.Step, _ scalar: Unicode.Scalar) -> Bool {
        switch step {
        case .scalar(let wanted): scalar == wanted || (program.ignoresCase && scalar.folded == wanted)
        case .anyButLineFeed: scalar != "\n"
        case .set(let set): set.contains(scalar, ignoringCase: program.ignoresCase)
        case .split, .jump, .startOfText, .endOfText, .wordBoundary, .match: false
        }
    }

    /// Adds to the next ways the steps that are reached without taking a scalar, the preferred ones first.
    private mutating func follow(_ way: Way, at place: Place) {
        stack.append(way.step)
        while let step = stack.popLast() {
            guard reached[step] != turn else { continue }
            reached[step] = turn
            reachedSteps += 1
            switch program.steps[step] {
            case .jump(let target): stack.append(target)
            case .split(let first, let second):
                stack.append(second)
                stack.append(first)
            case .startOfText: if place.before == nil { stack.append(step + 1) }
            case .endOfText: if place.after == nil { stack.append(step + 1) }
            case .wordBoundary(let negated):
                let isBoundary = isWord(place.before) != isWord(place.after)
                if isBoundary != negated { stack.append(step + 1) }
            case .scalar, .anyButLineFeed, .set, .match:
                if case .set(let set) = program.steps[step] { reachedSteps += set.ranges.count + set.families.count }
                next.append(Way(step: step, start: way.start))
            }
        }
    }

    private func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map(Spelling.isIdentifierScalar) ?? false
    }
}
