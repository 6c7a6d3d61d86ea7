/// A store that can be notified that recorded actions are being dispatched to it.
///
/// All stores of this library are such stores. While effects are not performed, a store hands none to its handler,
/// calls no middleware, begins no thunk and no late work, and drops what effects dispatch that began earlier. It
/// reduces as usual: what the program itself dispatches meanwhile is reduced, too, so that a program may want to look
/// at `replay` and hold its peace.
package protocol ReplayableStore: AnyObject, Sendable {
    /// Whether a replay is under way.
    var replay: ReplayMode { get }

    /// Begins a replay, replacing any other; effects that run or wait are cancelled unless they are performed as usual.
    func beginReplay(_ info: ReplayInfo)

    /// Ends a replay: effects are performed again from now on. Does nothing if there is none.
    func endReplay()
}
