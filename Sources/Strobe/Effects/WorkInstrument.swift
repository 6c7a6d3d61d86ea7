/// Follows the work that runs in a store's name, and its faults: a tracer, for one.
package protocol WorkInstrument: AnyObject, Sendable {
    /// Called when work is about to begin, on the thread that hands it over; must be quick.
    ///
    /// - Returns: What the work runs in from its beginning to its end; `nil` for nothing.
    func scope(of work: InstrumentedWork) -> (any WorkScope)?

    /// Called when the store reports a fault; must not call the store.
    func didFault(_ error: StoreError)
}

extension WorkInstrument {
    package func didFault(_ error: StoreError) {}
}

/// What one piece of work runs in.
package protocol WorkScope: Sendable {
    /// Performs the work, which begins now.
    func perform(_ body: () async -> Void) async

    /// Performs the work of a handler that is called inline.
    func performInline(_ body: () -> Void)
}

/// Work that runs in a store's name: an effect, a thunk, late work, or the reduction of an asynchronous store.
package struct InstrumentedWork: Sendable {
    /// Its number among the running effects; `nil` for that of a handler that is called inline.
    package let id: Int?
    /// What the program named it; `nil` for what has no name but its effect's.
    package let name: String?
    /// The effect, or the action that is being reduced; `nil` for other work.
    package let value: (any Sendable)?
    /// The transition that requested it.
    package let cause: Int?
    /// The number that the transition is going to have, for the reduction of an asynchronous store; `nil` for other work.
    package let seq: Int?
    /// The context of the code that dispatched the action.
    package let context: ContextPropagator.Context?
    /// Whether it was not cancelled so far.
    package let isOn: @Sendable () -> Bool
}

extension [any WorkScope] {
    /// Performs work within all of them, the first one outermost.
    func perform(_ body: () async -> Void) async {
        guard let first else { return await body() }
        await first.perform { await Array(dropFirst()).perform(body) }
    }

    /// The same for a handler that is called inline.
    func performInline(_ body: () -> Void) {
        guard let first else { return body() }
        first.performInline { Array(dropFirst()).performInline(body) }
    }
}
