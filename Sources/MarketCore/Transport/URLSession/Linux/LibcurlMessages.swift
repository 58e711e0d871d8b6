#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Foundation on Linux gives most errors the code `unknown`, and libcurl's message as their text
  /// (`urlErrorCode` in its `MultiHandle.swift`; no issue of it is known).
  extension MarketError {
    /// The error that the message of libcurl means; `nil` if it means none, or the code says it all.
    init?(libcurl error: any Error, host: String) {
      let text = error.localizedDescription
      let code = (error as? URLError)?.code
      let error: MarketError? =
        if text.contains("CONNECT") {
          Self.refusal(text)
        } else if code == .cannotConnectToHost {
          Self.proxy(in: text, unlike: host).map { .unreachable("connection refused by \($0)") }
        } else if code == .unknown {
          Self.broken(text, host) ?? Self.unreadable(text)
        } else {
          nil
        }
      guard let error else { return nil }
      self = error
    }

    /// A connection that was not made, or was not secure.
    private static func broken(_ text: String, _ host: String) -> MarketError? {
      if text.contains("SSL_ERROR_SYSCALL") || text.contains("unexpected eof") {
        .unreachable("connection to \(host) lost")
      } else if text.hasPrefix("SSL") || text.contains("SSL routines") {
        .insecure(host, reason(text))
      } else if text.contains("certificate file") || text.contains("CA cert") {
        .insecure(host, "no CA certificates on this machine")
      } else if text.contains("resolve proxy") {
        .unreachable("unknown host: proxy \(text.split(separator: " ").last ?? "")")
      } else {
        nil
      }
    }

    /// Why a connection is not secure.
    private static func reason(_ text: String) -> String {
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
      // OpenSSL before version 3 writes it without the hyphen.
      let text = text.replacing("self signed", with: "self-signed")
      return reasons.first { text.contains($0.0) }?.1 ?? "certificate not trusted"
    }

    /// The error of an unreadable response.
    ///
    /// Foundation takes no header line that ends in LF alone, has no space after its colon or is not
    /// UTF-8, and ends the transfer at the first: there is no way to get at the body behind it.
    private static func unreadable(_ text: String) -> MarketError? {
      let reasons = [
        ("Failed writing header", "invalid header"),
        ("Header without colon", "invalid header"),
        ("Nul byte in header", "invalid header"),
        ("Content-Length: value", "invalid header"),
        ("Too large response headers", "headers too large"),
        ("grew larger than allowed", "headers too large"),
        // The memory that it grants a line.
        ("Out of memory", "headers too large"),
        ("chunked-encoding", "invalid chunked encoding"),
        ("content unencoding", "decompression failed"),
        ("content encoding", "decompression failed"),
        ("Content or Transfer-Encoding", "decompression failed"),
      ]
      return reasons.first { text.contains($0.0) }.map { .malformed($0.1) }
    }

    /// The error of a proxy that refused to connect to an https server: transient when the proxy's
    /// status is a 5xx.
    private static func refusal(_ text: String) -> MarketError? {
      guard let match = text.firstMatch(of: /\b[1-5][0-9][0-9]\b/), let status = Int(match.0) else {
        return nil
      }
      let sentence = "\(secureProxy) refused the connection: HTTP \(status)"
      return (500...599).contains(status) ? .unreachable(sentence) : .untrusted(sentence)
    }

    /// The host that libcurl failed to connect to, if it is not the one that was asked for.
    private static func proxy(in text: String, unlike host: String) -> String? {
      let words = text.split(separator: " ")
      guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6, words[4] != host
      else { return nil }
      return "proxy \(words[4].contains(":") ? "[\(words[4])]" : words[4]):\(words[6])"
    }

    /// The proxy of https URLs for people, without its password: as libcurl finds it.
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
