import LineEditing

/// Where answers, events and errors go.
protocol Console: Sendable {
    /// The columns of a line at present.
    var width: Int { get }
    /// The columns of a line about what went wrong; no limit where no terminal shows it.
    var reportWidth: Int { get }
    /// Whether nobody reads what is printed any more.
    var isBroken: Bool { get }
    /// Where it is said how something long is going; `nil` where no terminal shows it.
    var status: StatusLine? { get }
    /// Writes lines of an answer or an event.
    func print(_ lines: [StyledText])
    /// Writes one line for programs, as it is.
    func print(machineLine: String)
    /// Writes lines about what went wrong.
    func report(_ lines: [StyledText])
    /// Writes one line about what went wrong for programs, as it is.
    func report(machineLine: String)
}

extension Console {
    var isBroken: Bool { false }
    var reportWidth: Int { .max }
    var status: StatusLine? { nil }
}
