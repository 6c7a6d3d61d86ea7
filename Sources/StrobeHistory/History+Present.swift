extension History {
    /// The live state itself, as the store has it, with its number; `nil` where the store is gone or does not tell.
    ///
    /// Unlike `state(at:)` it does not come from the shadow. The store pays a copy-on-write of what it changes next, so it
    /// is for edits and comparisons, not for looking.
    public func present() -> (seq: Int, state: State)? {
        live.snapshot()
    }
}
