import Foundation

/// A side effect as a value, with the function from its result to the message that brings it back.
enum CurrencyCommand<Message>: Sendable {
    case load(URL, onComplete: @Sendable (Data?) -> Message)

    /// The command of a parent that has the messages of this part among its own.
    func map<Parent>(_ embed: @escaping @Sendable (Message) -> Parent) -> CurrencyCommand<Parent> {
        switch self {
        case .load(let url, let onComplete): .load(url, onComplete: { embed(onComplete($0)) })
        }
    }

    /// Performs the command and gives the message that its result becomes.
    func interpret(with backend: BackendClient) async -> Message {
        switch self {
        case .load(let url, let onComplete): onComplete(try? await backend.get(url.path()))
        }
    }
}
