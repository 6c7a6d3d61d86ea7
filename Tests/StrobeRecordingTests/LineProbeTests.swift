import SeededTesting
import StrobeTree
import Testing

@testable import StrobeRecording

/// The line probe, compared with the JSON parser: a line that the probe accepts must parse.
@Suite("The quick look at a line")
struct LineProbeTests {
    private func isTaken(_ line: [UInt8], maxDepth: Int = 128) -> Bool {
        line.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            do {
                _ = try LineProbe(start, count: bytes.count, maxDepth: maxDepth)
                return true
            } catch {
                return false
            }
        }
    }

    private func isRead(_ line: [UInt8]) -> Bool {
        guard case .object? = try? JSON.parse(line) else { return false }
        return true
    }

    private func line(_ value: String) -> [UInt8] {
        Array(#"{"kind":"note","t":1,"text":"a","x":\#(value)}"#.utf8)
    }

    @Test(
        "numbers that no double holds, and halves of surrogate pairs, are refused",
        arguments: [
            "1e999", "-1e999", "1E+400", "1e309", "-1.8e308", "[1e99999999999999999999]",
            "17976931348623159\(Self.zeros(292))",
            "1\(Self.zeros(400))", "0.001e400", #""\ud83d""#, #""\uD83D""#, #""\udc00""#, #""\udc00\ud83d""#,
            #""\ud83d\ud83d""#,
            #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u00""#, #""\ud83d\""#, #"{"\udfff":1}"#, #""\ud83d\u0041""#,
            #""\u12g4""#,
            #""\u12"#,
        ])
    func refused(value: String) {
        #expect(!isTaken(line(value)))
        #expect(!isRead(line(value)))
    }

    @Test(
        "the largest numbers, the smallest, and whole pairs are taken",
        arguments: [
            "1e308", "1.7976931348623157e308", "-1.7976931348623157E+308", "1e0000308", "1e-999", "0e999", "-0.0e9999",
            "0.\(Self.zeros(400))1e400", "1\(zeros(308))", "18446744073709551616", #""\ud83d\ude00""#,
            #""\uDBFF\uDFFF\ud800\udc00""#,
            #""\u0000\uFFFF\ud7ff\ue000""#, #"{"\ud83d\ude00":1}"#,
        ])
    func taken(value: String) {
        #expect(isTaken(line(value)))
        #expect(isRead(line(value)))
    }

    private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

    private static let samples = [
        #"{"kind":"transition","store":"shop","seq":1,"t":1200,"label":".load","changes":[{"op":"add","path":"/x","value":-1.5e3}]}"#,
        #"{"kind":"note","t":1,"text":"\ud83d\ude00 \u00e9\n\"","x":[1e308,0.5,-0,true,false,null,{}]}"#,
        #"{"seq":18446744073709551615,"t":-9223372036854775808,"é":"漢😀","x":{"a":[[],[{"b":1E-400}]]}} "#,
        #"{"kind":"keyframe","store":"s","seq":2,"t":3,"state":{"a":"\ud800\udc00","b":9e99}}"#,
    ]

    @Test("lines that were changed by chance are taken when they can be read, and else refused", arguments: 1...40)
    func changed(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let pieces =
            [
                "\\ud83d", "\\udc00", "\\u", "e999", "e308", "e", "9", "0", "-", ".", "\"", "\\", "[", "]", "{", "}",
                ",", ":", " ",
                "\t", "\u{0}", "é", "null", "1e",
            ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]]
        for _ in 0..<500 {
            var bytes = Array((Self.samples.randomElement(using: &random) ?? "{}").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let end = min(bytes.count, place + Int.random(in: 0...3, using: &random))
                bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random) ?? [])
            }
            #expect(isTaken(bytes) == isRead(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(
        "arrays and objects are told apart however deep they are, up to the limit",
        arguments: [1, 2, 3, 62, 63, 64, 65, 66, 126, 127, 128, 129, 191, 192, 193, 511])
    func deep(levels: Int) {
        var random = SeededGenerator(seed: UInt64(levels))
        for _ in 0..<20 {
            var (opening, closing) = ([UInt8](), [UInt8]())
            for _ in 0..<levels {
                let isObject = Bool.random(using: &random)
                opening += Array((isObject ? #"{"a":1,"b":"# : "[1,").utf8)
                closing.append(UInt8(ascii: isObject ? "}" : "]"))
            }
            closing.reverse()
            func line(_ closing: [UInt8]) -> [UInt8] {
                Array(#"{"kind":"note","x":"#.utf8) + opening + Array("2".utf8) + closing + Array("}".utf8)
            }
            #expect(isTaken(line(closing), maxDepth: levels + 1))
            #expect(!isTaken(line(closing), maxDepth: levels))
            let place = Int.random(in: closing.indices, using: &random)
            closing[place] = closing[place] == UInt8(ascii: "}") ? UInt8(ascii: "]") : UInt8(ascii: "}")
            #expect(!isTaken(line(closing), maxDepth: levels + 1))
        }
    }
}
