/// The secret that a client on TCP must present: 256 random bits, as 64 hexadecimal digits.
///
/// Its description omits it, so that it never ends up in a log.
struct AccessToken: Sendable {
    /// The digits, for the discovery file only.
    let secret: String

    /// Creates a token from the system's random numbers.
    init() {
        var generator = SystemRandomNumberGenerator()
        secret = (0..<4).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
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
