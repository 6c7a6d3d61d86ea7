/// When an effect runs in relation to others with the same id.
///
/// Effects stay plain values: what schedules them is a function from an effect to its schedule, beside the handler.
/// However an effect is scheduled, it stays in the log as an effect of the transition that requested it.
///
///     enum Effect: Sendable { case search(String), refresh, stop }
///     let store = Store(initial: [String]()) { (results: inout [String], text: String) -> [Effect] in
///         results.append(text)
///         return [.search(text)]
///     }
///     store.setEffectHandler(
///         schedule: { effect in
///             switch effect {
///             case .search: .debounced("search", for: .milliseconds(300), replacing: true)
///             case .refresh: .unlessRunning("refresh")
///             case .stop: .cancelling("search")
///             }
///         },
///         async: { effect, context in
///             // Runs once per burst of searches.
///         })
public struct EffectSchedule: Sendable, Hashable {
    enum Rule: Hashable {
        case now
        case replacing
        case unlessRunning
        case debounced(Duration, replacing: Bool)
        case throttled(Duration, latest: Bool)
        case cancelling
    }

    /// The id that the effect shares with those it is scheduled against; `nil` if there are none.
    public let id: EffectID?
    let rule: Rule

    /// Runs at once, beside all others.
    public static let now = EffectSchedule(id: nil, rule: .now)

    /// Runs at once, beside all others, and can be cancelled by its id.
    public static func named(_ id: EffectID) -> EffectSchedule {
        EffectSchedule(id: id, rule: .now)
    }

    /// Cancels the effects with the id, waiting or running, and runs at once.
    public static func replacing(_ id: EffectID) -> EffectSchedule {
        EffectSchedule(id: id, rule: .replacing)
    }

    /// Runs at once if no effect with the id waits or runs; else it is dropped.
    public static func unlessRunning(_ id: EffectID) -> EffectSchedule {
        EffectSchedule(id: id, rule: .unlessRunning)
    }

    /// Waits for a pause: runs once no other effect with the id has come for some time; a newer one takes its place.
    ///
    /// - Parameters:
    ///   - id: The name of the burst.
    ///   - interval: How long it waits.
    ///   - replacing: Whether it cancels those of the id that still run, as soon as it is asked for.
    public static func debounced(
        _ id: EffectID, for interval: Duration, replacing: Bool = false
    ) -> EffectSchedule {
        EffectSchedule(id: id, rule: .debounced(interval, replacing: replacing))
    }

    /// Runs at most one effect with the id in each interval: the first at once, and when the interval ends the last
    /// that came meanwhile, which begins the next interval.
    ///
    /// - Parameters:
    ///   - id: The name of those that share the interval.
    ///   - interval: How long no other begins; the one that begins decides.
    ///   - latest: Whether the last one that came within the interval runs at its end; if not, all those are dropped.
    public static func throttled(
        _ id: EffectID, for interval: Duration, latest: Bool = true
    ) -> EffectSchedule {
        EffectSchedule(id: id, rule: .throttled(interval, latest: latest))
    }

    /// Cancels the effects with the id, waiting or running, and runs nothing.
    public static func cancelling(_ id: EffectID) -> EffectSchedule {
        EffectSchedule(id: id, rule: .cancelling)
    }
}
