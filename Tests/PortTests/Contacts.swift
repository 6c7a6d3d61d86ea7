import Foundation
import Strobe

struct Contact: Identifiable, Equatable, Sendable {
    let id: UUID
    var name: String
}

/// The sheet that names a new contact.
struct NewContact: Reducer {
    enum Action: Equatable, Sendable { case typed(String), cancelTapped, saveTapped }

    func reduce(_ contact: inout Contact, _ action: Action) -> [Never] {
        if case .typed(let name) = action { contact.name = name }
        return []
    }
}

/// The page of a contact, which loads its notes.
struct ContactPage: Reducer {
    struct State: Identifiable, Equatable, Sendable {
        let contact: Contact
        var notes: String?
        var isLoading = false
        var isAlertShown = false
        var id: Contact.ID { contact.id }
    }
    enum Action: Equatable, Sendable {
        case appeared, loaded(String?), deleteTapped, alertClosed, deletionConfirmed
    }
    enum Effect: Equatable, Sendable { case load }

    func reduce(_ page: inout State, _ action: Action) -> [Effect] {
        switch action {
        case .appeared:
            page.isLoading = true
            return [.load]
        case .loaded(let notes):
            page.isLoading = false
            page.notes = notes
        case .deleteTapped: page.isAlertShown = true
        case .alertClosed, .deletionConfirmed: page.isAlertShown = false
        }
        return []
    }
}

/// A list of contacts that can be searched, with a sheet, an alert and a stack of pages.
struct Contacts: Reducer {
    struct State: Equatable, Sendable {
        var contacts: [Contact] = []
        var query = ""
        var found: [Contact] = []
        var destination: Destination?
        var path: [ContactPage.State] = []
    }
    enum Destination: Equatable, Sendable { case adding(Contact), deleting(Contact.ID) }
    enum Action: Equatable, Sendable {
        case addTapped(id: Contact.ID)
        case adding(NewContact.Action)
        case deleteTapped(Contact.ID), alertClosed, deletionConfirmed
        case queryTyped(String), found([Contact])
        case opened(Contact), closed
        case page(Contact.ID, ContactPage.Action)
    }
    enum Effect: Equatable, Sendable { case find(String), load(Contact.ID), stopLoading(Contact.ID) }

    static let parts = CombinedReducer<State, Action, Effect>([
        NewContact().scoped(stateCase: CasePath(Destination.adding), action: CasePath(Action.adding)).optional()
            .scoped(state: \.destination, action: .whole) { (_: Never) -> Effect in },
        ContactPage().forEach(\.path, action: CasePath(Action.page)) { id, _ in .load(id) },
    ])

    func reduce(_ state: inout State, _ action: Action) throws -> [Effect] {
        let effects = try Self.parts.reduce(&state, action)
        switch (action, state.destination) {
        case (.addTapped(let id), _): state.destination = .adding(Contact(id: id, name: ""))
        case (.adding(.saveTapped), .adding(let contact)):
            state.contacts.append(contact)
            state.destination = nil
        case (.deleteTapped(let id), _): state.destination = .deleting(id)
        case (.deletionConfirmed, .deleting(let id)):
            state.contacts.removeAll { $0.id == id }
            state.destination = nil
        case (.adding(.cancelTapped), _), (.alertClosed, _): state.destination = nil
        case (.queryTyped(let text), _):
            state.query = text
            if text.isEmpty { state.found = [] }
            return [.find(text)]
        case (.found(let contacts), _): state.found = contacts
        case (.opened(let contact), _): state.path.append(ContactPage.State(contact: contact))
        case (.closed, _):
            return state.path.popLast().map { [.stopLoading($0.id)] } ?? []  // LIFE: the page ends its effects
        case (.page(let id, .deletionConfirmed), _):
            state.contacts.removeAll { $0.id == id }
            state.path.removeAll { $0.id == id }
            return [.stopLoading(id)]  // LIFE
        case (.adding, _), (.deletionConfirmed, _), (.page, _): break
        }
        return effects
    }

    static func schedule(_ effect: Effect) -> EffectSchedule {
        switch effect {
        case .find(""): .cancelling("find")
        case .find: .debounced("find", for: .milliseconds(300), replacing: true)
        case .load(let id): .replacing("load \(id)")
        case .stopLoading(let id): .cancelling("load \(id)")  // LIFE
        }
    }
}

struct ContactClient: Sendable {
    var find: @Sendable (String) async throws -> [Contact]
    var notes: @Sendable (Contact.ID) async throws -> String

    func perform(_ effect: Contacts.Effect, context: EffectContext<Contacts.Action>) async {
        switch effect {
        case .find(let text): context.dispatch(.found((try? await find(text)) ?? []))
        case .load(let id):
            context.dispatch(.page(id, .loaded(try? await notes(id))))
        case .stopLoading: break  // LIFE
        }
    }
}
