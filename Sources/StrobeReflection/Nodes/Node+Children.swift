public import StrobeTree

extension Node {
    /// Some of the children, in order: members as they are encoded, dictionaries and sets sorted, the payload of an
    /// enum.
    ///
    /// - Parameter range: The positions; what goes beyond the end is left out.
    /// - Complexity: O(*k*) for *k* children of an array, an object or an enum; sets and dictionaries are sorted as far
    ///   as the range goes.
    public func children(in range: Range<Int>) -> [Node] { children(in: range) {} }

    /// - Parameter check: Called now and then while a set or a dictionary is sorted; what it throws ends that.
    func children(in range: Range<Int>, check: () throws -> Void) rethrows -> [Node] {
        let range = range.clamped(to: 0..<(count ?? 0))
        guard !range.isEmpty else { return [] }
        switch expansion {
        case .members(let members): return members[range].map { child($0) }
        case .dictionary(let dictionary):
            return try dictionary.sortedMembers(in: range, check: check).map { child($0) }
        case .elements(let children): return range.map { child(children[$0], $0) }
        case .list(let list): return range.map { child(list.child(at: $0), $0) }
        case .set(let set):
            let children = try set.sortedChildren(cursor, in: range, check: check)
            return zip(range, children).map { child($1, $0) }
        case .choice(let choice):
            let payload = payload(of: choice)
            return choice.isBare ? [payload] : try payload.children(in: range, check: check)
        default: return []
        }
    }

    /// The child with a name: a key, a label, the name of the current case, an index, or `[id=42]`.
    ///
    /// - Throws: `noSuchPath`, with what is there and the nearest name.
    public func child(_ token: String) throws(TreeError) -> Node {
        guard let part = expansion.part(token, cursor) else { throw noSuchChild(token) {} }
        return child(part)
    }

    private func child(_ part: Expansion.Part) -> Node {
        Node(part.child, name: part.name, path: path.appending(part.name), isViewOnly: isViewOnly, cursor: part.cursor)
    }

    /// The node at a path below this one.
    ///
    /// - Throws: `noSuchPath`, with the part of the path that exists, what is there and the nearest name.
    public func descendant(at path: Path) throws(TreeError) -> Node {
        var node = self
        for token in path.tokens { node = try node.child(token) }
        return node
    }

    /// The node at a path below this one, which can be given up.
    ///
    /// - Parameter check: Called now and then while sets and dictionaries are sorted; what it throws ends that.
    /// - Throws: ``TreeError`` (`noSuchPath`) as ``descendant(at:)``, and what `check` throws.
    public func descendant(at path: Path, check: () throws -> Void) throws -> Node {
        var node = self
        for token in path.tokens {
            guard let part = try node.expansion.part(token, node.cursor, check: check) else {
                throw try node.noSuchChild(token, check)
            }
            node = node.child(part)
        }
        return node
    }

    private func child(_ member: Member) -> Node {
        Node(
            member.child, name: member.key, path: path.appending(member.key), isViewOnly: isViewOnly,
            cursor: cursor.below(member.key))
    }

    private func child(_ child: Child, _ index: Int) -> Node {
        Node(
            child, name: String(index), path: path.appending(index), isViewOnly: isViewOnly, cursor: cursor.below(index)
        )
    }

    /// The node under the name of the case: the one payload without label, or an object of all payloads.
    private func payload(of choice: Expansion.Choice) -> Node {
        child(Member(key: choice.name, child: choice.form))
    }

    private func noSuchChild(_ token: String, _ check: () throws -> Void) rethrows -> TreeError {
        let place = path.isRoot ? "the root" : path.swiftStyle
        let type = typeName.isEmpty ? "" : " (\(typeName))"
        var near: String?
        let there: String
        switch expansion {
        case .leaf(.null): there = "is nil"
        case .leaf, .raw: there = isRedacted ? "is hidden" : "is a value without parts"
        case .opaque, .object, .failure: there = "has no visible parts"
        case .elements, .list, .set:
            there = Path.id(in: token).map { "has no element with the id \($0)" } ?? "has \(count ?? 0) elements"
        case .choice(let choice):
            near = choice.payload.isEmpty ? nil : choice.name
            there = choice.payload.isEmpty ? "is .\(choice.name) without a payload" : "is currently .\(choice.name)"
        case .members, .dictionary:
            let names = try children(in: 0..<1_000, check: check).map(\.name)
            near = Spelling.nearest(token, in: names)
            there = names.isEmpty ? "is empty" : "has no `\(token)`"
        }
        return TreeError(
            .noSuchPath,
            "There is nothing at \(path.appending(token).swiftStyle): \(place)\(type) \(there)"
                + (near.map { "; did you mean `\($0)`?" } ?? "."), path: path, suggestion: near)
    }
}
