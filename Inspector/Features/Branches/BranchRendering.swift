import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders branches as text.
struct BranchRendering {
    var layout = Layout()
    /// The id of the current branch, which gets a mark.
    var here: String?

    /// The lines of a list of branches.
    func lines(_ branches: [BranchDescription]) -> [StyledText] {
        guard !branches.isEmpty else { return [StyledText("no branches; `branch skip 3` creates one", .dim)] }
        var table = Table(.left, .right, .left, .left, .left, .left)
        for branch in branches {
            table.add(
                StyledText(branch.id == here ? "▸" : " ", .changed), StyledText(branch.id, .strong),
                StyledText(branch.name ?? "", .past), StyledText("@\(branch.base) → @\(branch.seq)"),
                Self.errors(of: branch), StyledText(Self.edits(of: branch), .dim))
        }
        return table.lines(width: layout.width, flexible: 5)
    }

    /// The lines that describe one branch.
    func description(of branch: BranchDescription) -> [StyledText] {
        var header = StyledText("branch:\(branch.id)", .strong)
        if let name = branch.name { header += "  " + StyledText(name, .past) }
        let replayed =
            branch.from > branch.to ? "nothing of the log" : "\(branch.from)..\(branch.to) of the log"
        header += StyledText("  @\(branch.base) → @\(branch.seq)  \(replayed)", .dim)
        let errors = Self.errors(of: branch)
        if !errors.plain.isEmpty {
            header += "  " + errors + StyledText(branch.firstError.map { ", first at \($0)" } ?? "", .failure)
        }
        let edits = StyledText(Self.edits(of: branch)).wrapped(to: layout.width - 2, hanging: 0)
        return [header.fitted(to: layout.width)] + edits.map { $0.indented(by: 2) }
    }

    /// The remarks on the entries of a branch, by seq.
    static func remarks(on entries: [LogEntry]) -> [Int: String] {
        var remarks: [Int: String] = [:]
        for entry in entries {
            switch (entry.originSeq, entry.edited) {
            case (nil, _): remarks[entry.seq] = "inserted"
            case (let origin?, true?): remarks[entry.seq] = "edited, \(origin) of the log"
            case (let origin?, _) where origin != entry.seq: remarks[entry.seq] = "\(origin) of the log"
            default: break
            }
        }
        return remarks
    }

    private static func edits(of branch: BranchDescription) -> String {
        guard !branch.edits.isEmpty else { return "unedited" }
        return branch.edits.joined(separator: ", ")
            + (branch.more.map { " and \(NumberText.counted($0, "more edit"))" } ?? "")
    }

    private static func errors(of branch: BranchDescription) -> StyledText {
        StyledText(branch.errors > 0 ? NumberText.counted(branch.errors, "error") : "", .failure)
    }
}
