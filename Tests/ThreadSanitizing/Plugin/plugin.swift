import Foundation
import PackagePlugin

/// Gives the target that it is applied to what ThreadSanitizer can follow, in place of what the standard library has.
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
