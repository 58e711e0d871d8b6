#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Foundation on Linux gives most errors the code `unknown` and libcurl's message as text; the code
  /// of an empty response is `badServerResponse` (`urlErrorCode` in `MultiHandle.swift`; no issue is
  /// known).
  extension MarketError {
    /// The error that libcurl's message stands for; `nil` if the error's code is enough.
    init?(libcurl error: any Error, host: String) {
      let text = error.localizedDescription
      let code = (error as? URLError)?.code
      let error: MarketError? =
        if text.contains("CONNECT") {
          Self.proxyRefusal(text)
        } else if code == .cannotConnectToHost {
          Self.proxy(in: text, unlike: host).map { .unreachable("connection refused by \($0)") }
        } else if code == .badServerResponse {
          .unreachable("no response from \(host) (connection closed)")
        } else if code == .unknown {
          Self.connectionError(text, host) ?? Self.malformed(text)
        } else {
          nil
        }
      guard let error else { return nil }
      self = error
    }

    /// The error of a connection that was lost, not made, or not secure.
    private static func connectionError(_ text: String, _ host: String) -> MarketError? {
      if text.contains("SSL_ERROR_SYSCALL") || text.contains("unexpected eof") {
        .unreachable("connection to \(host) lost")
      } else if text.hasPrefix("SSL") || text.contains("SSL routines") {
        .insecure(host, insecurity(text))
      } else if text.contains("certificate file") || text.contains("CA cert") {
        .insecure(host, "no CA certificates on this machine")
      } else if text.contains("resolve proxy") {
        .unreachable("unknown host: proxy \(text.split(separator: " ").last ?? "")")
      } else {
        nil
      }
    }

    /// The reason that a connection is not secure.
    private static func insecurity(_ text: String) -> String {
      let reasons = [
        ("expired", "certificate expired"),
        ("not yet valid", "certificate not yet valid"),
        ("does not match", "certificate issued for another host name"),
        ("subject name matches", "certificate issued for another host name"),
        ("self-signed certificate in", "certificate not trusted (unknown CA)"),
        ("self-signed", "self-signed certificate"),
        ("local issuer", "certificate not trusted (unknown CA)"),
        ("wrong version number", "not a TLS server"),
        ("protocol", "TLS version not supported"),
        ("legacy", "TLS version not supported"),
        ("handshake failure", "no supported cipher"),
        ("certificate required", "client certificate required"),
      ]
      // OpenSSL before version 3 has no hyphen there.
      let text = text.replacing("self signed", with: "self-signed")
      return reasons.first { text.contains($0.0) }?.1 ?? "certificate not trusted"
    }

    /// The error of a malformed response.
    ///
    /// Foundation ends the transfer at a header line that ends in LF only, lacks the space after the
    /// colon, or is not UTF-8; the body cannot be read then.
    private static func malformed(_ text: String) -> MarketError? {
      let reasons = [
        ("Failed writing header", "invalid header"),
        ("Header without colon", "invalid header"),
        ("Nul byte in header", "invalid header"),
        ("Content-Length: value", "invalid header"),
        ("Too large response headers", "headers too large"),
        ("grew larger than allowed", "headers too large"),
        // Of the memory for one line.
        ("Out of memory", "headers too large"),
        ("chunked-encoding", "invalid chunked encoding"),
        ("content unencoding", "decompression failed"),
        ("content encoding", "decompression failed"),
        ("Content or Transfer-Encoding", "decompression failed"),
      ]
      return reasons.first { text.contains($0.0) }.map { .malformed($0.1) }
    }

    /// The error of a proxy that refused to connect to an https server; transient if its status is 5xx.
    private static func proxyRefusal(_ text: String) -> MarketError? {
      guard let match = text.firstMatch(of: /\b[1-5][0-9][0-9]\b/), let status = Int(match.0) else {
        return nil
      }
      let sentence = "\(secureProxy) refused the connection: HTTP \(status)"
      return (500...599).contains(status) ? .unreachable(sentence) : .untrusted(sentence)
    }

    /// The proxy that libcurl failed to connect to; `nil` if it was the requested host.
    private static func proxy(in text: String, unlike host: String) -> String? {
      let words = text.split(separator: " ")
      guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6, words[4] != host
      else { return nil }
      return "proxy \(words[4].contains(":") ? "[\(words[4])]" : words[4]):\(words[6])"
    }

    /// The proxy for https URLs, in the variables and the order of libcurl, without its password.
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
