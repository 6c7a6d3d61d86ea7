/// The operating system's texts for its error numbers.
package enum SystemError {
    /// The text of a number; by default, of the last error of this thread.
    package static func text(_ number: Int32 = errno) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
