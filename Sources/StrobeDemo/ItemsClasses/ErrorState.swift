import Strobe

/// Loading failed.
final class ErrorState: ItemsStateObject {
    private let reason: String

    init(reason: String, host: ItemsController) {
        self.reason = reason
        super.init(host: host)
    }

    override func enter() {
        super.enter()
        host?.screen = .errorLabel(reason)
    }
}
