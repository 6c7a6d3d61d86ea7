/// Splits a terminal's input into characters and control sequences (ECMA-48), over any number of reads.
struct ControlParser: Sendable {
    enum Token: Equatable {
        case character(Unicode.Scalar)
        case control(UInt8)
        case escape(UInt8)
        /// The parameters verbatim, and the final byte.
        case sequence(String, UInt8)
    }

    private enum State {
        case text
        case escape
        case sequence(String)
        /// Inside an operating system command, such as a window title.
        case string
        case stringEscape
        /// One more byte belongs to the sequence, as with character sets.
        case charset
    }

    private var state = State.text
    private var utf8: [UInt8] = []

    mutating func feed(_ byte: UInt8) -> Token? {
        switch state {
        case .text: return text(byte)
        case .escape: return escape(byte)
        case .sequence(let parameters):
            guard (0x40...0x7E).contains(byte) else {
                state = .sequence(parameters + String(Unicode.Scalar(byte)))
                return nil
            }
            state = .text
            return .sequence(parameters, byte)
        case .string:
            if byte == 0x07 { state = .text }
            if byte == 0x1B { state = .stringEscape }
        case .stringEscape, .charset:
            state = .text
        }
        return nil
    }

    private mutating func text(_ byte: UInt8) -> Token? {
        if byte >= 0x80 {
            utf8.append(byte)
            let length = utf8[0] >= 0xF0 ? 4 : utf8[0] >= 0xE0 ? 3 : 2
            guard utf8.count == length else { return nil }
            defer { utf8 = [] }
            return String(decoding: utf8, as: UTF8.self).unicodeScalars.first.map(Token.character)
        }
        utf8 = []
        if byte == 0x1B {
            state = .escape
            return nil
        }
        return byte < 0x20 || byte == 0x7F ? .control(byte) : .character(Unicode.Scalar(byte))
    }

    private mutating func escape(_ byte: UInt8) -> Token? {
        switch byte {
        case UInt8(ascii: "["): state = .sequence("")
        case UInt8(ascii: "]"): state = .string
        case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
        default:
            state = .text
            return .escape(byte)
        }
        return nil
    }
}
