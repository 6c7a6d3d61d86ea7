import Foundation
import Strobe
import StrobeTesting
import Testing

/// The tests of the tutorial, which has the first, third and fourth, and some more.
///
/// Lines of code: 105 here, 44 of them for these three; 78 there.
struct ContactsTests {
    let blob = Contact(id: UUID(), name: "Blob")
    let junior = Contact(id: UUID(), name: "Blob Jr.")
    let clock = TestClock()

    func makeStore(_ state: Contacts.State = Contacts.State()) -> TestStoreOf<Contacts> {
        let store = TestStore(initial: state, clock: clock, reducer: Contacts())
        let client = ContactClient(
            find: { [blob, junior, clock] text in
                try await clock.sleep(for: .seconds(1))
                return [blob, junior].filter { $0.name.contains(text) }
            },
            notes: { [clock] _ in
                try await clock.sleep(for: .seconds(1))
                return "Likes tea."
            })
        store.setEffectHandler(schedule: Contacts.schedule, async: client.perform)
        return store
    }

    @Test("adds a contact in a sheet")
    func add() async {
        let store = makeStore()
        await store.send(.addTapped(id: blob.id)) { $0.destination = .adding(Contact(id: blob.id, name: "")) }
        await store.send(.adding(.typed("Blob"))) { $0.destination = .adding(blob) }
        await store.send(.adding(.saveTapped)) {
            $0.contacts = [blob]
            $0.destination = nil
        }
        await store.finish()
    }

    @Test("adds no contact when the sheet is cancelled")
    func cancel() async {
        let store = makeStore(Contacts.State(destination: .adding(blob)))
        await store.send(.adding(.cancelTapped)) { $0.destination = nil }
        await store.finish()
    }

    @Test("adds a contact, whatever happens on the way")
    func addNonExhaustive() async {
        let store = makeStore()
        store.exhaustivity = .off
        await store.send(.addTapped(id: blob.id))
        await store.send(.adding(.typed("Blob")))
        await store.send(.adding(.saveTapped)) {
            $0.contacts = [blob]
            $0.destination = nil
        }
        await store.finish()
    }

    @Test("deletes a contact once that is confirmed")
    func delete() async {
        let store = makeStore(Contacts.State(contacts: [blob, junior]))
        await store.send(.deleteTapped(junior.id)) { $0.destination = .deleting(junior.id) }
        await store.send(.deletionConfirmed) {
            $0.contacts = [blob]
            $0.destination = nil
        }
        await store.finish()
    }

    @Test("loads the notes of the contact whose page is opened, and deletes it there")
    func page() async {
        let store = makeStore(Contacts.State(contacts: [blob, junior]))
        await store.send(.opened(blob)) { $0.path = [ContactPage.State(contact: blob)] }
        await store.send(.page(blob.id, .appeared)) { $0.path[0].isLoading = true }
        clock.advance(by: .seconds(1))
        await store.receive(.page(blob.id, .loaded("Likes tea."))) {
            $0.path[0].isLoading = false
            $0.path[0].notes = "Likes tea."
        }
        await store.send(.page(blob.id, .deleteTapped)) { $0.path[0].isAlertShown = true }
        await store.send(.page(blob.id, .deletionConfirmed)) {
            $0.contacts = [junior]
            $0.path = []
        }
        await store.finish()
    }

    @Test("stops loading when the page is closed")
    func close() async {
        let store = makeStore(Contacts.State(path: [ContactPage.State(contact: blob)]))
        await store.send(.page(blob.id, .appeared)) { $0.path[0].isLoading = true }
        await store.send(.closed) { $0.path = [] }
        await store.finish()
    }

    @Test("searches when nothing is typed for 300 ms, and forgets the former request")
    func search() async {
        let store = makeStore()
        await store.send(.queryTyped("B")) { $0.query = "B" }
        clock.advance(by: .milliseconds(299))
        await store.send(.queryTyped("Bl")) { $0.query = "Bl" }
        clock.advance(by: .milliseconds(1299))
        await store.send(.queryTyped("Blob J")) { $0.query = "Blob J" }
        clock.advance(by: .milliseconds(1299))
        #expect(store.state.found.isEmpty)
        clock.advance(by: .milliseconds(1))
        await store.receive(.found([junior])) { $0.found = [junior] }
        await store.send(.queryTyped("Blob")) { $0.query = "Blob" }
        await store.send(.queryTyped("")) {
            $0.query = ""
            $0.found = []
        }
        await store.finish()
    }
}
