import InspectorWeb
import Testing

@Suite("Keys and limits of the live page")
struct AdmissionsTests {
    private let admissions = Admissions()
    private let now = ContinuousClock.now

    @Test("a link opens one page; the key of its session opens it again")
    func once() throws {
        let link = admissions.link(at: now)
        #expect(link.count == 64)
        let first = try #require(admissions.admit(link, at: now))
        #expect(first.session != link)
        #expect(admissions.admit(link, at: now) == nil)
        #expect(admissions.admit(first.session, at: now + .seconds(100_000)) == first)
    }

    @Test("a link is valid for a minute")
    func expiry() {
        let (early, late) = (admissions.link(at: now), admissions.link(at: now))
        #expect(admissions.admit(early, at: now + .seconds(59)) != nil)
        #expect(admissions.admit(late, at: now + .seconds(60)) == nil)
        #expect(admissions.admit(late, at: now) == nil)
    }

    @Test("no other text is a key", arguments: ["", "a", String(repeating: "0", count: 64)])
    func wrong(key: String) {
        _ = admissions.link(at: now)
        #expect(admissions.admit(key, at: now) == nil)
    }

    @Test("there are 16 pages at most; one that is closed makes room, and keeps its key")
    func sockets() throws {
        var session: String?
        for _ in 0..<16 { session = admissions.admit(admissions.link(at: now), at: now)?.session }
        let link = admissions.link(at: now)
        #expect(admissions.admit(link, at: now) == nil)
        #expect(admissions.admit(try #require(session), at: now) == nil)
        admissions.leave()
        #expect(admissions.admit(link, at: now) != nil)
    }

    @Test("after 20 refusals in a second all is refused for the next")
    func refusals() {
        for _ in 0..<19 { admissions.refuse(at: now) }
        #expect(admissions.isOpen(at: now))
        admissions.refuse(at: now + .milliseconds(999))
        #expect(!admissions.isOpen(at: now + .milliseconds(1_998)))
        #expect(admissions.isOpen(at: now + .milliseconds(1_999)))
        for second in 1...40 { admissions.refuse(at: now + .seconds(2) + .milliseconds(60 * second)) }
        #expect(admissions.isOpen(at: now + .seconds(10)))
    }
}
