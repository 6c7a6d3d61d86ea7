import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Synchronization

@testable import StrobeServer

/// The redacted values of a program; two programs that differ only in these must be indistinguishable.
struct RedactedValues: Sendable {
    var texts: [String]
    var numbers: [Int]
    var flags: [Bool]
    var words: [String]
    var levels: [RedactedLevel]

    /// The text with an index, modulo their number.
    func text(_ index: Int) -> String { texts[index % texts.count] }
    func number(_ index: Int) -> Int { numbers[index % numbers.count] }
    func flag(_ index: Int) -> Bool { flags[index % flags.count] }
    func level(_ index: Int) -> RedactedLevel { levels[index % levels.count] }

    static let rules = [
        "/owners/*/email", "/code", "/armed", "/words", "/level", "/guests/*/email", "/people/*/email", "/tags/*",
        "type:RedactedCard",
        "/phase/open/phrase",
    ]
}

enum RedactedLevel: String, Codable, Sendable, Hashable { case low, high, middle }

struct RedactedCard: Codable, Sendable, Hashable {
    var digits: String
    var until: Int
}

struct RedactedOwner: Codable, Sendable, Hashable, Identifiable {
    var id: Int
    var email: String
    var note: String
}

/// Without an id, and with one derived from redacted values.
struct RedactedGuest: Codable, Sendable, Hashable {
    var email: String
    var note: String
}

struct RedactedMember: Codable, Sendable, Hashable, Identifiable {
    var id: String { token }
    var token: String
    var note: String
}

enum RedactedPhase: Codable, Sendable, Hashable {
    case closed
    case open(phrase: String, by: String)
}

struct RedactedSafe: Codable, Sendable, Equatable {
    var user = "ann"
    var password: String
    var code: Int
    var pin: Int
    var armed: Bool
    var words: [String]
    var tags: Set<String>
    var level: RedactedLevel
    var keys: [String: String]
    var apiTokens: [String: String]
    var card: RedactedCard?
    var owners: [RedactedOwner]
    var guests: [RedactedGuest]
    var members: [RedactedMember]
    var people: Set<RedactedGuest>
    var phase = RedactedPhase.closed
    var count = 0

    init(_ values: RedactedValues) {
        password = values.text(0)
        code = values.number(0)
        pin = values.number(1)
        armed = values.flag(0)
        words = values.words
        tags = Set((0..<4).map { "\(values.text($0))\($0)" })
        level = values.level(0)
        keys = ["door": "brass"]
        apiTokens = [values.text(1): values.text(2)]
        card = RedactedCard(digits: values.text(3), until: values.number(2))
        owners = (1...3).map { RedactedOwner(id: $0, email: values.text($0), note: "owner \($0)") }
        guests = (0..<4).map { RedactedGuest(email: values.text($0), note: "guest") }
        members = (0..<3).map { RedactedMember(token: "\(values.text($0))\($0)", note: "member") }
        people = Set((0..<4).map { RedactedGuest(email: "\(values.text($0))\($0)", note: $0 < 2 ? "a" : "b") })
    }
}

enum RedactedAction: Codable, Sendable, Equatable {
    case setPassword(String)
    case move(RedactedOwner)
    case open(phrase: String, by: String)
    case setCode(Int)
    case arm(armed: Bool)
    case turn(level: RedactedLevel)
    case speak(words: [String])
    case pay(RedactedCard)
    case leave(guest: Int)
    case swap
    case sign(in: RedactedLogin)
    case count
}

struct RedactedLogin: Codable, Sendable, Equatable {
    var user: String
    var password: String
    var tries: Int
}

enum RedactedEffect: Codable, Sendable, Equatable {
    case fetch(token: String, page: Int)
}

func reduceSafe(_ state: inout RedactedSafe, _ action: RedactedAction) -> [RedactedEffect] {
    switch action {
    case .setPassword(let password):
        state.password = password
        state.tags.insert(password)
    case .move(let owner):
        state.owners.removeAll { $0.id == owner.id }
        state.owners.append(owner)
        return [.fetch(token: state.password, page: 1)]
    case .open(let phrase, let user): state.phase = .open(phrase: phrase, by: user)
    case .setCode(let code): state.code = code
    case .arm(let armed): state.armed = armed
    case .turn(let level): state.level = level
    case .speak(let words): state.words = words
    case .pay(let card): state.card = card
    case .leave(let guest):
        if state.guests.indices.contains(guest) {
            // Their number is visible: it must not depend on which are equal.
            var gone = state.guests.remove(at: guest)
            gone.note = "left \(state.people.count)"
            state.people.insert(gone)
            state.members.swapAt(0, 1)
        }
    case .swap:
        state.guests.reverse()
        state.members.reverse()
    case .sign(let login):
        state.user = login.user
        state.password = login.password
    case .count: state.count += 1
    }
    return []
}

/// A store whose values are not encodable, with an object.
struct RedactedPlain: Sendable {
    final class Vault: Sendable, CustomStringConvertible {
        let password: String
        init(_ password: String) { self.password = password }
        var description: String { "Vault" }
    }

    enum Step: Sendable {
        case enter(password: String)
        case flag(armed: Bool, pin: Int)
        case count
    }

    var password: String
    var pin: Int
    var vault: Vault
    var count = 0
}

/// A foreign store that rejects and throws, and quotes all it knows.
final class RedactedTarget: Sendable {
    struct State: Codable, Sendable {
        var password: String
        var count = 0
    }

    struct Action: Codable, Sendable, CustomStringConvertible {
        var password: String
        var fails: Bool
        var description: String { "Action with \(password)" }
    }

    struct QuotingError: Error, CustomStringConvertible {
        var description: String
    }

    let target: DebugTarget<State, Action>
    private let contents: Mutex<State>

    init(_ values: RedactedValues) {
        let state = State(password: values.text(0))
        target = DebugTarget(id: "gossip", state: state)
        contents = Mutex(state)
        target.onDispatch { [weak self] action in try self?.dispatch(action) }
    }

    func dispatch(_ action: Action) throws {
        try contents.withLock { state in
            if action.fails { throw QuotingError(description: "\(action.password) is not \(state.password)") }
            state.count += 1
            target.report(action, state: state)
        }
    }
}

/// A type whose errors quote what it decoded.
struct RedactedTalker: Codable, Sendable, Equatable {
    struct Inner: Codable, Sendable, Equatable {
        var password: String
        var note: String

        init(password: String, note: String) { (self.password, self.note) = (password, note) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            password = try container.decode(String.self, forKey: .password)
            note = try container.decode(String.self, forKey: .note)
            guard note.count < 9 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "\(note) with \(password) is too long"))
            }
        }
    }

    var inner: Inner
    var count = 0
}

enum RedactedTalk: Codable, Sendable, Equatable {
    case say(RedactedTalker.Inner)
    case reject(String)
}

/// Some stores with redacted values, and the program's own actions on them.
final class RedactedProgram: Sendable {
    let safe: Store<RedactedSafe, RedactedAction, RedactedEffect>
    let plain: Store<RedactedPlain, RedactedPlain.Step, Never>
    let talker: Store<RedactedTalker, RedactedTalk, Never>
    let gossip: RedactedTarget
    let server: DebugServer
    private let values: RedactedValues

    static let stores = ["safe", "plain", "talker", "gossip"]

    init(_ values: RedactedValues) throws {
        self.values = values
        safe = Store(initial: RedactedSafe(values), reduce: reduceSafe)
        plain = Store(
            initial: RedactedPlain(password: values.text(0), pin: values.number(0), vault: .init(values.text(1)))
        ) { (state: inout RedactedPlain, step: RedactedPlain.Step) -> Void in
            switch step {
            case .enter(let password): state.password = password
            case .flag(_, let pin): state.pin = pin
            case .count: state.count += 1
            }
        }
        talker = Store(initial: RedactedTalker(inner: .init(password: values.text(0), note: "note"))) {
            (state: inout RedactedTalker, talk: RedactedTalk) -> Void in
            if case .say(let inner) = talk { state.inner = inner }
            state.count += 1
        }
        gossip = RedactedTarget(values)
        let redaction = try .standard + Redaction(parsing: RedactedValues.rules)
        server = DebugServer(
            configuration: .init(access: .control, handshakeTimeout: .seconds(60), redaction: redaction),
            logger: .silent)
        safe.setEffectHandler(
            schedule: { effect in
                guard case .fetch(let token, _) = effect else { return .named("fetch") }
                return .named("fetch \(token.prefix(40))")
            },
            async: { _, _ in try? await Task.sleep(for: .seconds(3_600)) })
        server.add(safe, id: "safe")
        server.add(plain, id: "plain")
        server.add(talker, id: "talker")
        server.add(gossip.target)
    }

    /// Runs the program's own actions.
    func run() async throws {
        for action in [
            RedactedAction.setPassword(values.text(1)),
            .move(RedactedOwner(id: 1, email: values.text(2), note: "moved")),
            .open(phrase: values.text(3), by: "bob"), .setCode(values.number(3)), .arm(armed: values.flag(1)),
            .turn(level: values.level(1)), .speak(words: Array(values.words.dropFirst())),
            .pay(RedactedCard(digits: values.text(0), until: values.number(0))), .leave(guest: 1), .swap,
            .sign(in: RedactedLogin(user: "cleo", password: values.text(2), tries: 3)), .count,
        ] {
            safe.dispatch(action)
        }
        var noted = safe.state
        noted.count = 7
        safe.restore(noted, note: "counted with \(values.text(2).prefix(40))")
        plain.dispatch(.enter(password: values.text(1)))
        plain.dispatch(.flag(armed: values.flag(0), pin: values.number(1)))
        plain.dispatch(.count)
        talker.dispatch(.say(.init(password: values.text(1), note: "said")))
        talker.dispatch(.reject("no"))
        try gossip.dispatch(.init(password: values.text(1), fails: false))
    }
}
