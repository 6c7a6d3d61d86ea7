import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import StrobeDemo

@Suite struct BackendTests {
    private let group = MultiThreadedEventLoopGroup.singleton

    @Test("the profile is loaded over the loopback interface, and every fourth request fails")
    func profile() async throws {
        let backend = try await Backend.start(on: group, delay: .milliseconds(1))
        let interactor = ProfileInteractor(backend: BackendClient(group: group, port: backend.port))
        var answers: [ProfileReducer.Command] = []
        for _ in 1...4 { answers.append(await interactor.perform(.load)) }
        for answer in answers.prefix(3) {
            guard case .loaded(let user) = answer else {
                Issue.record("expected a user, got \(answer)")
                continue
            }
            #expect(user.name == "Ada Lovelace")
        }
        #expect(answers.last == .failed(reason: "The backend answered 503 Service Unavailable."))
        try await backend.stop()
    }

    @Test("a backend that is gone is a failure like any other")
    func gone() async throws {
        let backend = try await Backend.start(on: group, delay: .zero)
        try await backend.stop()
        let client = BackendClient(group: group, port: backend.port)
        #expect(
            await ProfileInteractor(backend: client).perform(.load) == .failed(reason: "The backend cannot be reached.")
        )
        let command = CurrencyConverter.Command.load(URL(filePath: "/rates")) { .ratesAvailable(data: $0) }
        #expect(await command.interpret(with: client) == .ratesAvailable(data: nil))
    }

    @Test("the rates that come back become a rate")
    func rates() async throws {
        let backend = try await Backend.start(on: group, delay: .zero)
        var converter = CurrencyConverter(ratesURL: try backend.url(of: .rates))
        let reload = converter.send(.reload)
        let command = try #require(reload)
        _ = converter.send(await command.interpret(with: BackendClient(group: group, port: backend.port)))
        #expect(converter.rate == 1.09)
        try await backend.stop()
    }
}
