extension History {
    /// The live state itself, as the store has it, with its number; `nil` if the store is gone or does not provide it.
    ///
    /// Unlike `state(at:)` it does not come from the replica, so that it is correct even if the reducer is not pure.
    /// While it is retained, the store pays a copy-on-write for what it changes.
    public func present() -> (seq: Int, state: State)? {
        live.snapshot()
    }
}
