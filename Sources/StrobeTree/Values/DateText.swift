internal import StrobeSystem

/// Dates as ISO 8601 text in UTC that reads back with the same bits.
///
/// The fraction is the shortest decimal that gives the date's `Double` again.
enum DateText {
    /// Seconds from 1970-01-01 to Foundation's reference date 2001-01-01.
    private static let referenceOffset: Int64 = 978_307_200

    /// The text of a date between the years 0 and 9999 of the proleptic Gregorian calendar; `nil` for others and for
    /// dates that are not finite.
    static func text(of date: Date) -> String? {
        let time = date.timeIntervalSinceReferenceDate
        guard time.isFinite, abs(time) < 300_000_000_000, let decimal = Decimals(time) else { return nil }
        if time == 0, time.sign == .minus { return nil }
        let seconds = decimal.whole + referenceOffset
        let day = seconds.floorDivided(by: 86_400)
        let second = seconds - day * 86_400
        let date = CalendarDay(daysSince1970: day)
        guard (0...9999).contains(date.year) else { return nil }
        var text = date.text
        text += "T" + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2)
        if !decimal.fraction.isEmpty {
            text += "."
            for digit in decimal.fraction { text.unicodeScalars.append(Unicode.Scalar(digit + 48)) }
        }
        return text + "Z"
    }

    /// The date that a text represents; `nil` if it is not a date.
    ///
    /// A day without a time is midnight in UTC.
    static func date(from text: String) -> Date? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), (1...12).contains(month), (1...daysIn(month, year)).contains(day)
        else { return nil }
        var whole = CalendarDay(year: year, month: month, day: day).daysSince1970 * 86_400 - referenceOffset
        guard !reader.atEnd else { return Date(timeIntervalSinceReferenceDate: Double(whole)) }
        guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2), reader.take(":"),
            let minute = reader.number(2), hour < 24, minute < 60
        else { return nil }
        var second: Int64 = 0
        var fraction: [UInt8] = []
        if reader.take(":") {
            guard let parsed = reader.number(2), parsed <= 60 else { return nil }
            second = parsed
            if reader.take(".") || reader.take(",") {
                fraction = reader.digits()
                guard !fraction.isEmpty, fraction.count <= 400 else { return nil }
            }
        }
        guard let offset = reader.offset(), reader.atEnd else { return nil }
        whole += hour * 3600 + minute * 60 + second - offset
        guard let time = Decimals(whole: whole, fraction: fraction).double else { return nil }
        return Date(timeIntervalSinceReferenceDate: time)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String { CalendarDay.padded(number, width) }

    private static func daysIn(_ month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        default: 31
        }
    }
}

/// A decimal number as a whole part (rounded down) and the digits of a fraction that is never negative.
private struct Decimals {
    var whole: Int64
    var fraction: [UInt8]

    init(whole: Int64, fraction: [UInt8]) {
        self.whole = whole
        self.fraction = fraction
    }

    /// The shortest decimal that reads back as the number; `nil` if that needs an exponent.
    init?(_ number: Double) {
        var text = Array(number.magnitude.description.utf8)
        var exponent = 0
        if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
            guard let power = Int(String(decoding: text[(mark + 1)...], as: UTF8.self)), (-40..<0).contains(power)
            else { return nil }
            exponent = -power
            text.removeSubrange(mark...)
        }
        let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.count
        var digits = text.dropFirst(point + 1).map { $0 - 48 }
        var integer = Int64(String(decoding: text[..<point], as: UTF8.self)) ?? 0
        if exponent > 0 {
            digits = Array(repeating: 0, count: exponent - 1) + [UInt8(integer)] + digits
            integer = 0
        }
        while digits.last == 0 { digits.removeLast() }
        whole = integer
        fraction = digits
        if number < 0 { negate() }
    }

    private mutating func negate() {
        guard let last = fraction.indices.last else {
            whole = -whole
            return
        }
        whole = -whole - 1
        for index in fraction.indices { fraction[index] = index == last ? 10 - fraction[index] : 9 - fraction[index] }
    }

    var double: Double? {
        var copy = self
        while copy.fraction.last == 0 { copy.fraction.removeLast() }
        if copy.fraction.isEmpty { return Double(copy.whole) }
        var sign = ""
        if copy.whole < 0 {
            copy.negate()
            sign = "-"
        }
        return Double(sign + "\(copy.whole)." + String(decoding: copy.fraction.map { $0 + 48 }, as: UTF8.self))
    }
}

private struct Reader {
    let bytes: [UInt8]
    var position = 0

    var atEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func digits() -> [UInt8] {
        var found: [UInt8] = []
        while position < bytes.count, (48...57).contains(bytes[position]) {
            found.append(bytes[position] - 48)
            position += 1
        }
        return found
    }

    mutating func number(_ width: Int) -> Int64? {
        guard position + width <= bytes.count else { return nil }
        var result: Int64 = 0
        for byte in bytes[position..<position + width] {
            guard (48...57).contains(byte) else { return nil }
            result = result * 10 + Int64(byte - 48)
        }
        position += width
        return result
    }

    /// The zone in seconds east of Greenwich.
    mutating func offset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64 = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours < 24 else { return nil }
        if atEnd { return sign * hours * 3600 }
        _ = take(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
