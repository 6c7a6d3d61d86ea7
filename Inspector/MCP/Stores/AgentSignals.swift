import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem

/// What a process reported, for those who wait for it.
struct AgentSignals: Sendable {
    /// The stores by id, in the order in which they were added.
    private(set) var stores: [StoreDescription]
    /// How often something was reported of each store's log.
    private var revisions: [String: Int] = [:]
    /// How often reports were lost: those who wait look again.
    private var losses = 0
    /// The last stops at breakpoints, by store and breakpoint.
    private var hits: [String: [Int: GateStopped]] = [:]
    /// How often the gate of a store was opened.
    private(set) var openings: [String: Int] = [:]
    /// The stores that differ from their replay.
    private(set) var diverged: [String: DivergenceDescription] = [:]
    /// Whether the connection has ended.
    private(set) var isLost = false

    init(_ stores: [StoreDescription]) {
        self.stores = stores
    }

    /// A number that changes whenever a store's log may have grown.
    func revision(of store: String) -> Int { (revisions[store] ?? 0) + losses }

    /// The last stop at a breakpoint of a store.
    func stop(at breakpoint: Int, of store: String) -> GateStopped? { hits[store]?[breakpoint] }

    /// Notes an event.
    mutating func note(_ event: ClientEvent) {
        switch event {
        case .closed: isLost = true
        case .notification(let notification, _): note(notification)
        case .dropped: losses += 1
        case .unknown, .serverError, .malformed: break
        }
    }

    private mutating func note(_ notification: any ProtocolNotification) {
        switch notification {
        case let added as StoreAdded: replace(with: stores.filter { $0.id != added.store.id } + [added.store])
        case let removed as StoreRemoved:
            replace(with: stores.filter { $0.id != removed.store })
            forget(removed.store)
        // What is said of stores that are not there is not kept: there may be any number of them.
        case let appended as LogAppended where isKnown(appended.store): revisions[appended.store, default: 0] += 1
        case let lagged as StreamLagged where isKnown(lagged.store): revisions[lagged.store, default: 0] += 1
        case let stopped as GateStopped where isKnown(stopped.store):
            guard let id = stopped.stop.breakpoint else { break }
            hits[stopped.store, default: [:]][id] = stopped
            // Ids grow: an old stop is of no interest any more.
            if let old = hits[stopped.store]?.keys.min(), hits[stopped.store]?.count ?? 0 > 16 {
                hits[stopped.store]?[old] = nil
            }
        case let resumed as GateResumed where isKnown(resumed.store): openings[resumed.store, default: 0] += 1
        case let diverged as HistoryDiverged where isKnown(diverged.store):
            self.diverged[diverged.store] = diverged.divergence
        default: break
        }
    }

    private mutating func forget(_ store: String) {
        revisions[store] = nil
        hits[store] = nil
        openings[store] = nil
        diverged[store] = nil
    }

    private func isKnown(_ store: String) -> Bool { stores.contains { $0.id == store } }

    /// Takes the list of stores that the process answered with.
    mutating func replace(with stores: [StoreDescription]) {
        self.stores = Array(stores.prefix(StoreLimit.count))
        for store in stores where store.capabilities.replay { diverged[store.id] = nil }
    }
}
