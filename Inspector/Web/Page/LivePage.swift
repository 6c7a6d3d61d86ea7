import InspectorCore
import InspectorPages

/// The page of a running program: that of a report, with scripts that read from a socket.
package enum LivePage {
    /// The page, as UTF-8; there is nothing of the program in it.
    ///
    /// - Parameters:
    ///   - host: The host and port in its address.
    ///   - nonce: A random text for its scripts.
    package static func bytes(host: String, nonce: String) -> [UInt8] {
        let parts = [
            pages_js(), follow_js(), earlier_js(), missed_js(), compare_js(), edit_js(), action_js(), dispatch_js(),
            bookmarks_js(), gate_js(),
        ]
        return ReportPage.page(
            title: "strobe", nonce: nonce, policy: PageAnswer.policy(host: host), data: Array("null".utf8),
            without: "This page needs JavaScript, which is off.",
            scripts: [socket_js(), live_js()].map { (ReportPage.ScriptPlace.source, String(cString: $0)) }
                + parts.map { (ReportPage.ScriptPlace.parts, String(cString: $0)) },
            style: String(cString: live_css()))
    }
}
