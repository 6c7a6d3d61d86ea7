extension JSONReader {
    // MARK: Strings

    /// Reads a string; the position is at its opening quote.
    mutating func string() throws(TreeError) {
        position &+= 1
        let first = position
        let isASCII = skipPlainBytes()
        guard byte == UInt8(ascii: "\"") else { return try escapedString(from: first) }
        let length = position &- first
        position &+= 1
        if !isASCII { try checkUTF8(UnsafeBufferPointer(start: start + first, count: length), at: first) }
        push(JSONToken(.string, detail: try length32(length), payload: UInt64(first)))
    }

    @inline(__always)
    private func length32(_ length: Int) throws(TreeError) -> UInt32 {
        guard let length = UInt32(exactly: length) else {
            throw TreeError(.tooLarge, "The text has a string of more than 4 GiB.", offset: position)
        }
        return length
    }

    /// Steps to the next quote, backslash or control character; returns whether all bytes on the way are ASCII.
    @inline(__always)
    private mutating func skipPlainBytes() -> Bool { JSONText.skipPlainBytes(start, &position, count) }

    /// Reads on in a string that does not end at the first special byte.
    private mutating func escapedString(from first: Int) throws(TreeError) {
        let begin = memory.resolved.count
        var run = first
        while true {
            memory.resolved.append(contentsOf: UnsafeBufferPointer(start: start + run, count: position - run))
            guard position < count else { throw unexpected("a closing quote") }
            switch start[position] {
            case UInt8(ascii: "\""):
                try checkUTF8(UnsafeBufferPointer(start: start + first, count: position - first), at: first)
                position += 1
                let length = try length32(memory.resolved.count - begin)
                return push(JSONToken(.resolved, detail: length, payload: UInt64(begin)))
            case UInt8(ascii: "\\"):
                position += 1
                try escape()
            default:
                throw unexpected("an escape such as \"\\n\" for the control character")
            }
            run = position
            _ = skipPlainBytes()
        }
    }

    /// Reads what follows a backslash into the memory.
    private mutating func escape() throws(TreeError) {
        let letter = byte
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): memory.resolved.append(letter)
        case UInt8(ascii: "n"): memory.resolved.append(0x0A)
        case UInt8(ascii: "t"): memory.resolved.append(0x09)
        case UInt8(ascii: "r"): memory.resolved.append(0x0D)
        case UInt8(ascii: "b"): memory.resolved.append(0x08)
        case UInt8(ascii: "f"): memory.resolved.append(0x0C)
        case UInt8(ascii: "u"):
            let offset = position - 1
            position += 1
            var code = try hexadecimal()
            if 0xD800..<0xDC00 ~= code {
                guard byte == UInt8(ascii: "\\"), position + 1 < count, start[position + 1] == UInt8(ascii: "u") else {
                    throw loneSurrogate(at: offset)
                }
                position += 2
                let low = try hexadecimal()
                guard 0xDC00..<0xE000 ~= low else { throw loneSurrogate(at: offset) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw loneSurrogate(at: offset) }
            memory.resolved.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            return
        default: throw unexpected("one of \" \\ / b f n r t u after a backslash")
        }
        position += 1
    }

    private mutating func hexadecimal() throws(TreeError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 48
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 87
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 55
            default: throw unexpected("four hexadecimal digits")
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }

    private func loneSurrogate(at offset: Int) -> TreeError {
        TreeError(
            .malformedJSON, "Malformed JSON at byte \(offset): unpaired surrogate.", offset: offset,
            expected: "a surrogate pair")
    }

    /// Refuses bytes that are not UTF-8: overlong forms, surrogates and codes above U+10FFFF included (Unicode table 3-7).
    func checkUTF8(_ text: UnsafeBufferPointer<UInt8>, at first: Int) throws(TreeError) {
        var index = 0
        while index < text.count {
            let lead = text[index]
            if lead < 0x80 {
                index &+= 1
                continue
            }
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF: length = 2
            case 0xE0:
                length = 3
                second = 0xA0...0xBF
            case 0xED:
                length = 3
                second = 0x80...0x9F
            case 0xE1...0xEF: length = 3
            case 0xF0:
                length = 4
                second = 0x90...0xBF
            case 0xF4:
                length = 4
                second = 0x80...0x8F
            case 0xF1...0xF3: length = 4
            default: length = 0
            }
            var isValid = length > 0 && index &+ length <= text.count && second.contains(text[index &+ 1])
            if isValid, length > 2 { isValid = text[index &+ 2] & 0xC0 == 0x80 }
            if isValid, length > 3 { isValid = text[index &+ 3] & 0xC0 == 0x80 }
            guard isValid else {
                let offset = first + index
                throw TreeError(
                    .malformedJSON, "Malformed JSON at byte \(offset): the text is not UTF-8.", offset: offset)
            }
            index &+= length
        }
    }

    // MARK: Numbers

    /// Reads a number; the position is at its sign or first digit.
    mutating func number() throws(TreeError) {
        let first = position
        let negative = byte == UInt8(ascii: "-")
        if negative { position &+= 1 }
        var mantissa: UInt64 = 0
        var digits = 0
        let leading = position
        digitRun(&mantissa, &digits)
        guard digits > 0 else { throw unexpected("a digit") }
        if digits > 1, start[leading] == UInt8(ascii: "0") {
            position = leading + 1
            throw unexpected("no digit after a leading zero")
        }
        guard byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") else {
            return push(try integer(mantissa, digits: digits, negative: negative, from: first))
        }
        var exponent = 0
        if byte == UInt8(ascii: ".") {
            position &+= 1
            let whole = digits
            digitRun(&mantissa, &digits)
            guard digits > whole else { throw unexpected("a digit after the point") }
            exponent = whole &- digits
        }
        if byte | 0x20 == UInt8(ascii: "e") { exponent += try writtenExponent() }
        // Both factors are exact doubles, and so their product or quotient is correctly rounded (Clinger 1990).
        if digits <= 18, mantissa <= 1 << 53, -22...22 ~= exponent {
            let scaled =
                exponent < 0
                ? Double(mantissa) / Self.powersOfTen[-exponent] : Double(mantissa) * Self.powersOfTen[exponent]
            return push(.double(negative ? -scaled : scaled))
        }
        push(.double(try slowDouble(from: first)))
    }

    @inline(__always)
    private mutating func digitRun(_ mantissa: inout UInt64, _ digits: inout Int) {
        let first = position
        while position < count {
            let digit = start[position] &- 48
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            position &+= 1
        }
        digits &+= position &- first
    }

    private mutating func writtenExponent() throws(TreeError) -> Int {
        position &+= 1
        let negative = byte == UInt8(ascii: "-")
        if negative || byte == UInt8(ascii: "+") { position &+= 1 }
        let first = position
        var exponent = 0
        while position < count, start[position] &- 48 < 10 {
            if exponent < 100_000 { exponent = exponent * 10 + Int(start[position] &- 48) }
            position &+= 1
        }
        guard position > first else { throw unexpected("a digit in the exponent") }
        return negative ? -exponent : exponent
    }

    private func integer(_ magnitude: UInt64, digits: Int, negative: Bool, from first: Int) throws(TreeError)
        -> JSONToken
    {
        // Up to 19 digits always fit; with 20 the sum may have wrapped around.
        if digits <= 19 || digits == 20 && !negative {
            if !negative {
                if digits < 20 || UInt64(ascii(from: first)) != nil {
                    return JSONToken(magnitude <= UInt64(Int64.max) ? .int : .uint, payload: magnitude)
                }
            } else if magnitude <= UInt64(Int64.max) {
                return JSONToken(.int, payload: UInt64(bitPattern: -Int64(magnitude)))
            } else if magnitude == UInt64(Int64.max) + 1 {
                return JSONToken(.int, payload: UInt64(bitPattern: .min))
            }
        }
        return .double(try slowDouble(from: first))
    }

    private func slowDouble(from first: Int) throws(TreeError) -> Double {
        guard let double = Double(ascii(from: first)), double.isFinite else {
            throw TreeError(
                .malformedJSON, "The number at byte \(first) is beyond the range of a double.", offset: first,
                expected: "a number up to 1.7976931348623157e308")
        }
        return double
    }

    private func ascii(from first: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: start + first, count: position - first), as: UTF8.self)
    }

    // MARK: Doubles

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

extension JSONToken {
    fileprivate static func double(_ number: Double) -> JSONToken { JSONToken(.double, payload: number.bitPattern) }
}
