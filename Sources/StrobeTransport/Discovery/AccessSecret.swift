internal import StrobeSystem

/// The text of tokens for TCP: 256 random bits, as 64 hexadecimal digits.
package enum AccessSecret {
    /// Makes one of the system's random numbers.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Reads one from a file or pipe that only its owner may read.
    ///
    /// A file of the superuser may be readable for its group as well: otherwise no other user could be given one.
    ///
    /// - Throws: `insecure` if others can read it, `inputOutput` if it cannot be read or is no token.
    package static func read(from path: String) throws(TransportError) -> String {
        // Non-blocking: a pipe of this name that nobody writes to must not block the reader.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            throw TransportError(
                .inputOutput, "Cannot open the token file \(path): \(SystemError.text(number)).", errorNumber: number)
        }
        defer { Descriptor.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Descriptor.failure("examine \(path)") }
        guard [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else {
            throw TransportError(.inputOutput, "The token file \(path) is neither a regular file nor a pipe.")
        }
        guard [geteuid(), 0].contains(status.st_uid) else {
            throw TransportError(
                .insecure,
                "The token file \(path) belongs to \(SystemUser.text(status.st_uid)), who can read and change it.")
        }
        let mode = status.st_mode & 0o777
        guard mode & (status.st_uid == geteuid() ? 0o077 : 0o027) == 0 else {
            throw TransportError(
                .insecure,
                "The token file \(path) can be read or changed by others: its mode is \(String(mode, radix: 8)). "
                    + "chmod 600 \(path), and make a new token if others may have seen it.")
        }
        if status.st_mode & S_IFMT == S_IFIFO { _ = fcntl(descriptor, F_SETFL, 0) }
        guard let bytes = SystemFile.read(descriptor, upTo: 4_096) else {
            throw TransportError(
                .inputOutput, "Cannot read the token file \(path): \(SystemError.text(errno)).")
        }
        return try checked(String(decoding: bytes, as: UTF8.self), from: "The token file \(path)")
    }

    /// Checks that a text is a token, and looks random.
    ///
    /// - Parameters:
    ///   - text: The digits, which may have white space around them.
    ///   - source: Where the text is from, for the message, which never has the text.
    /// - Returns: The digits, in lower case.
    /// - Throws: `inputOutput` with what is wrong.
    package static func checked(_ text: String, from source: String) throws(TransportError) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        let secret = words.count == 1 ? words[0].lowercased() : ""
        let digits = Array(secret.utf8)
        let advice = "`strobe token --new` and `openssl rand -hex 32` make one."
        guard digits.count == 64, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            throw TransportError(
                .inputOutput, "\(source) holds no token, which has 64 hexadecimal digits and nothing else. \(advice)")
        }
        // Of random digits fewer than one token in 10^11 looks like that.
        guard Set(digits).count >= 10, digits.prefix(32) != digits.suffix(32) else {
            throw TransportError(.insecure, "\(source) holds a token that does not look random. \(advice)")
        }
        return secret
    }
}
