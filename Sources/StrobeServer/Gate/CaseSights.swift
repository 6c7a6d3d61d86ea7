internal import StrobeReflection

/// The part of a state that a breakpoint is about, seen without the type of the state.
protocol StatePlace: AnyObject {
    /// Whether two states have the same bits there; false if only the tree can tell.
    func isUntouched(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool
}

extension PlaceReader: StatePlace {
    func isUntouched(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
        hasSameBits(old.assumingMemoryBound(to: Root.self), new.assumingMemoryBound(to: Root.self))
    }
}

/// What the number of an action's case tells of the breakpoints, found out once for each case.
///
/// Nothing in here depends on the type of the action, so that a look costs a few nanoseconds.
struct CaseSights {
    /// What is known of the actions of one case.
    enum Sight {
        case unknown
        /// Each has to be examined.
        case open
        /// Only a breakpoint on one of these places can match, and only where its bits change.
        case places([any StatePlace])
    }

    private let tag: EnumTag?
    private var sights: [Sight] = []

    /// - Parameter type: The type of the actions; those of another type than an enum are always examined.
    init(of type: any Any.Type) {
        tag = TypeMetadata.enumTag(of: type)
    }

    /// What is known of an action by its case.
    @inline(__always)
    subscript(action: UnsafeRawPointer) -> Sight {
        get {
            guard let tag else { return .open }
            let number = tag(action)
            return number < sights.count ? sights[number] : .unknown
        }
        set {
            guard let tag else { return }
            let number = tag(action)
            while sights.count <= number { sights.append(.unknown) }
            sights[number] = newValue
        }
    }

    /// Forgets everything, since the breakpoints are others.
    mutating func removeAll() { sights.removeAll() }
}
