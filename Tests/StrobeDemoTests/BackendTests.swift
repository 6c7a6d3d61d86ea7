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
        let client = BackendClient(group: group, port: backend.port)
        var answers: [ProfileReducer.Command] = []
        for _ in 1...4 {
            answers.append(await ProfileInteractor.response(of: { try await client.get(.profile) }))
        }
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
    func gone() async {
        // No process listens there; another process may have got the port of a backend that ended.
        let client = BackendClient(group: group, port: 1)
        let answer = await ProfileInteractor.response(of: { try await client.get(.profile) })
        #expect(answer == .failed(reason: "The backend cannot be reached."))
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

    @Test("the backend accepts users with a long enough name and password, but never Mallory")
    func login() throws {
        func answer(_ username: String, _ password: String) throws -> BackendAnswer {
            let credentials = LoginCredentials(username: username, password: password)
            return BackendRoute.login.answer(to: try JSONEncoder().encode(credentials), count: 1)
        }
        #expect(try answer("ada.lovelace", "correct horse") == .json(["name": "ada.lovelace"]))
        #expect(try answer("mallory.m", "correct horse") == .refused)
        #expect(try answer("ada", "correct horse") == .refused)
        #expect(try answer("ada.lovelace", "short") == .refused)
        #expect(BackendRoute.login.answer(to: Data("{".utf8), count: 1) == .refused)
        #expect(BackendRoute.login.answer(to: Data(), count: 4) == .unavailable)
    }

    @Test("a post arrives, and a refusal differs from a failure")
    func post() async throws {
        let backend = try await Backend.start(on: group, delay: .zero)
        let client = BackendClient(group: group, port: backend.port)
        let path = BackendRoute.login.path
        let body = try await client.post(path, LoginCredentials(username: "ada.lovelace", password: "correct horse"))
        #expect(try JSONDecoder().decode([String: String].self, from: body) == ["name": "ada.lovelace"])
        let refusal = await #expect(throws: BackendError.self) {
            _ = try await client.post(path, LoginCredentials(username: "mallory.m", password: "correct horse"))
        }
        #expect(refusal?.isRefusal == true)
        let unknown = await #expect(throws: BackendError.self) { _ = try await client.get("/nowhere") }
        #expect(unknown?.isRefusal == false)
        #expect(unknown?.message == "The backend answered 404 Not Found.")
        try await backend.stop()
    }
}
