/// The name by which effects are replaced, held back and cancelled; many running effects may share one.
///
///     let search: EffectID = "search"
///     let page: EffectID = "page \(3)"
///     let schedules = [EffectSchedule.debounced(search, for: .seconds(1)), .replacing(page)]
public struct EffectID: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The name as people read and type it.
    public let name: String

    /// Makes an id of a name.
    public init(_ name: String) {
        self.name = name
    }

    /// Makes an id of a text in quotes.
    public init(stringLiteral name: String) {
        self.name = name
    }
}

extension EffectID: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
