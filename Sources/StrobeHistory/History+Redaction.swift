public import StrobeReflection

extension History {
    /// What is hidden from whoever asks.
    public var redaction: Redaction { mode.redaction }

    /// Hides more than before, from everybody.
    ///
    /// - Parameter redaction: What is hidden, too.
    public func hide(_ redaction: Redaction) {
        guard mode.hide(redaction) else { return }
        thread.post { $0?.hideShown() }
    }
}

extension Replica {
    /// Takes out of what was worked out before what is hidden now.
    func hideShown() {
        (lastUpdate, longUpdate) = (nil, nil)
        entryChanges.hide(source.mode.redaction)
    }
}
