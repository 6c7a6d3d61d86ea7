package import NIOHTTP1

/// The headers of the answers: what a browser must not do with them.
package enum PageAnswer {
    /// The headers of every answer.
    package static let commonHeaders: HTTPHeaders = [
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
        "X-Frame-Options": "DENY",
    ]

    /// The headers of the page: its own scripts alone run, and reach its own socket alone.
    package static func headers(host: String, nonce: String) -> HTTPHeaders {
        var headers = commonHeaders
        headers.add(name: "Content-Type", value: "text/html; charset=utf-8")
        headers.add(
            name: "Content-Security-Policy",
            value: """
                default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; \
                base-uri 'none'; form-action 'none'; frame-ancestors 'none'\(policy(host: host))
                """)
        return headers
    }

    /// What the policy of the page has beyond that of a report.
    package static func policy(host: String) -> String {
        "; connect-src ws://\(host); require-trusted-types-for 'script'; trusted-types 'none'"
    }

    /// 16 random bytes in hexadecimal digits, for one answer.
    static func nonce() -> String {
        (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 16) }.joined()
    }
}
