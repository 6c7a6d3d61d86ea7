public import StrobeReflection

extension History {
    /// What is hidden from clients.
    public var redaction: Redaction { mode.redaction }

    /// Hides more than before, from all clients.
    ///
    /// - Parameter redaction: What to hide in addition.
    public func hide(_ redaction: Redaction) {
        guard mode.hide(redaction) else { return }
        thread.post { $0?.hideShown() }
    }
}

extension Replica {
    /// Removes what is now hidden from earlier results.
    func hideShown() {
        (lastUpdate, longUpdate) = (nil, nil)
        entryChanges.hide(source.mode.redaction)
        // They may have names of what is hidden now.
        graphs = []
    }
}
