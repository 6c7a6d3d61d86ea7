import InspectorCore
package import StrobeTree

extension Value {
    /// The value that a page means: the inverse of `forPage`.
    ///
    /// - Throws: `malformedJSON` for an integer that is none.
    package func fromPage() throws(TreeError) -> Value {
        switch self {
        case .array(let elements):
            var result: [Value] = []
            for element in elements { result.append(try element.fromPage()) }
            return .array(result)
        case .object(let object):
            if object.count == 1, case .string(let digits)? = object["\u{1}"] {
                if let number = Int64(digits) { return .int(number) }
                if let number = UInt64(digits) { return .uint(number) }
                throw TreeError(.malformedJSON, "\(digits.prefix(40)) is not a 64-bit integer.")
            }
            var result = Value.Object()
            for (key, value) in object {
                result[key.utf8.first == 1 ? String(key.dropFirst()) : key] = try value.fromPage()
            }
            return .object(result)
        default: return self
        }
    }
}
