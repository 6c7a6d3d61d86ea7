import StreamTesting
import StrobeProtocol
import StrobeReflection
import StrobeTree

/// Every method of the protocol with all forms of its parameters that may touch redacted values.
struct OracleQuestions {
    typealias Question = (method: String, params: Value.Object)

    /// Values that a guessing client would try.
    let guesses: [Value]
    /// Whether all variants are sent; the default run sends only some.
    let isWhole: Bool

    /// Methods that begin or end a session, which are tested separately.
    static let outside: Set = ["initialize", "shutdown"]

    private let statePaths = [
        "", "/password", "/code", "/pin", "/armed", "/words", "/words/0", "/words/-", "/tags", "/tags/0", "/level",
        "/keys", "/keys/door", "/apiTokens", "/apiTokens/7391", "/card", "/card/digits", "/owners", "/owners/0",
        "/owners/0/email", "/owners/[id=2]/email", "/owners/0/note", "/guests", "/guests/0", "/guests/0/email",
        "/members/[id=73910]", "/members/0/token", "/people", "/people/0", "/phase", "/phase/open",
        "/phase/open/phrase", "/phase/open/by", "/user", "/count", "/inner", "/inner/password", "/inner/note", "/vault",
        "/vault/password", "/nowhere",
    ]
    private let actionPaths = [
        "", "/setPassword", "/move", "/move/email", "/move/note", "/open", "/open/phrase", "/open/by", "/setCode",
        "/arm",
        "/arm/armed", "/turn/level", "/speak/words", "/speak/words/0", "/pay", "/pay/digits", "/sign", "/sign/password",
        "/sign/user", "/sign/tries", "/say", "/say/password", "/say/note", "/password", "/fails", "/nowhere",
    ]
    private let seqs: [Int64] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]

    init(guesses: [Value], isWhole: Bool) {
        self.guesses = guesses
        self.isWhole = isWhole
    }

    /// Every `step`th of some values in the default run.
    private func some<T>(_ all: [T], of step: Int) -> [T] {
        isWhole ? all : all.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }

    private func each(_ key: String, _ values: [Value]) -> [Value.Object] { values.map { [key: $0] } }
    private var paths: [Value] { statePaths.map { .string($0) } }
    private var seqValues: [Value] { seqs.map { .int($0) } }

    private var conditions: [Value] {
        var all = ["/count > 1", "exists(/password) && /user == \"ann\"", ".level == .high", "/password == /user"]
        for path in statePaths where !path.isEmpty && !path.contains("[") && !path.hasSuffix("-") {
            all += ["changed(\(path))", "exists(\(path))", "count(\(path)) > 3", "\(path) != before(\(path))"]
            for guess in guesses {
                let text = JSON.text(guess)
                all += ["\(path) == \(text)", "\(path) contains \(text)", "\(path) < \(text)"]
                if case .string = guess { all += ["\(path) startsWith \(text)", "\(path) like \(text)"] }
            }
        }
        for case .string(let guess) in guesses {
            let text = JSON.text(.string("*\(guess)*"))
            all += ["action like \(text)", "action contains \(JSON.text(.string(guess)))", "error contains \(text)"]
        }
        return some(all.map { .string($0) }, of: 41)
    }

    private var actions: [Value] {
        guesses.flatMap { guess -> [Value] in
            [
                ["setPassword": guess], ["move": ["id": 1, "email": guess, "note": "n"]],
                ["open": ["phrase": guess, "by": "x"]], ["setCode": guess], ["arm": ["armed": guess]],
                ["turn": ["level": guess]], ["speak": ["words": [guess]]], ["pay": ["digits": guess, "until": 1]],
                ["pay": guess], ["sign": ["in": ["user": "u", "password": guess, "tries": 1]]],
                ["sign": ["in": ["user": guess, "password": "p", "tries": "x"]]],
                ["say": ["password": guess, "note": "far too long"]], ["password": guess, "fails": true],
                ["enter": ["password": guess]], guess,
            ]
        } + ["count", "swap", "leave", ["leave": ["guest": 0]], ["leave": ["guest": "x"]]]
    }

    private var patches: [Value] {
        var all: [Value] = []
        for path in actionPaths {
            let place = Value.string(path)
            all.append([["op": "remove", "path": place]])
            for guess in guesses + [.string(RedactionRule.placeholder), .int(0), .bool(false), [], [:]] {
                for op in ["add", "replace", "test"] as [Value] {
                    all.append([["op": op, "path": place, "value": guess]])
                }
                all.append([["op": "replace", "path": place, "value": "x", "old": guess]])
                all.append([["op": "remove", "path": place, "old": guess]])
            }
            for from in actionPaths {
                for op in ["move", "copy"] as [Value] {
                    all.append([["op": op, "path": place, "from": .string(from)]])
                    all.append([
                        ["op": op, "path": place, "from": .string(from)], ["op": "remove", "path": .string(from)],
                    ])
                }
            }
        }
        return all
    }

    /// Requests that change nothing in the stores, by method.
    var reading: [(method: String, params: [Value.Object])] {
        [
            ("ping", [[:]]), ("protocol/describe", [[:]]), ("store/list", [[:]]), ("store/describe", [[:]]),
            ("action/schema", [[:]]), ("branch/list", [[:]]), ("bookmark/list", [[:]]), ("gate/status", [[:]]),
            ("breakpoint/list", [[:]]), ("effect/list", [[:]]),
            (
                "state/get",
                each("path", paths)
                    + some(statePaths, of: 5).flatMap { path in seqValues.map { ["path": .string(path), "at": $0] } }
                    + guesses.flatMap { guess -> [Value.Object] in
                        guard case .string(let text) = guess else { return [] }
                        return [["path": .string("/apiTokens/\(text)")], ["path": .string("/members/[id=\(text)]")]]
                    }
            ),
            ("state/tree", paths.flatMap { [["path": $0, "depth": 9], ["path": $0, "start": 1, "count": 2]] }),
            (
                "state/diff",
                seqs.flatMap { seq in
                    [
                        ["from": .int(max(seq - 1, 0)), "to": .int(seq)],
                        ["from": 0, "to": .int(seq), "path": "/guests"],
                    ]
                } + some(paths, of: 4).map { ["from": 0, "to": 12, "path": $0] }
            ),
            (
                "state/search",
                guesses.flatMap { guess -> [Value.Object] in
                    let text = Value.string(text(guess))
                    return [["query": text], ["query": text, "regex": true], ["query": text, "path": "/owners"]]
                } + [["query": "redacted"], ["query": "."], ["query": "[0-9]{4}", "regex": true]]
            ),
            ("state/blame", paths.flatMap { [["path": $0], ["path": $0, "at": 5, "limit": 2]] }),
            ("log/list", logLists), ("log/get", each("seq", seqValues)),
            ("log/why", each("seq", seqValues)),
            (
                "log/search",
                guesses.flatMap { [["query": .string(text($0))], ["query": .string(text($0)), "regex": true]] }
            ),
            (
                "history/find",
                conditions.flatMap { [["condition": $0], ["condition": $0, "last": true, "to": 8]] }
            ),
            ("history/verify", [[:], ["from": 1, "to": 5]]), ("graph/get", [[:]] + each("path", paths)),
            (
                "subscribe",
                [
                    ["events": ["log", "state", "gate"]],
                    ["events": ["state"], "paths": ["/password", "/guests/0/email"]],
                ]
            ),
            ("unsubscribe", each("subscription", ["2", "none"])),
        ]
    }

    /// Requests that create something of the session's own, by method.
    var aside: [(method: String, params: [Value.Object])] {
        [
            (
                "bookmark/set",
                [["name": "here"], ["name": "there", "seq": 2, "note": "n"]]
                    + guesses.map { ["name": .string(text($0))] }
            ),
            ("bookmark/remove", each("name", ["here", "none"])),
            ("history/minimize", conditions.prefix(isWhole ? 14 : 4).map { ["condition": $0] }),
            (
                "branch/create",
                [
                    ["name": "b", "edits": [["skip": 1]]], ["name": "m", "edits": [["move": 2, "before": 1]]],
                ]
                    + actions.prefix(6).map { ["edits": [["replace": 1, "action": $0]]] }
                    + some(actions, of: 7).map { ["edits": [["insert": 2, "action": $0]], "from": 1, "to": 0] }
            ),
            ("state/diff", [["from": 3, "to": "branch:b"], ["from": "branch:m", "to": "branch:b"]]),
            ("log/list", [["branch": "b", "changes": true], ["branch": "m"]]),
            ("log/get", [["branch": "b", "seq": 3]]),
            ("state/blame", [["path": "/password", "at": "branch:b"], ["path": "/guests", "at": "branch:b"]]),
            ("branch/delete", each("id", ["b", "m", "none"])),
            (
                "action/dispatch",
                actions.flatMap { [["action": $0, "dryRun": true], ["action": $0, "dryRun": true, "at": 2]] }
            ),
            ("action/redo", seqValues.map { ["seq": $0, "dryRun": true] } + redoes(dryRun: true)),
        ]
    }

    /// Requests that need control, by method.
    var changing: [(method: String, params: [Value.Object])] {
        [
            (
                "state/set",
                some(statePaths, of: 5).flatMap { path in
                    (guesses + [.string(RedactionRule.placeholder), .int(0), .bool(false)]).map {
                        ["path": .string(path), "value": $0]
                    }
                } + [
                    ["path": "/owners/0", "value": ["id": 1, "email": "‹redacted›", "note": "set"]],
                    ["path": "/inner/note", "value": "much too long a note"],
                    ["path": "/card", "value": ["digits": "‹redacted›", "until": 0]],
                ]
            ),
            ("action/dispatch", actions.map { ["action": $0] }),
            ("action/redo", seqValues.map { ["seq": $0] } + redoes(dryRun: false)),
            ("breakpoint/set", breakpoints), ("action/dispatch", [["action": "count"]]),
            ("action/redo", [["seq": 1], ["seq": 11]]), ("gate/status", [[:]]), ("breakpoint/list", [[:]]),
            ("gate/resume", [[:]]), ("breakpoint/remove", [["id": 1], ["all": true]]), ("gate/pause", [[:]]),
            ("action/redo", [["seq": 1], ["seq": 2], ["seq": 11]]), ("gate/status", [[:]]),
            ("gate/edit", some(actions, of: 3).map { ["action": $0] }), ("gate/step", [[:]]), ("gate/status", [[:]]),
            ("gate/drop", [[:], ["all": true]]), ("gate/resume", [[:]]),
            ("effect/cancel", each("id", [1, 2, 99])),
            ("replay/begin", [["effects": "suppress", "source": "x"]]), ("action/dispatch", [["action": "count"]]),
            ("replay/end", [[:]]),
            ("branch/create", [["name": "adopted", "edits": [["skip": 1]]]]), ("branch/adopt", each("id", ["adopted"])),
            ("history/jump", each("seq", [3, 99])), ("history/replay", [["on": false], ["on": true]]),
            ("history/reset", [[:]]), ("history/commit", [["seq": 2], [:]]), ("log/list", [["changes": true]]),
            ("state/get", [[:]]), ("store/describe", [[:]]),
        ]
    }

    /// The examples of the methods that have no questions above, with each guess in place of each text.
    var others: [(method: String, params: [Value.Object])] {
        get throws {
            let asked = Set((reading + aside + changing).map(\.method)).union(Self.outside)
            return try MethodExamples.others(than: asked).map { method, examples in
                (method, examples + examples.flatMap(guessing))
            }
        }
    }

    private func guessing(_ params: Value.Object) -> [Value.Object] {
        params.flatMap { member -> [Value.Object] in
            guard case .string = member.value else { return [] }
            return guesses.map { guess in
                var params = params
                params[member.key] = .string(text(guess))
                return params
            }
        }
    }

    private var logLists: [Value.Object] {
        [[:], ["changes": true], ["changes": true, "merge": 3], ["from": 2, "to": 5]]
            + guesses.map { ["filter": ["action": .string("*\(text($0))*")]] }
            + [["filter": ["changed": true]], ["filter": ["changed": false]]]
            + some(paths, of: 3).map { ["filter": ["path": $0]] }
    }

    private var breakpoints: [Value.Object] {
        conditions.prefix(isWhole ? 60 : 20).map { ["condition": $0, "log": "hit"] }
            + some(paths, of: 4).map { ["path": $0, "log": "changed"] }
            + guesses.map { ["action": .string("*\(text($0))?*")] }
            + [
                [
                    "action": "*",
                    "log": "{action} {/password} {/owners} {/words} {count(/words)} {/level} {before(/code)} {/people}",
                ]
            ]
    }

    private func redoes(dryRun: Bool) -> [Value.Object] {
        let changes = some(patches, of: dryRun ? 31 : 97)
        return changes.enumerated().flatMap { index, change -> [Value.Object] in
            let seqs: [Int64] = isWhole ? [1, 2, 3, 5, 8, 11] : [[1, 2, 3, 5, 8, 11][index % 6]]
            return seqs.map { ["seq": .int($0), "changes": change, "dryRun": .bool(dryRun)] }
        }
    }

    private func text(_ guess: Value) -> String {
        if case .string(let text) = guess { text } else { JSON.text(guess) }
    }
}
