import Foundation
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

/// The lists of parameters, compared with the types, the schema and the specification.
struct RegistryTests {
    @Test("without a required parameter the error names it", arguments: SpecificationFiles.examples("examples"))
    func requiredParameters(_ example: SpecificationFiles.Example) throws {
        guard example.part == "params", let request = MethodRegistry.request(folder: example.folder) else { return }
        let params = try #require(try example.value().object)
        for member in MethodDescription(of: request).params where params[member.name] != nil {
            var fewer = params
            fewer[member.name] = nil
            if member.required {
                let error = try #require(throws: ProtocolError.self) { try request.rewritten(params: fewer) }
                #expect(error.code == .invalidParams)
                #expect(error.data["path"]?.string == "/\(member.name)")
                fewer["x\(member.name)"] = params[member.name]
                let misspelt = try #require(throws: ProtocolError.self) { try request.rewritten(params: fewer) }
                #expect(misspelt.data["suggestion"]?.string == member.name)
            } else if !isNeeded(member, by: request, in: fewer) {
                #expect(throws: Never.self) { try request.rewritten(params: fewer) }
            }
        }
    }

    /// Whether a parameter is required in the context of others, or as one of two.
    private func isNeeded(
        _ member: MethodDescription.Member, by request: any Request.Type, in params: Value.Object
    ) -> Bool {
        (member.name == "dryRun" && params["at"] != nil) || (member.name == "store" && params["fromSeq"] != nil)
            || (request == BreakpointRemove.self && member.name != "store")
            || (request == BreakpointSet.self
                && ["id", "action", "path", "condition"].allSatisfy { params[$0] == nil })
    }

    @Test("schema.json is what the members of all messages give")
    func schema() throws {
        // The whole texts would be unreadable in a failure.
        let given = JSON.text(MethodRegistry.schema, style: .pretty) + "\n"
        let isCurrent = try SpecificationFiles.text("schema.json") == given
        #expect(isCurrent, "run protocols/generate.py")
    }

    @Test("what protocol/describe answers lists every method once and can be read back")
    func describe() throws {
        let description = MethodRegistry.description
        let names = (description.methods + description.notifications).map { $0.method }
        #expect(Set(names).count == names.count)
        #expect(names.count == MethodRegistry.requests.count + MethodRegistry.allNotifications.count)
        #expect(description.methods.first { $0.method == "action/dispatch" }?.access == .control)
        #expect(description.methods.first { $0.method == "$/cancelRequest" }?.access == nil)
        let written = try MessageEncoder().encode(description)
        #expect(try ProtocolDescribe.result(from: written) == description)
    }

    @Test("what changes a store or decodes an action needs control")
    func access() {
        let control = MethodRegistry.requests.filter { $0.access == .control }.map { $0.method }
        #expect(
            control == [
                "state/set", "action/dispatch", "action/redo", "history/jump", "history/reset", "history/commit",
                "history/replay", "branch/adopt",
                "gate/pause", "gate/resume", "gate/step", "gate/drop", "gate/edit", "breakpoint/set",
                "breakpoint/remove", "effect/cancel", "replay/begin", "replay/end",
            ])
        #expect(ActionDispatch(action: "reset").neededAccess == .control)
        #expect(ActionDispatch(action: "reset", dryRun: false).neededAccess == .control)
        #expect(ActionDispatch(action: "reset", dryRun: true).neededAccess == .control)
        #expect(ActionRedo(seq: 1).neededAccess == .control)
        #expect(ActionRedo(seq: 1, dryRun: true).neededAccess == .read)
        #expect(ActionRedo(seq: 1, changes: [], dryRun: true).neededAccess == .read)
        let change = Change(.replace, .root, value: "reset")
        #expect(ActionRedo(seq: 1, changes: [change], dryRun: true).neededAccess == .control)
        #expect(BranchCreate(edits: [.skip(1...2), .move(3, before: 1)]).neededAccess == .read)
        #expect(BranchCreate(edits: [.skip(1...2), .insert(before: 3, action: "reset")]).neededAccess == .control)
        #expect(BranchCreate(edits: [.replace(3, action: "reset")]).neededAccess == .control)
        #expect(HistoryJump(seq: 1).neededAccess == .control)
        #expect(EffectList().neededAccess == .read)
        #expect(EffectCancel(id: 1).neededAccess == .control)
    }

    @Test("the specification names every method, error, limit and parameter")
    func specification() throws {
        let text = try SpecificationFiles.text("specification.md")
        let members = MethodRegistry.description.methods.flatMap { $0.params + ($0.result ?? []) }
        let methods = MethodRegistry.requests.map { $0.method } + MethodRegistry.allNotifications.map { $0.method }
        let limits = try #require(try MessageEncoder().encode(SessionLimits()).object).keys
        for word in Set(methods + members.map { $0.name } + limits) {
            #expect(text.contains("`\(word)`"), "\(word)")
        }
        for code in ErrorCode.allCases {
            #expect(text.contains("| \(code.rawValue) | `\(code.kind)` |"), "\(code.kind)")
        }
    }

    @Test("the specification describes every method once, with its access and every parameter")
    func specificationOfMethods() throws {
        let text = try SpecificationFiles.text("specification.md")
        let start = try #require(text.range(of: "\n## 5. Methods\n")?.upperBound)
        let end = try #require(text.range(of: "\n## 8. ")?.lowerBound)
        var described: [String] = []
        for paragraph in text[start..<end].split(separator: "\n\n") {
            let names = paragraph.matches(of: /(?:^|\n|\. )\*\*`([^`]+)`\*\*/).map { String($0.output.1) }
            described += names
            guard let name = names.first else { continue }
            if let request = MethodRegistry.requests.first(where: { $0.method == name }) {
                #expect(paragraph.contains("**`\(name)`** (\(request.access.rawValue)"), "\(name)")
                expectParameters(MethodDescription(of: request).params, in: paragraph, of: name)
            } else if let notification = MethodRegistry.allNotifications.first(where: { $0.method == name }) {
                expectParameters(MethodDescription(of: notification).params, in: paragraph, of: name)
            }
        }
        #expect(described.count == Set(described).count)
        let methods = MethodRegistry.requests.map { $0.method } + MethodRegistry.allNotifications.map { $0.method }
        #expect(Set(described) == Set(methods))
    }

    private func expectParameters(_ members: [MethodDescription.Member], in paragraph: Substring, of method: String) {
        for member in members {
            #expect(paragraph.contains("`\(member.name)`" + (member.required ? "" : "?")), "\(method) \(member.name)")
        }
    }

    @Test("what a method needs of a store and may meet follows from its parameters, and from what it says itself")
    func errors() {
        #expect(
            ActionDispatch.errors == [.stale, .unknownStore, .seqEvicted, .undecodableAction, .readOnly, .notSupported])
        #expect(StateGet.errors == [.unknownStore, .noSuchPath, .seqEvicted])
        #expect(Ping.errors == [])
        for request in MethodRegistry.requests {
            let params = MethodDescription(of: request).params.map { $0.name }
            #expect(request.errors.contains(.unknownStore) == params.contains("store"), "\(request.method)")
            // A session with read access may change what it created.
            let mayNeedControl =
                request.access == .control
                || [BranchCreate.method, BranchDelete.method, BookmarkSet.method, BookmarkRemove.method]
                    .contains(request.method)
            #expect(request.errors.contains(.readOnly) == mayNeedControl, "\(request.method)")
            #expect(Set(request.errors).isDisjoint(with: ErrorCode.general), "\(request.method)")
            // A capability is part of the store's description.
            if let capability = request.capability {
                #expect(StoreCapability.allCases.contains(capability) && params.contains("store"))
            }
        }
    }

    @Test("what a store can do is named as in its description")
    func capabilities() throws {
        let names = StoreCapability.allCases.map { $0.rawValue }
        let described = StoreDescription.Capabilities(dispatch: true, replay: true, jump: true)
        #expect(try MessageEncoder().encode(described).object?.keys == names)
    }
}
