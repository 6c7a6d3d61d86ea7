import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Synchronization

@testable import StrobeServer

/// The redacted values of a program; two programs that differ only in these must be indistinguishable.
struct Hush: Sendable {
    var texts: [String]
    var numbers: [Int]
    var flags: [Bool]
    var words: [String]
    var levels: [HushedLevel]

    /// The text with an index, modulo their number.
    func text(_ index: Int) -> String { texts[index % texts.count] }
    func number(_ index: Int) -> Int { numbers[index % numbers.count] }
    func flag(_ index: Int) -> Bool { flags[index % flags.count] }
    func level(_ index: Int) -> HushedLevel { levels[index % levels.count] }

    static let rules = [
        "/owners/*/email", "/code", "/armed", "/words", "/level", "/guests/*/email", "/people/*/email", "/tags/*",
        "type:HushedCard",
        "/phase/open/phrase",
    ]
}

enum HushedLevel: String, Codable, Sendable, Hashable { case low, high, middle }

struct HushedCard: Codable, Sendable, Hashable {
    var digits: String
    var until: Int
}

struct HushedOwner: Codable, Sendable, Hashable, Identifiable {
    var id: Int
    var email: String
    var note: String
}

/// Without an id, and with one derived from redacted values.
struct HushedGuest: Codable, Sendable, Hashable {
    var email: String
    var note: String
}

struct HushedMember: Codable, Sendable, Hashable, Identifiable {
    var id: String { token }
    var token: String
    var note: String
}

enum HushedPhase: Codable, Sendable, Hashable {
    case closed
    case open(phrase: String, by: String)
}

struct HushedSafe: Codable, Sendable, Equatable {
    var user = "ann"
    var password: String
    var code: Int
    var pin: Int
    var armed: Bool
    var words: [String]
    var tags: Set<String>
    var level: HushedLevel
    var keys: [String: String]
    var apiTokens: [String: String]
    var card: HushedCard?
    var owners: [HushedOwner]
    var guests: [HushedGuest]
    var members: [HushedMember]
    var people: Set<HushedGuest>
    var phase = HushedPhase.closed
    var count = 0

    init(_ hush: Hush) {
        password = hush.text(0)
        code = hush.number(0)
        pin = hush.number(1)
        armed = hush.flag(0)
        words = hush.words
        tags = Set((0..<4).map { "\(hush.text($0))\($0)" })
        level = hush.level(0)
        keys = ["door": "brass"]
        apiTokens = [hush.text(1): hush.text(2)]
        card = HushedCard(digits: hush.text(3), until: hush.number(2))
        owners = (1...3).map { HushedOwner(id: $0, email: hush.text($0), note: "owner \($0)") }
        guests = (0..<4).map { HushedGuest(email: hush.text($0), note: "guest") }
        members = (0..<3).map { HushedMember(token: "\(hush.text($0))\($0)", note: "member") }
        people = Set((0..<4).map { HushedGuest(email: "\(hush.text($0))\($0)", note: $0 < 2 ? "a" : "b") })
    }
}

enum HushedAction: Codable, Sendable, Equatable {
    case setPassword(String)
    case move(HushedOwner)
    case open(phrase: String, by: String)
    case setCode(Int)
    case arm(armed: Bool)
    case turn(level: HushedLevel)
    case speak(words: [String])
    case pay(HushedCard)
    case leave(guest: Int)
    case swap
    case sign(in: HushedLogin)
    case count
}

struct HushedLogin: Codable, Sendable, Equatable {
    var user: String
    var password: String
    var tries: Int
}

enum HushedEffect: Codable, Sendable, Equatable {
    case fetch(token: String, page: Int)
}

func reduceSafe(_ state: inout HushedSafe, _ action: HushedAction) -> [HushedEffect] {
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
struct HushedPlain: Sendable {
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
final class HushedGossip: DebugTarget {
    struct State: Codable, Sendable {
        var password: String
        var count = 0
    }

    struct Action: Codable, Sendable, CustomStringConvertible {
        var password: String
        var fails: Bool
        var description: String { "Action with \(password)" }
    }

    struct Talkative: Error, CustomStringConvertible {
        var description: String
    }

    let id = "gossip"
    private let contents: Mutex<(state: State, tell: (@Sendable (Action?, State) -> Void)?)>

    init(_ hush: Hush) {
        contents = Mutex((state: State(password: hush.text(0)), tell: nil))
    }

    var state: State { contents.withLock { $0.state } }

    func observe(_ tell: @escaping @Sendable (Action?, State) -> Void) -> State {
        contents.withLock { contents in
            contents.tell = tell
            return contents.state
        }
    }

    func dispatch(_ action: Action) async throws {
        if action.fails { throw Talkative(description: "\(action.password) is not \(state.password)") }
        contents.withLock { contents in
            contents.state.count += 1
            contents.tell?(action, contents.state)
        }
    }
}

/// A type whose errors quote what it decoded.
struct HushedTalker: Codable, Sendable, Equatable {
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

enum HushedTalk: Codable, Sendable, Equatable {
    case say(HushedTalker.Inner)
    case reject(String)
}

/// Some stores with redacted values, and the program's own actions on them.
final class HushedProgram: Sendable {
    let safe: Store<HushedSafe, HushedAction, HushedEffect>
    let plain: Store<HushedPlain, HushedPlain.Step, Never>
    let talker: Store<HushedTalker, HushedTalk, Never>
    let gossip: HushedGossip
    let server: DebugServer
    private let hush: Hush

    static let stores = ["safe", "plain", "talker", "gossip"]

    init(_ hush: Hush) throws {
        self.hush = hush
        safe = Store(initial: HushedSafe(hush), reduce: reduceSafe)
        plain = Store(
            initial: HushedPlain(password: hush.text(0), pin: hush.number(0), vault: .init(hush.text(1)))
        ) { (state: inout HushedPlain, step: HushedPlain.Step) -> Void in
            switch step {
            case .enter(let password): state.password = password
            case .flag(_, let pin): state.pin = pin
            case .count: state.count += 1
            }
        }
        talker = Store(initial: HushedTalker(inner: .init(password: hush.text(0), note: "note"))) {
            (state: inout HushedTalker, talk: HushedTalk) -> Void in
            if case .say(let inner) = talk { state.inner = inner }
            state.count += 1
        }
        gossip = HushedGossip(hush)
        let redaction = try .standard + Redaction(parsing: Hush.rules)
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
        server.add(gossip)
    }

    /// Runs the program's own actions.
    func run() async throws {
        for action in [
            HushedAction.setPassword(hush.text(1)),
            .move(HushedOwner(id: 1, email: hush.text(2), note: "moved")),
            .open(phrase: hush.text(3), by: "bob"), .setCode(hush.number(3)), .arm(armed: hush.flag(1)),
            .turn(level: hush.level(1)), .speak(words: Array(hush.words.dropFirst())),
            .pay(HushedCard(digits: hush.text(0), until: hush.number(0))), .leave(guest: 1), .swap,
            .sign(in: HushedLogin(user: "cleo", password: hush.text(2), tries: 3)), .count,
        ] {
            safe.dispatch(action)
        }
        var noted = safe.state
        noted.count = 7
        safe.restore(noted, note: "counted with \(hush.text(2).prefix(40))")
        plain.dispatch(.enter(password: hush.text(1)))
        plain.dispatch(.flag(armed: hush.flag(0), pin: hush.number(1)))
        plain.dispatch(.count)
        talker.dispatch(.say(.init(password: hush.text(1), note: "said")))
        talker.dispatch(.reject("no"))
        try await gossip.dispatch(.init(password: hush.text(1), fails: false))
    }
}
