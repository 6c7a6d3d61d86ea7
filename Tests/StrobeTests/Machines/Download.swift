import Strobe

/// The machine of the tests: states and events with payloads, guards, an effect on everything.
enum Download: KindedByName, Equatable {
    case idle
    case running(url: String, percent: Int)
    case done([UInt8])
    case failed(String)

    enum Kind: CaseIterable { case idle, running, done, failed }
}

enum DownloadEvent: KindedByName, Equatable {
    case start(String), progress(Int), finish([UInt8]), fail(String), retry, reset

    enum Kind: CaseIterable { case start, progress, finish, fail, retry, reset }

    var url: String? { if case .start(let url) = self { url } else { nil } }
    var percent: Int? { if case .progress(let percent) = self { percent } else { nil } }
    var bytes: [UInt8]? { if case .finish(let bytes) = self { bytes } else { nil } }
    var reason: String? { if case .fail(let reason) = self { reason } else { nil } }
}

typealias DownloadMachine = StateMachine<Download, DownloadEvent, String>

extension Download {
    static let isForward = Guard<Download, DownloadEvent>("percent grows") { state, event in
        guard case .running(_, let now) = state, let percent = event.percent else { return false }
        return percent > now
    }

    static let machine = DownloadMachine(
        initial: .idle,
        transitions: [
            .on(.start, from: .idle, .failed, to: .running, run: .init { ["fetch \($0.event.url ?? "?")"] }) {
                _, event in
                event.url.map { .running(url: $0, percent: 0) }
            },
            .on(.progress, in: .running, when: isForward, run: ["draw"]) { state, event in
                guard case .running(let url, _) = state, let percent = event.percent else { return nil }
                // An invalid percentage leads to a different state.
                return percent > 100 ? .failed("overflow") : .running(url: url, percent: percent)
            },
            .on(.finish, from: .running, when: Guard("bytes.isEmpty") { $1.bytes == [] }, to: .failed) { _, _ in
                .failed("empty")
            },
            .on(.finish, from: .running, to: .done) { _, event in event.bytes.map(Download.done) },
            .on(.fail, from: .running, to: .failed, run: ["log"]) { _, event in event.reason.map(Download.failed) },
            .on(.retry, from: .running, to: .running, run: ["again"]) { state, _ in state },
            .on(.reset, to: .idle),
        ],
        enter: [.running: .init { ["enter \($0)"] }, .done: ["celebrate"], .idle: ["enter idle"]],
        exit: [.running: ["stop spinner"], .idle: ["exit idle"], .done: ["exit done"]])
}
