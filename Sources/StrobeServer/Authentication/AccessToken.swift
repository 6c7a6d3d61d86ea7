internal import StrobeTransport

/// The secret that a client on TCP must present: 256 random bits, as 64 hexadecimal digits.
///
/// Its description omits it, so that it never ends up in a log.
struct AccessToken: Sendable {
    /// The digits, for the discovery file only.
    let secret: String

    /// Creates a token from the system's random numbers.
    init() {
        secret = AccessSecret.make()
    }

    /// Creates the token that the user of the program chose; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - file: The file that the program names.
    ///   - variable: Returns a variable of the environment: `STROBE_TOKEN_FILE` and `STROBE_TOKEN` count without a file.
    /// - Throws: `insecure` if others can read the file or the token is not random, `inputOutput` if there is no token.
    init?(file: String?, variable: (String) -> String?) throws(TransportError) {
        func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let file = file ?? value("STROBE_TOKEN_FILE") {
            secret = try AccessSecret.read(from: file)
        } else if let text = value("STROBE_TOKEN") {
            secret = try AccessSecret.checked(text, from: "STROBE_TOKEN")
        } else {
            return nil
        }
    }

    /// Whether a candidate matches this token; compares in constant time.
    func matches(_ candidate: String?) -> Bool {
        let expected = Array(secret.utf8)
        let given = Array((candidate ?? "").utf8)
        var difference = expected.count ^ given.count
        for index in expected.indices {
            difference |= Int(expected[index] ^ (index < given.count ? given[index] : 0))
        }
        return difference == 0
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "<token>" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
