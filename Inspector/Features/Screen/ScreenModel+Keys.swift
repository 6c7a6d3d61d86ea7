import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension ScreenModel {
    /// Takes what the user did, or what happened to the terminal.
    mutating func take(_ event: ScreenEvent) -> [ScreenRequest] {
        switch event {
        case .key(let key):
            if overlay == nil { message = nil }
            return press(key)
        case .paste(let text): typing? += text.filter { !$0.isNewline }
        case .click(let row, let column): return click(row, column)
        case .wheel(let direction, _, let column):
            if case .help(let top)? = overlay { overlay = .help(top: max(top + direction, 0)) }
            guard overlay == nil, typing == nil else { return [] }
            return step(direction * 3, in: column >= panes.detailColumn && panes.detailWidth > 0 ? .detail : .log)
        case .resized(let rows, let columns):
            (self.rows, self.columns) = (rows, columns)
            keepSelection()
            layOut()
        case .printed(let text): message = StyledText(text)
        case .terminated: return [.leave]
        }
        return []
    }

    private mutating func press(_ key: Key) -> [ScreenRequest] {
        if key == .control("c") {
            guard typing != nil || dropping != nil || overlay != nil else { return [.leave] }
            (typing, dropping, overlay) = (nil, nil, nil)
            return []
        }
        if let dropping {
            self.dropping = nil
            guard key == .character("y") else { return [] }
            return [.command("drop \(dropping.action.id)", store: dropping.store)]
        }
        if typing != nil { return type(key) }
        if let overlay { return press(key, over: overlay) }
        switch key {
        case .character("q"): return [.leave]
        case .character("?"): overlay = .help(top: 0)
        case .character("/"): typing = filter?.text ?? ""
        case .character("s"): overlay = .stores(index: 0)
        case .character("d"):
            let all = Mode.allCases
            mode = all[((all.firstIndex(of: mode) ?? 0) + 1) % all.count]
            layOut()
        case .end where focus == .detail: return step(detailLines.count)
        case .home where focus == .detail: return step(-detailLines.count)
        case .character("G"), .end: return follow()
        case .character("g"), .home: return goToBeginning()
        case .tab: move(focus: 1)
        case .backTab: move(focus: -1)
        case .up, .character("k"): return step(-1)
        case .down, .character("j"): return step(1)
        case .pageUp, .control("b"): return step(-max(panes.logHeight - 1, 1))
        case .pageDown, .control("f"): return step(max(panes.logHeight - 1, 1))
        case .enter, .right, .character("l"): open(isKey: key == .enter)
        case .escape, .left, .backspace, .character("h"): return back(isEscape: key == .escape)
        case .character("["), .character("p"): return findChange(isForward: false)
        case .character("]"), .character("n"): return findChange(isForward: true)
        case .character(" "), .character("."), .character("e"), .character("x"): return control(key)
        default: break
        }
        return []
    }

    private mutating func type(_ key: Key) -> [ScreenRequest] {
        switch key {
        case .character(let character): typing?.append(character)
        case .backspace: if typing?.popLast() == nil { typing = nil }
        case .control("u"): typing = ""
        case .escape: typing = nil
        case .enter:
            let text = typing ?? ""
            typing = nil
            return text.isEmpty ? clearFilter() : [.filter(text)]
        default: break
        }
        return []
    }

    private mutating func clearFilter() -> [ScreenRequest] {
        guard filter != nil || only != nil else { return [] }
        if filter != nil { filter = nil } else { only = nil }
        return showOthers()
    }

    private mutating func press(_ key: Key, over overlay: Overlay) -> [ScreenRequest] {
        let isUp = key == .up || key == .character("k")
        let isDown = key == .down || key == .character("j") || key == .tab
        switch overlay {
        case .help(let top):
            self.overlay = isUp || isDown ? .help(top: max(top + (isUp ? -1 : 1), 0)) : nil
        case .stores(let index):
            guard isUp || isDown else {
                self.overlay = nil
                guard key == .enter || key == .character(" ") else { return [] }
                only = index > 0 && stores.indices.contains(index - 1) ? stores[index - 1].id : nil
                return showOthers()
            }
            self.overlay = .stores(index: min(max(index + (isUp ? -1 : 1), 0), stores.count))
        }
        return []
    }

    private mutating func move(focus direction: Int) {
        let all: [Focus] = held.isEmpty ? [.log, .detail] : [.log, .detail, .held]
        let index = all.firstIndex(of: focus) ?? 0
        focus = all[(index + direction + all.count) % all.count]
        // A narrow terminal has room for one of them.
        isWide = focus == .detail && (isWide || columns < ScreenPanes.narrow)
        layOut()
    }

    private mutating func open(isKey: Bool) {
        if focus != .detail {
            focus = .detail
            isWide = isKey || columns < ScreenPanes.narrow
        } else if isKey, detailLines.indices.contains(detailCursor) {
            let line = detailLines[detailCursor]
            let now = parts.last ?? Part(path: .root, start: 0)
            let part = line.path.map { Part(path: $0, start: line.start) } ?? now
            if part == now { isWide = true } else { parts.append(part) }
            if mode == .changes { mode = .both }
        }
        layOut()
    }

    private mutating func back(isEscape: Bool) -> [ScreenRequest] {
        defer { layOut() }
        if focus == .detail, !parts.isEmpty {
            parts.removeLast()
        } else if focus != .log || isWide {
            (focus, isWide) = (.log, false)
        } else if isEscape {
            return clearFilter()
        }
        return []
    }

    /// Moves the choice in a pane.
    private mutating func step(_ count: Int, in pane: Focus? = nil) -> [ScreenRequest] {
        switch pane ?? focus {
        case .log: return travel(count)
        case .detail: choose(line: detailCursor + count)
        case .held:
            heldIndex = min(max(heldIndex + count, 0), max(held.count - 1, 0))
            layOut()
        }
        return []
    }

    private mutating func click(_ row: Int, _ column: Int) -> [ScreenRequest] {
        guard overlay == nil, typing == nil, dropping == nil else { return [] }
        let line = row - ScreenPanes.top
        guard (0..<panes.bodyHeight).contains(line) else { return [] }
        if panes.detailWidth > 0, column >= panes.detailColumn {
            focus = .detail
            choose(line: detailTop + line)
        } else if line < panes.heldHeight {
            guard let index = heldLines(panes)[line].index else { return [] }
            (focus, heldIndex) = (.held, index)
            layOut()
        } else {
            focus = .log
            layOut()
            let index = firstRow + line - panes.heldHeight
            if log.rows.indices.contains(index) {
                cursor = line - panes.heldHeight
                return choose(log.rows[index].id)
            }
        }
        return []
    }

    private mutating func findChange(isForward: Bool) -> [ScreenRequest] {
        guard let selection else { return [] }
        let path = (focus == .detail ? detailPath : nil) ?? parts.last?.path ?? .root
        var wanted = filter?.stores[selection.store] ?? LogList.Filter()
        if path.isRoot { wanted.changed = true } else { wanted.path = path }
        return [.find(store: selection.store, from: selection.seq, isForward: isForward, wanted)]
    }

    private mutating func control(_ key: Key) -> [ScreenRequest] {
        guard !isRecording else {
            message = StyledText("a recording has no gate: nothing can be held or changed", .changed)
            return []
        }
        guard let gate = nextGate else { return [] }
        if key == .character(" ") { return [.command(gate.command, store: gate.store)] }
        guard let held = chosenHeld else {
            message = StyledText(
                gate.command == "resume" ? "\(gate.store) holds no action yet" : "no action is held", .changed)
            return []
        }
        switch key {
        case .character("."): return [.command("step", store: held.store)]
        case .character("e"): return [.edit(held.action.id, store: held.store)]
        default: dropping = held
        }
        return []
    }

    /// Chooses an entry, and moves the session there.
    mutating func choose(_ id: ScreenLog.ID) -> [ScreenRequest] {
        isFollowing = false
        selection = id
        keepSelection()
        let moved = ScreenRequest.move(store: id.store, seq: id.seq)
        return selectedIndex == nil ? seek(id) + [moved] : [moved]
    }

    /// Chooses the newest entry, and stays there.
    mutating func follow() -> [ScreenRequest] {
        let store = selection?.store
        isFollowing = true
        if log.isAtEnd { keepSelection() } else { forgetPages() }
        return store.map { [.move(store: $0, seq: nil)] } ?? []
    }

    /// Chooses the entry so many rows away.
    mutating func travel(_ count: Int) -> [ScreenRequest] {
        guard !log.rows.isEmpty, !isSeeking else { return [] }
        let index = selectedIndex ?? log.rows.count - 1
        if count > 0, index == log.rows.count - 1, log.isAtEnd { return isFollowing ? [] : follow() }
        cursor += count
        return choose(log.rows[min(max(index + count, 0), log.rows.count - 1)].id)
    }

    /// Chooses the first entry.
    mutating func goToBeginning() -> [ScreenRequest] {
        if log.isAtBeginning, let first = log.rows.first { return choose(first.id) }
        guard let store = shownStores.first else { return [] }
        isFollowing = false
        selection = nil
        return seek(ScreenLog.ID(store: store.id, seq: 0))
    }

    /// Requests the pages around an entry.
    mutating func seek(_ id: ScreenLog.ID) -> [ScreenRequest] {
        (generation, loading, isSeeking) = (generation + 1, [], true)
        let (filters, ids) = (filter?.stores ?? [:], shownStores.map(\.id))
        return [.seek(id, filters: filters, stores: ids, count: log.pageSize / 2, generation: generation)]
    }

    /// Forgets what was requested, since other entries are wanted now.
    private mutating func forgetPages() {
        (generation, loading, isSeeking) = (generation + 1, [], false)
        log.forget()
        log.note(shownStores)
        keepSelection()
    }

    /// Shows other entries, around the chosen one if its store is still shown.
    mutating func showOthers() -> [ScreenRequest] {
        forgetPages()
        guard !isFollowing, let selection else { return [] }
        return shownStores.contains { $0.id == selection.store } ? seek(selection) : follow()
    }

    /// Renders the details again: they, the width or the mode have changed.
    mutating func layOut() {
        detailLines = renderedDetail(width: panes.detailWidth)
        if let detailPath {
            let places = detailLines.indices.filter { detailLines[$0].path == detailPath }
            detailCursor = places.min { abs($0 - detailCursor) < abs($1 - detailCursor) } ?? detailCursor
        }
        detailCursor = min(detailCursor, max(detailLines.count - 1, 0))
        keepDetail()
    }

    /// Chooses a line of the details.
    mutating func choose(line: Int) {
        detailCursor = min(max(line, 0), max(detailLines.count - 1, 0))
        detailPath = detailLines.isEmpty ? nil : detailLines[detailCursor].path
        keepDetail()
    }

    /// Keeps the line of the cursor on the screen.
    mutating func keepDetail() {
        let height = panes.bodyHeight
        detailTop = max(min(detailTop, detailCursor, max(detailLines.count - height, 0)), detailCursor - height + 1, 0)
    }
}
