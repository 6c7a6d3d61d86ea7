/// How the user of a program requests its debug server.
///
///     let opened = try await server.startWhenAsked(by: [.environment, .signal])
///     print(opened.isEmpty ? "STROBE=1 and SIGUSR1 ask for the server" : "listening on \(opened)")
///
/// It has no effect in a program that runs with the rights of a user other than the one who started it (setuid,
/// setgid).
public enum StartRequest: Sendable, Hashable, CaseIterable {
    /// `STROBE=1` in the environment that the program is started with.
    case environment
    /// The signal SIGUSR1, at any time: `strobe attach --wake PID` sends it.
    ///
    /// An existing handler of the program for it is replaced, and from then on the signal does not end the program.
    case signal
}
