internal import CLibedit

/// The process's signals, as far as line editing looks after them.
///
/// There is at most one of these in a process.
struct SignalSource {
    struct Signals: OptionSet {
        let rawValue: UInt32

        static let interrupt = Signals(rawValue: UInt32(CLE_SIGNAL_INTERRUPT))
        static let resize = Signals(rawValue: UInt32(CLE_SIGNAL_RESIZE))
        static let stop = Signals(rawValue: UInt32(CLE_SIGNAL_STOP))
        static let resume = Signals(rawValue: UInt32(CLE_SIGNAL_CONTINUE))
        static let terminate = Signals(rawValue: UInt32(CLE_SIGNAL_TERMINATE))
    }

    /// Readable when a signal came.
    let descriptor: Int32

    /// nil when another editor of this process has the signals.
    init?() {
        descriptor = cle_signals_install()
        guard descriptor >= 0 else { return nil }
    }

    /// Whether `take()` would return any.
    var arePending: Bool {
        cle_signals_pending()
    }

    /// What came since the last call.
    func take() -> Signals {
        Signals(rawValue: cle_signals_take())
    }

    /// Puts back what was there before.
    func remove() {
        cle_signals_remove()
    }
}
