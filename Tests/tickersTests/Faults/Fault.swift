import Foundation
import StubExchange
import Testing

/// A way in which an answer can go wrong.
struct Fault: Sendable, CustomTestStringConvertible {
  /// In a few words, as the documentation has it.
  let name: String
  let reply: Reply
  /// How long to wait for an answer: as short as can be where there is none.
  let timeout: String

  var testDescription: String { name }

  init(_ name: String, _ reply: Reply, isSilent: Bool = false) {
    self.name = name
    self.reply = reply
    timeout = isSilent ? "0.4" : "30"
  }

  static let all = connections + statuses + headers + bodies + redirects

  private static let good = #"[{"symbol":"BTC-USD","last_trade_price":7}]"#

  private static let connections: [Fault] = [
    Fault("closed without an answer", .close),
    Fault("reset without an answer", .reset),
    Fault("no answer", .hang, isSilent: true),
    Fault("closed in the first line", .raw("HTTP/1.1 20".utf8)),
    Fault("reset after the head", Reply([.send(promise), .reset])),
    Fault("closed after the head", Reply([.send(promise), .close])),
    Fault("no body after the head", .hangInBody, isSilent: true),
    Fault("a body that drips", .drip(every: .milliseconds(20)), isSilent: true),
    Fault("a body cut short", .truncated(good)),
    Fault("a chunked body cut short", Reply([.send(chunked + Data("5\r\n[".utf8)), .close])),
    Fault("a chunk of a length that is none", .raw(chunked + Data("zz\r\n[]".utf8))),
    Fault("a body without end", .endless(bytesPerSecond: 500_000_000)),
    Fault("not HTTP", .raw("220 mail.example.org ESMTP\r\n".utf8)),
    Fault("bytes that mean nothing", .raw([0xFF, 0x00, 0x0A, 0x1B])),
  ]

  private static let statuses: [Fault] =
    [204, 205, 206, 304, 400, 401, 403, 404, 405, 407, 408, 410, 418, 426, 429, 451]
    .map(status) + [500, 501, 502, 503, 504, 505, 520, 522, 530, 599].map(status) + [
      Fault("status 100, then 200", interim(100)), Fault("status 103, then 200", interim(103)),
      Fault(
        "status 401 that asks for a password",
        .answer(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")])),
      Fault("status 429, wait an hour", .answer(status: 429, headers: [("Retry-After", "3600")])),
      Fault("status 429, wait −5 s", .answer(status: 429, headers: [("Retry-After", "-5")])),
      Fault(
        "status 429, wait for ever",
        .answer(status: 429, headers: [("Retry-After", "99999999999999999999")])),
      Fault(
        "status 503, wait until yesterday",
        .answer(
          status: 503, headers: [("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")])),
      Fault("status 503, wait soon", .answer(status: 503, headers: [("Retry-After", "soon")])),
    ]

  private static let headers: [Fault] = [
    Fault("a length below the real one", .answer(body: good.utf8, framing: .claimed(5))),
    Fault("a length below zero", .raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n[]".utf8)),
    Fault("a length of 1 TB", .answer(body: good.utf8, framing: .claimed(1 << 40))),
    Fault(
      "two lengths",
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n[]".utf8)),
    Fault("a header without a colon", .raw("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n[]".utf8)),
    Fault("a header without a space", .raw("HTTP/1.1 200 OK\r\nX:y\r\n\r\n[]".utf8)),
    Fault("a header on two lines", .raw("HTTP/1.1 200 OK\r\nX: y\r\n z\r\n\r\n\(good)".utf8)),
    Fault(
      "a header that is not UTF-8",
      .raw(Data("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xE9] + Data("\r\n\r\n[]".utf8))),
    Fault("header lines that end in LF alone", .raw("HTTP/1.1 200 OK\nX: y\n\n[]".utf8)),
    Fault("headers without end", .endlessHeaders(lineLength: 4096)),
    Fault(
      "a header of 1 MB",
      .answer(headers: [("X", String(repeating: "x", count: 1 << 20))], body: good.utf8)),
    Fault("gzip", packed("gzip", gzip)), Fault("deflate", packed("deflate", deflate)),
    Fault("gzip that is none", packed("gzip", Data(good.utf8))),
    Fault("gzip cut short", packed("gzip", gzip.dropLast(20))),
    Fault("gzip in gzip", packed("gzip, gzip", gzip)),
    Fault("brotli, which was not asked for", packed("br", Data(good.utf8))),
    Fault("40 kB that unpack to 40 MB", .bomb(bytes: 40_000)),
  ]

  private static let bodies: [Fault] = [
    body("an empty body", ""), body("a page that wants a sign-in", "<html><body>Welcome</body>"),
    body("no JSON", "{"), body("JSON of another shape", "17"), body("null", "null"),
    body("an object for a list", #"{"error":"maintenance"}"#),
    body("JSON that goes on behind its end", good + "]"),
    Fault("bytes that are not UTF-8", .answer(body: Data([0x5B, 0x22, 0xFF, 0xFE, 0x22, 0x5D]))),
    body("10,000 lists in one another", String(repeating: "[", count: 10_000)),
    body("only rows that mean nothing", "[17,{}]"),
    body("a price of 10^400", #"[{"symbol":"BTC-USD","last_trade_price":1e400}]"#),
    body("a body of 40 MB", "[\"" + String(repeating: "x", count: 40 << 20) + "\"]"),
  ]

  private static let redirects: [Fault] = [
    redirect("a redirect to itself", "/v3/exchange/tickers"),
    redirect("a redirect to a file", "file:///etc/passwd"),
    redirect("a redirect to another kind of address", "ftp://example.org/"),
    redirect("a redirect to a host that is not there", "http://nowhere.invalid/"),
    redirect("a redirect to a closed port", "http://127.0.0.1:1/"),
    redirect("a redirect to nothing", ""),
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
