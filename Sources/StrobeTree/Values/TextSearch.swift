/// Looks for a text in others, in a time that is linear in the length of both.
///
/// Source: Donald E. Knuth, James H. Morris, Vaughan R. Pratt, "Fast Pattern Matching in Strings", 1977.
package struct TextSearch<Element: Equatable & Sendable>: Sendable {
    package let needle: [Element]
    /// For each beginning of the needle the length of the longest shorter one that it ends with.
    private let borders: [Int]

    package init(_ needle: [Element]) {
        self.needle = needle
        var borders = [Int](repeating: 0, count: needle.count)
        var length = 0
        for index in needle.indices.dropFirst() {
            while length > 0, needle[index] != needle[length] { length = borders[length - 1] }
            if needle[index] == needle[length] { length += 1 }
            borders[index] = length
        }
        self.borders = borders
    }

    /// The end of the first match; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - form: The part of an element that is compared.
    ///   - meter: Counts the steps; the result counts only if its limit is not exceeded.
    package func end<Text: Collection<Element>>(
        in text: Text, _ meter: WorkMeter? = nil, form: (Element) -> Element = { $0 }
    ) -> Text.Index? {
        guard !needle.isEmpty else { return text.startIndex }
        var length = 0
        var index = text.startIndex
        while index != text.endIndex {
            // It never goes back further than it came.
            guard meter?.spend(2) ?? true else { return nil }
            let element = form(text[index])
            while length > 0, element != needle[length] { length = borders[length - 1] }
            if element == needle[length] { length += 1 }
            text.formIndex(after: &index)
            if length == needle.count { return index }
        }
        return nil
    }
}
