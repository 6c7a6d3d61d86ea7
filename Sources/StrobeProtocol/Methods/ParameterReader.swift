internal import StrobeTree

/// Reads the params of one method, and reports what is wrong with them in the protocol's terms.
struct ParameterReader {
    let method: String
    let members: [MethodDescription.Member]

    func read<Message: Decodable>(
        _ type: Message.Type, from params: Value.Object, limits: TreeLimits = .default
    ) throws(ProtocolError) -> Message {
        try refuseMisspelt(params)
        try refuseMissing(params)
        do {
            return try MessageDecoder(limits: limits).decode(type, from: .object(params))
        } catch {
            let place = error.path.map { $0.isRoot ? "" : " at \($0.pointer)" } ?? ""
            throw ProtocolError(
                .invalidParams, "Wrong params of \(method)\(place): \(error.message)",
                data: ProtocolError.data(of: error))
        }
    }

    static func write(_ message: some Encodable) throws(ProtocolError) -> Value.Object {
        do {
            guard case .object(let members) = try MessageEncoder().encode(message) else { return [:] }
            return members
        } catch {
            throw ProtocolError(error)
        }
    }

    /// Unknown members are ignored, but ignoring `dryrun` would dispatch.
    private func refuseMisspelt(_ params: Value.Object) throws(ProtocolError) {
        let names = members.map { (plain: Self.plain($0.name), name: $0.name) }
        for key in params.keys where key.utf8.count <= 64 {
            let plain = Self.plain(key)
            guard let member = names.first(where: { $0.plain == plain }), member.name != key else { continue }
            throw ProtocolError(
                .invalidParams, "\(method) has no parameter `\(key)`; write `\(member.name)`.",
                data: [
                    "path": .string(Path([key]).pointer), "expected": .string(member.name),
                    "suggestion": .string(member.name),
                ])
        }
    }

    private func refuseMissing(_ params: Value.Object) throws(ProtocolError) {
        for member in members where member.required && params[member.name] == nil {
            let strangers = params.keys.filter { key in !members.contains { $0.name == key } }
            let near = Spelling.nearest(member.name, in: strangers.prefix(64))
            let hint = near.map { " Found `\($0.prefix(60))`; did you mean `\(member.name)`?" } ?? ""
            var data: Value.Object = [
                "path": .string(Path([member.name]).pointer), "expected": .string("\(member.name): \(member.type)"),
            ]
            if near != nil { data["suggestion"] = .string(member.name) }
            throw ProtocolError(
                .invalidParams, "\(method) needs `\(member.name)` (\(member.type)): \(member.summary)\(hint)",
                data: data)
        }
    }

    private static func plain(_ name: String) -> String {
        name.filter { $0 != "_" && $0 != "-" }.lowercased()
    }
}
