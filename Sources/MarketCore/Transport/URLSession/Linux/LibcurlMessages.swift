#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Foundation on Linux gives most errors the code `unknown`, and libcurl's message as their text. An
  /// empty response has the code `badServerResponse` (`urlErrorCode` in `MultiHandle.swift`; no bug report
  /// is known).
  extension MarketError {
    /// A more precise error than the code of the `URLError` alone would give; `nil` if there is none.
    init?(libcurl error: any Error, host: String) {
      let text = error.localizedDescription
      let error: MarketError? =
        switch (error as? URLError)?.code {
        case _ where text.contains("CONNECT"): Self.proxyRefusal(text)
        case .cannotConnectToHost:
          Self.proxy(in: text, unlike: host).map { .unreachable("connection refused by \($0)") }
        case .badServerResponse: .unreachable("no response from \(host) (connection closed)")
        case .unknown:
          Self.connectionError(text, host)
            ?? Self.reason(in: Self.faults, text).map { .malformed($0) }
        default: nil
        }
      guard let error else { return nil }
      self = error
    }

    private static func connectionError(_ text: String, _ host: String) -> MarketError? {
      if text.contains("SSL_ERROR_SYSCALL") || text.contains("unexpected eof") {
        .unreachable("connection to \(host) lost")
      } else if text.hasPrefix("SSL") || text.contains("SSL routines") {
        .insecure(host, reason(in: insecurities, text) ?? "certificate not trusted")
      } else if text.contains("certificate file") || text.contains("CA cert") {
        .insecure(host, "no CA certificates on this machine")
      } else if text.contains("resolve proxy") {
        .unreachable("unknown host: proxy \(text.split(separator: " ").last ?? "")")
      } else {
        nil
      }
    }

    private static func reason(
      in reasons: KeyValuePairs<String, [String]>, _ text: String
    ) -> String? {
      reasons.first { $0.value.contains { text.contains($0) } }?.key
    }

    /// Reasons, and phrases that mean them. OpenSSL before version 3 writes `self signed`.
    private static let insecurities: KeyValuePairs = [
      "certificate expired": ["expired"], "certificate not yet valid": ["not yet valid"],
      "certificate issued for another host name": ["does not match", "subject name matches"],
      "certificate not trusted (unknown CA)": ["signed certificate in", "local issuer"],
      "self-signed certificate": ["self-signed", "self signed"],
      "not a TLS server": ["wrong version number"],
      "TLS version not supported": ["protocol", "legacy"],
      "no supported cipher": ["handshake failure"],
      "client certificate required": ["certificate required"],
    ]

    /// Reasons, and phrases of libcurl's messages that mean them. Foundation ends a transfer before the
    /// body if a header line ends in LF only, has no space after the colon, or is not UTF-8.
    private static let faults: KeyValuePairs = [
      "invalid header": [
        "Failed writing header", "Header without colon", "Nul byte in header",
        "Content-Length: value",
      ],
      // `Out of memory` is about the memory that libcurl allows for one header line.
      "headers too large": [
        "Too large response headers", "grew larger than allowed", "Out of memory",
      ],
      "invalid chunked encoding": ["chunked-encoding"],
      "decompression failed": [
        "content unencoding", "content encoding", "Content or Transfer-Encoding",
      ],
    ]

    /// The error of a proxy that refused to connect to an https server; `nil` if no HTTP status is known.
    private static func proxyRefusal(_ text: String) -> MarketError? {
      guard let match = text.firstMatch(of: /\b[1-5][0-9][0-9]\b/), let status = Int(match.0) else {
        return nil
      }
      let sentence = "\(secureProxy) refused the connection: HTTP \(status)"
      return (500...599).contains(status) ? .unreachable(sentence) : .untrusted(sentence)
    }

    /// The proxy to which libcurl failed to connect, as in `proxy 10.0.0.1:3128`; `nil` if there is none.
    private static func proxy(in text: String, unlike host: String) -> String? {
      let words = text.split(separator: " ")
      let start = "Failed to connect to".split(separator: " ")
      guard words.starts(with: start), words.count > 6, words[4] != host
      else { return nil }
      return "proxy \(words[4].contains(":") ? "[\(words[4])]" : words[4]):\(words[6])"
    }

    /// The proxy for https, from libcurl's variables, without password: `proxy HOST:3128`; `proxy` if unset.
    private static var secureProxy: String {
      let environment = ProcessInfo.processInfo.environment
      let url = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        .compactMap { environment[$0] }.first { !$0.isEmpty }
      let address = url?.replacing(/^[^:\/]*:\/\//, with: "").replacing(/^.*@/, with: "")
        .prefix { $0 != "/" }
      return address.map { "proxy \($0)" } ?? "proxy"
    }
  }
#endif
