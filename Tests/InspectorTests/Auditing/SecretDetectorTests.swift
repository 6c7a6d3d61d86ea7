import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What looks like a secret")
struct SecretDetectorTests {
    private let detector = SecretDetector()

    @Test(
        "values give themselves away",
        arguments: [
            ("-----BEGIN RSA PRIVATE KEY-----\nMIIE", .privateKey),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N", .webToken),
            ("Bearer abcdefgh12345", .bearer),
            ("authorization is basic dXNlcjpwYXNz", .bearer),
            ("AKIAIOSFODNN7EXAMPLE", .accessKey),
            ("ghp_0123456789abcdefghijABCDEFGHIJ", .accessKey),
            ("https://example.org/?user=ada&token=s3cr3t", .assignment),
            ("login(username: \"ada\", password: \"hunter22\")", .assignment),
            ("pay with 4111 1111 1111 1111 please", .cardNumber),
            ("5500-0000-0000-0004", .cardNumber),
            ("write to ada@example.org", .email),
            ("Zk3Jq8LmN2pR7sTvX1yB5cD9", .random),
            ("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", .random),
        ] as [(String, SecretDetector.Kind)])
    func values(text: String, kind: SecretDetector.Kind) {
        #expect(detector.match(in: text)?.kind == kind)
    }

    @Test(
        "ordinary texts do not",
        arguments: [
            "", "hello", "The quick brown fox jumps over the lazy dog", "4111 1111 1111 1112", "1111111111111117",
            "550e8400-e29b-41d4-a716-446655440000", "2026-11-21T20:00:00.000000Z", "count=12345", "a@b",
            "StrobeDemo/Profile/ProfileInteractor.swift:12", "/usr/share/doc/package/examples/readme",
            "ThisIsAVeryLongIdentifierOfSomething", "1767225600001000", "password: ‹redacted›", "password = nil",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa111",
        ])
    func ordinary(text: String) {
        #expect(detector.match(in: text) == nil)
    }

    @Test("names make secrets of texts and numbers that are not hidden")
    func names() {
        #expect(detector.match(named: "userPassword", "x")?.kind == .name)
        #expect(detector.match(named: "access_token", 12)?.text == "12")
        for value: Value in ["", 0, true, nil, "‹redacted›", [1], ["a": 1]] {
            #expect(detector.match(named: "password", value) == nil)
        }
        #expect(detector.match(named: "title", "x") == nil)
    }

    @Test("little of a secret is shown")
    func masked() {
        #expect(SecretDetector.masked("hunter22hunter") == "hun•••••••• (14 characters)")
        #expect(SecretDetector.masked("secret") == "s••••• (6 characters)")
        #expect(SecretDetector.masked("abc") == "••• (3 characters)")
        #expect(SecretDetector.masked("1") == "• (1 character)")
        for secret in ["#", "abcde", "abcdefghijkl", String(repeating: "z", count: 5_000)] {
            #expect(!SecretDetector.masked(secret).contains(secret))
        }
    }
}
