import Foundation
import PackagePlugin

/// Adds replacements that ThreadSanitizer can follow for parts of the standard library to a target.
@main
struct ThreadSanitizing: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
        ["Mutex.swift", "CheckedContinuation.swift"].map { file in
            let source = context.package.directoryURL.appending(path: "Tests/ThreadSanitizing/\(file)")
            let copy = context.pluginWorkDirectoryURL.appending(path: file)
            return .buildCommand(
                displayName: "Copy \(file) to \(target.name)",
                executable: URL(filePath: "/bin/cp"),
                arguments: [source.path(percentEncoded: false), copy.path(percentEncoded: false)],
                inputFiles: [source],
                outputFiles: [copy])
        }
    }
}
