import InspectorCore

/// The page of a running program: that of a report, with scripts that read from a socket.
package enum LivePage {
    /// The page, as UTF-8; there is nothing of the program in it.
    ///
    /// - Parameters:
    ///   - host: The host and port in its address.
    ///   - nonce: A random text for its scripts.
    package static func bytes(host: String, nonce: String) -> [UInt8] {
        ReportPage.page(
            title: "strobe", nonce: nonce, policy: PageAnswer.policy(host: host), data: Array("null".utf8),
            without: "This page needs JavaScript, which is off.",
            scripts: [
                (.source, PackageResources.socket_js), (.source, PackageResources.live_js),
                (.parts, PackageResources.pages_js), (.parts, PackageResources.follow_js),
                (.parts, PackageResources.earlier_js), (.parts, PackageResources.missed_js),
                (.parts, PackageResources.compare_js), (.parts, PackageResources.edit_js),
                (.parts, PackageResources.action_js),
                (.parts, PackageResources.dispatch_js), (.parts, PackageResources.bookmarks_js),
                (.parts, PackageResources.gate_js),
            ], style: PackageResources.live_css)
    }
}
