import Foundation
import Strobe
import StrobeHistory
import StrobeServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// A program that dispatches as fast as it can, and reports its progress where a kill cannot undo it. It records itself
// in a directory, or serves a socket for other programs that record it:
//
//     RecordingFixture DIRECTORY synchronous|behind COUNT-FILE
//     RecordingFixture DIRECTORY kept COUNT-FILE           the first 100,000 actions, all of them, as they are
//     RecordingFixture SOCKET served COUNT-FILE
//
// Or a program that is over soon: one visit to a shop.
//
//     RecordingFixture DIRECTORY shop VERSION HOST CUSTOMER

struct Cart: Codable, Sendable {
    struct Line: Codable, Sendable, Identifiable {
        var id: Int
        var name: String
        var amount: Int
    }

    var total = 0
    var lines: [Line] = (0..<20).map { Line(id: $0, name: "article \($0)", amount: 1) }
    var remark: String?
}

enum CartAction: Codable, Sendable {
    case change(id: Int, by: Int)
    case remark(String)
    case clear
}

let arguments = CommandLine.arguments
if arguments.count == 6, arguments[2] == "shop", let customer = Int(arguments[5]) {
    try await ShopSession.record(
        into: arguments[1], version: arguments[3], host: arguments[4], customer: customer)
    exit(0)
}
/// The actions a second; as many as possible if absent.
let rate = arguments.count == 5 ? Int(arguments[4]) : nil
guard arguments.count == 4 || rate != nil else {
    print("RecordingFixture DIRECTORY|SOCKET synchronous|behind|served COUNT-FILE [RATE]")
    exit(64)
}
let descriptor = open(arguments[3], O_RDWR | O_CREAT, 0o600)
guard descriptor >= 0, ftruncate(descriptor, 16) == 0,
    let count = mmap(nil, 16, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), count != MAP_FAILED
else {
    print("the file for the count cannot be made")
    exit(73)
}
// The parent process kills it; if the parent is gone, it ends by itself.
alarm(120)
let store = Store(initial: Cart()) { (cart: inout Cart, action: CartAction) in
    switch action {
    case .change(let id, let amount):
        cart.lines[id % cart.lines.count].amount += amount
        cart.total += amount
    case .remark(let text): cart.remark = text
    case .clear: cart.remark = nil
    }
}
let server = DebugServer(configuration: .init(discovery: false))
var recorder: FlightRecorder?
if arguments[2] == "served" {
    server.add(store, id: "cart")
    try await server.start(on: [.unix(path: arguments[1])])
} else {
    // Little memory and small files, so that parts end and entries are dropped during the run.
    var history = FlightRecorder.Options().history
    history.budgetBytes = 8 << 20
    recorder = try FlightRecorder(
        directory: arguments[1],
        options: arguments[2] == "kept"
            ? .init(parts: .max, compresses: false, synchronous: true)
            : .init(partBytes: 256 << 10, parts: 4, synchronous: arguments[2] == "synchronous", history: history))
    recorder?.add(store, id: "cart")
}
/// The processor time of this thread, in nanoseconds.
func threadTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
var turn = 0
/// What dispatching took of it, without the pauses.
var busy: Int64 = 0
let begin = ContinuousClock.now
var woke = threadTime()
while true {
    if let rate {
        while Double(turn) >= (ContinuousClock.now - begin) / .seconds(1) * Double(rate) {
            busy += threadTime() - woke
            count.storeBytes(of: busy, toByteOffset: 8, as: Int64.self)
            usleep(500)
            woke = threadTime()
        }
    }
    turn += 1
    switch turn % 7 {
    case 0: store.dispatch(.remark("after \(turn) turns"))
    case 3: store.dispatch(.clear)
    default: store.dispatch(.change(id: turn, by: 1))
    }
    count.storeBytes(of: Int64(turn), as: Int64.self)
    if arguments[2] == "kept", turn == 100_000 {
        await recorder?.stop()
        exit(0)
    }
}
