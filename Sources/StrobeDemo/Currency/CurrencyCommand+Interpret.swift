import Foundation

extension CurrencyConverter.Command {
    /// Performs the command and gives the message that its result becomes.
    func interpret(with backend: BackendClient) async -> CurrencyConverter.Message {
        switch self {
        case .load(let url, let onComplete):
            onComplete(try? await backend.get(url.path()))
        }
    }
}
