/// A segment of the log: room for 4,096 entries, which never move once they are written.
///
/// `@unchecked Sendable`: the log's one writer initialises entry after entry and then publishes their number; readers
/// only touch entries that were published, and nobody changes these.
final class LogChunk<Action: Sendable, Effect: Sendable>: @unchecked Sendable {
    static var capacity: Int { 4_096 }

    let actions: UnsafeMutablePointer<Action>
    let effects: UnsafeMutablePointer<[Effect]>
    let stamps: UnsafeMutablePointer<Stamp>
    /// How many entries are initialised; the writer's own, and read again when nobody else is left.
    @exclusivity(unchecked)
    var count = 0

    init() {
        actions = .allocate(capacity: Self.capacity)
        effects = .allocate(capacity: Self.capacity)
        stamps = .allocate(capacity: Self.capacity)
    }

    deinit {
        for index in 0..<count where !stamps[index].isState { (actions + index).deinitialize(count: 1) }
        effects.deinitialize(count: count)
        actions.deallocate()
        effects.deallocate()
        stamps.deallocate()
    }

    func append(_ action: Action, effects: [Effect], stamp: Stamp) {
        (actions + count).initialize(to: action)
        (self.effects + count).initialize(to: effects)
        (stamps + count).initialize(to: stamp)
        count &+= 1
    }

    /// Appends an entry without action.
    func append(stamp: Stamp) {
        (effects + count).initialize(to: [])
        (stamps + count).initialize(to: stamp)
        count &+= 1
    }
}
