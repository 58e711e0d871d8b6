import Foundation
import StubExchange
import Testing

/// Many polls of a server that misbehaves one time in four: no row is shown twice, and nothing is
/// left over. `Tests/Soak/run` makes it a long one, and prints what it took.
@Suite struct SoakTests {
  private static let polls =
    ProcessInfo.processInfo.environment["SOAK_POLLS"].flatMap { Int($0) } ?? 200
  private static let isLong = polls > 1000

  private static let faults: [Reply] = [
    .close, .reset, .answer(status: 503), .truncated("[]"), .hang, .answer(status: 429),
    .json("<html>"), .raw("no HTTP".utf8), .hangInBody, .answer(body: Data([0xFF])),
    .drip(every: .milliseconds(5)), .json("[17]"),
  ]

  @Test(.timeLimit(.minutes(60)))
  func `no row is shown twice and nothing is left over`() async throws {
    let exchange = try StubExchange { request in
      request.number % 4 == 3
        ? Self.faults[request.number / 4 % Self.faults.count]
        : .json(#"[{"symbol":"A-B","last_trade_price":\#(request.number + 1)}]"#)
    }
    // What is made once is made before anything is counted.
    _ = await Self.run(polls: 100, of: exchange)
    let before = Usage()
    var usages: [Usage] = []
    var shown: [Int] = []
    for _ in 0..<max(1, Self.polls / 1000) {
      shown += await Self.run(polls: min(Self.polls, 1000), of: exchange)
      usages.append(Usage())
    }

    #expect(shown == Array(Set(shown)).sorted())
    let answered = exchange.requests.dropFirst(100).count { $0.number % 4 != 3 }
    // On a busy machine a good answer may come too late.
    #expect((answered / 2...answered).contains(shown.count))
    if Self.isLong, let last = usages.last {
      print("before: \(before)\nafter each thousand polls: \(usages.map(\.kilobytes)) kB")
      #expect(last.descriptors <= before.descriptors + 2, "\(last)")
      #expect(last.threads <= before.threads + 8, "\(last)")
      let slope = (last.kilobytes - usages[0].kilobytes) / max(1, usages.count - 1)
      print("after: \(last), \(slope) kB a thousand polls")
      #expect(slope < 200)
    }
  }

  /// The prices that so many polls printed.
  private static func run(polls: Int, of exchange: StubExchange) async -> [Int] {
    let outcome = await TestWorld().run([
      "list", "--interval", "1", "--timeout", "0.1", "--count", "\(polls)", "--format", "tsv",
      "--columns", "last", "--no-header", "--url", exchange.url.absoluteString,
    ])
    return outcome.output.split(separator: "\n").compactMap { Int($0) }
  }

  /// What the process holds now.
  private struct Usage: CustomStringConvertible {
    let descriptors = Usage.count("fd")
    let threads = Usage.count("task")
    let kilobytes: Int

    init() {
      let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      kilobytes = (pages ?? 0) * 4
    }

    var description: String { "\(kilobytes) kB, \(descriptors) descriptors, \(threads) threads" }

    private static func count(_ folder: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
    }
  }
}
