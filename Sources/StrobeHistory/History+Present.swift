extension History {
    /// The live state itself, as the store has it, with its number; `nil` where the store is gone or does not tell.
    ///
    /// Unlike `state(at:)` it does not come from the replica, so that it is right where the reducer is not pure. As long as
    /// it is held the store pays a copy-on-write of what it changes.
    public func present() -> (seq: Int, state: State)? {
        live.snapshot()
    }
}
