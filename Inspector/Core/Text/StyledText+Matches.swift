package import LineEditing
package import StrobeTree

extension StyledText {
    /// The text with what matches a pattern marked, at most the first few.
    package func marking(_ pattern: Pattern) -> StyledText {
        var marked = StyledText()
        var rest = self
        for _ in 0..<20 {
            guard let range = pattern.firstMatch(in: rest.plain), !range.isEmpty else { break }
            let (before, others) = rest.split(at: range.lowerBound.utf16Offset(in: rest.plain))
            let (match, after) = others.split(
                at: rest.plain.utf16.distance(from: range.lowerBound, to: range.upperBound))
            marked += before
            for segment in match.segments { marked.append(segment.text, segment.style.union(.match)) }
            rest = after
        }
        return marked + rest
    }

    /// The text cut to a width on both sides, so that the first match of a pattern is seen.
    package func fitted(to limit: Int, around pattern: Pattern) -> StyledText {
        let text = plain
        guard width > limit, let range = pattern.firstMatch(in: text) else { return fitted(to: limit).marking(pattern) }
        let (start, end) = (Columns.width(of: text[..<range.lowerBound]), Columns.width(of: text[..<range.upperBound]))
        // A beginning that shows the match says most.
        guard end >= limit else { return marking(pattern).fitted(to: limit) }
        let room = max(limit - 1 - (end - start), 0)
        let hidden = max(start - room / 3, 0)
        var dropped = text.startIndex
        while dropped < range.lowerBound, Columns.width(of: text[..<dropped]) < hidden {
            dropped = text.index(after: dropped)
        }
        let shown = marking(pattern).split(at: dropped.utf16Offset(in: text)).1
        return StyledText("…", .dim) + shown.fitted(to: limit - 1)
    }

    /// The text before and after an offset in UTF-16.
    private func split(at offset: Int) -> (StyledText, StyledText) {
        var (before, after) = (StyledText(), StyledText())
        var left = offset
        for segment in segments {
            let count = segment.text.utf16.count
            let index = segment.text.utf16.index(segment.text.startIndex, offsetBy: min(max(left, 0), count))
            before.append(String(segment.text[..<index]), segment.style)
            after.append(String(segment.text[index...]), segment.style)
            left -= count
        }
        return (before, after)
    }
}
