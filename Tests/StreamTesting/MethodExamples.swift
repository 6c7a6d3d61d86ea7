import Foundation
import StrobeProtocol
public import StrobeTree

/// The examples of `protocols/v1/examples`, with which tests ask methods that they have no questions of their own for.
public enum MethodExamples {
    /// The params of a method in its examples, without the store.
    public static func params(of method: String) throws -> [Value.Object] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "protocols/v1/examples/\(method.replacing("/", with: "-"))")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        return try names.filter { $0.hasPrefix("params") }.sorted().compactMap { name in
            guard
                case .object(var params) = try JSON.parse(
                    String(contentsOf: folder.appending(path: name), encoding: .utf8))
            else {
                return nil
            }
            params["store"] = nil
            return params
        }
    }

    /// The methods that are not among some, with the params of their examples.
    ///
    /// - Parameters:
    ///   - asked: The methods with questions of their own.
    ///   - isReading: Whether only methods for read access are returned.
    public static func others(
        than asked: Set<String>, isReading: Bool = false
    ) throws -> [(method: String, params: [Value.Object])] {
        try MethodRegistry.requests
            .filter { !asked.contains($0.method) && (!isReading || $0.access == .read) }
            .map { ($0.method, try params(of: $0.method)) }
    }
}
