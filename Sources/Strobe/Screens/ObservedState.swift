public import Observation

/// The state of a store for views on the main actor, each of which is notified only of the parts that it has read.
///
///     struct Form: Sendable { var name = "", visits = 0 }
///     enum Event: Sendable { case typed(String), visited }
///     let store = Store(initial: Form()) { (form: inout Form, event: Event) in
///         switch event {
///         case .typed(let name): form.name = name
///         case .visited: form.visits += 1
///         }
///     }
///     let form = store.observed
///     withObservationTracking {
///         print(form.name)
///     } onChange: {
///         print("the name changes")
///     }
///     form.dispatch(.visited)  // prints nothing: nobody has read the visits
///     form.dispatch(.typed("Ada"))  // prints: the name changes
///     print(form.name)  // Ada
///
/// A SwiftUI view that reads `form.name` in its body is drawn again when the name changes, and at no other change. Keep
/// the object, in `@State` or in a property: what was read through it is tracked as long as it lives. It keeps the store
/// alive, and the store does not keep it.
///
/// A part that is `Equatable` has changed when it is not equal to what it was; any other part changes with every commit.
/// Each commit costs a comparison of the parts that were read since they last changed. Reading costs no lock: everything
/// that is read between two changes belongs to one state, which is a copy, with the cost that `state` of a store has.
///
/// After a dispatch on the main actor the new state is there, unless the store reduces elsewhere, as `AsyncStore` and
/// `ReduxStore` do, or is committing on another thread; then it comes soon.
@MainActor
@dynamicMemberLookup
public final class ObservedState<State: Sendable, Action: Sendable>: Observable {
    private let store: any StoreProtocol<State, Action>
    private let registrar = ObservationRegistrar()
    private var current: State
    /// What was read since it last changed.
    private var parts: [AnyKeyPath: ObservedPart<State, Action>] = [:]
    private var subscription: StoreSubscription?

    init(_ store: some StoreProtocol<State, Action>) {
        self.store = store
        current = store.state
        subscription = store.subscribe(on: .mainActor, initial: true) { [weak self] in self?.change(to: $0) }
    }

    /// The whole state; what reads it is notified of every change.
    public var state: State { self[\.self] }

    /// A part of the state, which is tracked alone: `form.name`.
    ///
    /// Of `user.address.city`, `user` is tracked; write `form[\.user.address.city]` for the city alone.
    public subscript<Part>(dynamicMember keyPath: KeyPath<State, Part>) -> Part { self[keyPath] }

    /// A part of the state, which is tracked alone, however deep it is: `form[\.user.address.city]`.
    public subscript<Part>(keyPath: KeyPath<State, Part>) -> Part {
        let part = parts[keyPath] ?? ObservedPart(keyPath)
        parts[keyPath] = part
        part.access(self, registrar)
        return current[keyPath: keyPath]
    }

    /// Dispatches an action to the store.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    public func dispatch(_ action: Action, file: StaticString = #fileID, line: UInt32 = #line) {
        store.dispatch(action, file: file, line: line)
    }

    private func change(to new: State) {
        let changed = parts.filter { !$0.value.isSame(current, new) }
        // An observer is called once, and reads again what it wants to be called for: then the part is back.
        for keyPath in changed.keys { parts[keyPath] = nil }
        for part in changed.values { part.willChange(self, registrar) }
        current = new
        for part in changed.values { part.didChange(self, registrar) }
    }
}

/// A part of a state that an observer has read.
@MainActor
private struct ObservedPart<State: Sendable, Action: Sendable> {
    typealias Owner = ObservedState<State, Action>

    /// Whether the part of two states is the same.
    let isSame: (State, State) -> Bool
    let access: (Owner, ObservationRegistrar) -> Void
    let willChange: (Owner, ObservationRegistrar) -> Void
    let didChange: (Owner, ObservationRegistrar) -> Void

    init<Part>(_ part: KeyPath<State, Part>) {
        if let type = Part.self as? any Equatable.Type {
            isSame = Self.comparison(of: part, as: type)
        } else {
            isSame = { _, _ in false }
        }
        let keyPath = \Owner[part]
        access = { $1.access($0, keyPath: keyPath) }
        willChange = { $1.willSet($0, keyPath: keyPath) }
        didChange = { $1.didSet($0, keyPath: keyPath) }
    }

    private static func comparison<Part: Equatable>(
        of keyPath: AnyKeyPath, as _: Part.Type
    ) -> (State, State) -> Bool {
        guard let keyPath = keyPath as? KeyPath<State, Part> else { return { _, _ in false } }
        return { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
    }
}

extension StoreProtocol {
    /// The state for views; each access makes another object, to be kept by the view or its owner.
    @MainActor public var observed: ObservedState<State, Action> { ObservedState(self) }
}
