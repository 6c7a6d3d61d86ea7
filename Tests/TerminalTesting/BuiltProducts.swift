public import Foundation

/// The executables that were built together with the tests.
public enum BuiltProducts {
    /// The folder they are in.
    public static var directory: URL {
        // On macOS the tests are a bundle loaded by a tool elsewhere; on Linux they are an executable.
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        return Bundle.main.bundleURL
    }

    /// The path of an executable by its product's name.
    public static func path(of name: String) -> String {
        directory.appendingPathComponent(name).path
    }
}
