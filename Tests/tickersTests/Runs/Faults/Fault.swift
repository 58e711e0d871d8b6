import Foundation
import StubExchange
import Testing

/// A way in which an answer can go wrong.
struct Fault: Sendable, CustomTestStringConvertible {
  /// In a few words, as the documentation has it.
  let name: String
  let reply: Reply
  /// The timeout: as short as possible where there is no response.
  let timeout: String
  /// How many polls there are at most until a good answer is shown after the fault: a short timeout
  /// binds the good answer, too, which a busy machine may not send in time.
  let polls: String

  var testDescription: String { name }

  init(_ name: String, _ reply: Reply, isSilent: Bool = false) {
    self.name = name
    self.reply = reply
    (timeout, polls) = isSilent ? ("0.4", "100") : ("30", "2")
  }

  static let all = connections + statuses + headers + bodies + redirects

  private static let good = #"[{"symbol":"BTC-USD","last_trade_price":7}]"#

  private static let connections: [Fault] = [
    Fault("connection closed without a response", .close),
    Fault("connection reset without a response", .reset),
    Fault("no response", .hang, isSilent: true),
    Fault("connection closed within the status line", .raw("HTTP/1.1 20".utf8)),
    Fault("connection reset after the headers", Reply([.send(promise), .reset])),
    Fault("connection closed after the headers", Reply([.send(promise), .close])),
    Fault("headers without a body", .hangInBody, isSilent: true),
    Fault("a body that trickles in", .drip(every: .milliseconds(20)), isSilent: true),
    Fault("a truncated body", .truncated(good)),
    Fault("a truncated chunked body", Reply([.send(chunked + Data("5\r\n[".utf8)), .close])),
    Fault("an invalid chunk length", .raw(chunked + Data("zz\r\n[]".utf8))),
    Fault("an endless body", .endless(bytesPerSecond: 500_000_000)),
    Fault("not HTTP", .raw("220 mail.example.org ESMTP\r\n".utf8)),
    Fault("random bytes", .raw([0xFF, 0x00, 0x0A, 0x1B])),
  ]

  private static let statuses: [Fault] =
    [204, 205, 206, 304, 400, 401, 403, 404, 405, 407, 408, 410, 418, 426, 429, 451]
    .map(status) + [500, 501, 502, 503, 504, 505, 520, 522, 530, 599].map(status) + [
      Fault("status 100, then 200", interim(100)), Fault("status 103, then 200", interim(103)),
      Fault(
        "status 401 with an authentication challenge",
        .answer(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")])),
      Fault(
        "status 429, Retry-After of an hour",
        .answer(status: 429, headers: [("Retry-After", "3600")])),
      Fault(
        "status 429, Retry-After below 0", .answer(status: 429, headers: [("Retry-After", "-5")])),
      Fault(
        "status 429, Retry-After without end",
        .answer(status: 429, headers: [("Retry-After", "99999999999999999999")])),
      Fault(
        "status 503, Retry-After in the past",
        .answer(
          status: 503, headers: [("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")])),
      Fault(
        "status 503, invalid Retry-After", .answer(status: 503, headers: [("Retry-After", "soon")])),
    ]

  private static let headers: [Fault] = [
    Fault("a Content-Length too small", .answer(body: good.utf8, framing: .claimed(5))),
    Fault("a Content-Length below 0", .raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n[]".utf8)),
    Fault("a Content-Length of 1 TB", .answer(body: good.utf8, framing: .claimed(1 << 40))),
    Fault(
      "a Content-Length of 2^63 - 1",
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n[]".utf8)),
    Fault("a trailer", .trailer(good)),
    Fault("connection closed within the headers", .raw("HTTP/1.1 200 OK\r\nX: y\r\n".utf8)),
    Fault(
      "two Content-Length headers",
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n[]".utf8)),
    Fault("a header without a colon", .raw("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n[]".utf8)),
    Fault(
      "a header without a space after its colon", .raw("HTTP/1.1 200 OK\r\nX:y\r\n\r\n[]".utf8)),
    Fault("a folded header", .raw("HTTP/1.1 200 OK\r\nX: y\r\n z\r\n\r\n\(good)".utf8)),
    Fault(
      "a header that is not UTF-8",
      .raw(Data("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xE9] + Data("\r\n\r\n[]".utf8))),
    Fault("header lines that end in LF", .raw("HTTP/1.1 200 OK\nX: y\n\n[]".utf8)),
    Fault("endless headers", .endlessHeaders(lineLength: 4096)),
    Fault(
      "a header of 1 MB",
      .answer(headers: [("X", String(repeating: "x", count: 1 << 20))], body: good.utf8)),
    Fault("gzip", packed("gzip", gzip)), Fault("deflate", packed("deflate", deflate)),
    Fault("invalid gzip", packed("gzip", Data(good.utf8))),
    Fault("truncated gzip", packed("gzip", gzip.dropLast(20))),
    Fault("gzip in gzip", packed("gzip, gzip", gzip)),
    Fault("brotli, which was not requested", packed("br", Data(good.utf8))),
    Fault("40 kB that decompress to 40 MB", .bomb(bytes: 40_000)),
  ]

  private static let bodies: [Fault] = [
    body("an empty body", ""), body("an HTML page", "<html><body>Welcome</body>"),
    body("invalid JSON", "{"), body("JSON of another shape", "17"), body("null", "null"),
    body("an object instead of an array", #"{"error":"maintenance"}"#),
    body("text after the JSON", good + "]"),
    Fault("bytes that are not UTF-8", .answer(body: Data([0x5B, 0x22, 0xFF, 0xFE, 0x22, 0x5D]))),
    body("10,000 nested arrays", String(repeating: "[", count: 10_000)),
    body("only invalid rows", "[17,{}]"),
    body("a price of 10^400", #"[{"symbol":"BTC-USD","last_trade_price":1e400}]"#),
    body("a body of 40 MB", "[\"" + String(repeating: "x", count: 40 << 20) + "\"]"),
  ]

  private static let redirects: [Fault] = [
    redirect("a redirect to itself", "/v3/exchange/tickers"),
    redirect("a redirect to a file", "file:///etc/passwd"),
    redirect("a redirect to FTP", "ftp://example.org/"),
    redirect("a redirect to an unknown host", "http://nowhere.invalid/"),
    redirect("a redirect to a closed port", "http://127.0.0.1:1/"),
    redirect("a redirect to a scheme in capitals", "HTTP://127.0.0.1:1/"),
    redirect("a redirect with an empty address", ""),
    Fault("a redirect without an address", .answer(status: 302)),
  ]

  private static let promise = Reply.head(headers: [("Content-Length", "9")])
  private static let chunked = Reply.head(headers: [("Transfer-Encoding", "chunked")])

  private static func status(_ status: Int) -> Fault {
    Fault("status \(status)", .answer(status: status))
  }

  private static func interim(_ status: Int) -> Reply {
    let head = Data("HTTP/1.1 \(status) Stub\r\n\r\n".utf8)
    return Reply([.send(head)] + Reply.json(good).steps)
  }

  private static func body(_ name: String, _ text: String) -> Fault { Fault(name, .json(text)) }

  private static let gzip =
    base64("H4sIAAAAAAACA4uuViquzE3Kz1GyUnIKcdYNDXZR0lHKSSwuiS8pSkxJjS8oykxOVbIyr40FAC8yPPwrAAAA")
  private static let deflate =
    base64("eJyLrlYqrsxNys9RslJyCnHWDQ12UdJRykksLokvKUpMSY0vKMpMTlWyMq+NBQA3zg5x")

  private static func base64(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }

  private static func packed(_ encoding: String, _ body: Data) -> Reply {
    .answer(headers: [("Content-Encoding", encoding)], body: body)
  }

  private static func redirect(_ name: String, _ location: String) -> Fault {
    Fault(name, .answer(status: 302, headers: [("Location", location)]))
  }
}
