import Foundation
import Testing

@testable import InspectorDAP

@Suite("Places of entries")
struct PlacesTests {
    @Test(
        "a file is found by its name, by its module where several have the name, and not at all if that does not tell")
    func index() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        for file in [
            "A/One.swift", "A/Two.swift", "B/Two.swift", ".hidden/One.swift", "B/x/Three.swift", "A/B/Three.swift",
        ] {
            let url = root.appending(path: file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
        try FileManager.default.createSymbolicLink(
            at: root.appending(path: "loop"), withDestinationURL: root)
        let index = SourceIndex(roots: [root.path])
        func path(_ text: String) -> String? { SourcePlace(text).flatMap(index.path(of:)) }
        #expect(path("Any/One.swift:3") == root.path + "/A/One.swift")
        #expect(path("B/Two.swift:3") == root.path + "/B/Two.swift")
        #expect(path("C/Two.swift:3") == nil && path("B/Three.swift:1") == nil && path("A/None.swift:1") == nil)
    }

    @Test("what is no place is none")
    func places() {
        #expect(SourcePlace("Shop/Cart.swift:12") == SourcePlace("Shop/Cart.swift:12"))
        #expect(SourcePlace("Shop/Cart.swift:12")?.line == 12)
        for text in [
            "", "Cart.swift:12", "Shop/Cart.swift", "Shop/Cart.swift:0", "Shop/Cart.swift:99999999999999999999",
        ] {
            #expect(SourcePlace(text) == nil)
        }
    }

    @Test("a document has a thousand entries, and one that grew is another one")
    func documents() {
        var documents = LogDocuments()
        let one = documents.place(of: 5, in: "a", first: 1, last: 7)
        #expect(one.line == 5 && documents[one.reference]?.seqs == 1...7)
        #expect(documents.place(of: 6, in: "a", first: 1, last: 7).reference == one.reference)
        let grown = documents.place(of: 5, in: "a", first: 1, last: 8)
        #expect(grown.reference != one.reference && documents[one.reference]?.seqs == 1...7)
        let later = documents.place(of: 2_001, in: "a", first: 1_990, last: 5_000)
        #expect(later.line == 1 && documents[later.reference]?.seqs == 2_001...3_000)
        let cut = documents.place(of: 1_995, in: "a", first: 1_990, last: 5_000)
        #expect(cut.line == 6 && documents[cut.reference]?.seqs == 1_990...2_000)
    }

    @Test("the last five entries of a line are known")
    func dispatches() throws {
        var places = DispatchPlaces()
        let place = try #require(SourcePlace("Shop/Cart.swift:12"))
        for seq in 1...7 {
            #expect(places.note(place, .init(store: "a", seq: seq, label: ".x")) == (seq == 1))
        }
        #expect(places.last(atLine: 12, of: "Cart.swift").map(\.seq) == [7, 6, 5, 4, 3])
        #expect(places.lines(of: "Cart.swift", in: 1...12) == [12] && places.lines(of: "Cart.swift", in: 1...11) == [])
    }

    @Test("pages of variables say what is left only to those that cannot ask")
    func pages() {
        let page = VariablePage(start: nil, count: nil, offset: 0, isPaging: false)
        #expect(page == VariablePage(start: nil, count: 0, offset: 0, isPaging: false))
        #expect(page.count == 100 && page.saysMore)
        #expect(VariablePage(start: nil, count: nil, offset: 100, isPaging: false).count == 1_000)
        let asked = VariablePage(start: 200, count: 50, offset: 0, isPaging: true)
        #expect(asked.start == 200 && asked.count == 50 && !asked.saysMore)
        #expect(VariablePage(start: 0, count: .max, offset: 0, isPaging: true).count == 1_000)
    }

    @Test("twenty lines a second pass, and the others are counted")
    func limit() {
        var limit = RateLimit()
        let now = ContinuousClock.now
        #expect((0..<100).map { _ in limit.passes(at: now) }.count { $0 } == 20)
        #expect(limit.held == 80 && limit.takeHeld(at: now + .seconds(1)) == 80)
        #expect(limit.passes(at: now + .seconds(1)) && limit.held == 0)
    }
}
