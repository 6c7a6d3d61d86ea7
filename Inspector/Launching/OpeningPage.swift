import InspectorCore
import StrobeSystem
import StrobeTransport

/// A file that leads a browser to a link, so that its key is in no command line.
struct OpeningPage {
    private let path: String

    /// Writes the file, which only this user can read, and opens it in the browser.
    init(_ link: String) throws {
        path = try RuntimeDirectory(creating: RuntimeDirectory.location()).path(of: "web-\(getpid()).html")
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(link)\"><title>strobe</title>"
        try OutputFile.write(Array(page.utf8), to: path)
        #if os(macOS)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        let command = try ShellCommand(
            "exec \(program) \"$STROBE_PAGE\"", defaults: ["STROBE_PAGE": path], terminalOf: nil)
        Task { _ = await command.finish() }
        Task { [path] in
            // The link in it has ended by then.
            try? await Task.sleep(for: .seconds(60))
            unlink(path)
        }
    }

    /// Removes the file: the browser has read it, or never will.
    func remove() { unlink(path) }
}
