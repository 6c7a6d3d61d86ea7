internal import StrobeTree

/// Reads the params of one method, and reports what is wrong with them in the protocol's terms.
struct ParameterReader<Message: Decodable & DescribedObject> {
    let method: String

    func read(from params: Value.Object, limits: TreeLimits = .default) throws(ProtocolError) -> Message {
        try refuseMisspelt(params)
        try refuseMissing(params)
        do {
            return try MessageDecoder(limits: limits).decode(Message.self, from: .object(params))
        } catch {
            let place = error.path.map { $0.isRoot ? "" : " at \($0.pointer)" } ?? ""
            throw ProtocolError(
                .invalidParams, "Wrong params of \(method)\(place): \(error.message)",
                data: ProtocolError.data(of: error))
        }
    }

    /// Unknown members are ignored, but ignoring `dryrun` would dispatch.
    private func refuseMisspelt(_ params: Value.Object) throws(ProtocolError) {
        let members = Message.members
        for key in params.keys where key.utf8.count <= 64 && !members.contains(where: { $0.name == key }) {
            let plain = Self.plain(key)
            guard let member = members.first(where: { Self.plain($0.name) == plain }) else { continue }
            throw ProtocolError(
                .invalidParams, "\(method) has no parameter `\(key)`; write `\(member.name)`.",
                data: [
                    "path": .string(Path([key]).pointer), "expected": .string(member.name),
                    "suggestion": .string(member.name),
                ])
        }
    }

    private func refuseMissing(_ params: Value.Object) throws(ProtocolError) {
        let members = Message.members
        for member in members where member.isRequired && params[member.name] == nil {
            let strangers = params.keys.filter { key in !members.contains { $0.name == key } }
            let near = Spelling.nearest(member.name, in: strangers.prefix(64))
            let hint = near.map { " Found `\($0.prefix(60))`; did you mean `\(member.name)`?" } ?? ""
            var data: Value.Object = [
                "path": .string(Path([member.name]).pointer),
                "expected": .string("\(member.name): \(member.form.name)"),
            ]
            if near != nil { data["suggestion"] = .string(member.name) }
            throw ProtocolError(
                .invalidParams, "\(method) needs `\(member.name)` (\(member.form.name)): \(member.summary)\(hint)",
                data: data)
        }
    }

    private static func plain(_ name: String) -> String {
        name.filter { $0 != "_" && $0 != "-" }.lowercased()
    }
}
