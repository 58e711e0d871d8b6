import Foundation
import StubExchange
import Synchronization
import TestTools
import Testing

/// Many polls of a server that misbehaves one time in four. `Tests/Soak/run` makes thousands of
/// these polls, and measures them.
@Suite(.startsPrograms(minutes: 60))
struct SoakTests {
  private static let polls =
    ProcessInfo.processInfo.environment["SOAK_POLLS"].flatMap { Int($0) } ?? 60

  /// A response that keeps its connection for ever, unless the program lets go of it.
  private static let drip = Reply.drip(every: .milliseconds(5))

  private static let faults: [Reply] = [
    .close, .reset, .answer(status: 503), .truncated("[]"), .hang, .answer(status: 429),
    .json("<html>"), .raw("no HTTP".utf8), .hangInBody, .answer(body: Data([0xFF])), drip,
    .json("[17]"), .answer(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")]),
  ]

  /// An exchange whose price is one higher with every request; `count` is called with each.
  private static func exchange(
    faults: [Reply] = faults, every period: Int = 4,
    _ count: @escaping @Sendable (_ polls: Int) -> Void = { _ in }
  ) throws -> StubExchange {
    try StubExchange(keeping: 0) { request in
      count(request.number)
      return request.number % period == period - 1
        ? faults[request.number / period % faults.count]
        : .json(#"[{"symbol":"A-B","last_trade_price":\#(request.number + 1)}]"#)
    }
  }

  private static func arguments(
    _ exchange: StubExchange, polls: Int, interval: String
  ) -> [String] {
    [
      "list", "--interval", interval, "--timeout", "0.1", "--count", "\(polls)", "--format", "tsv",
      "--columns", "last", "--no-header", "--url", exchange.url.absoluteString,
    ]
  }

  /// Each price is shown once and in its order, and most that are answered are.
  private static func check(_ output: String, polls: Int, every period: Int = 4) {
    let shown = output.split(separator: "\n").compactMap { Int($0) }
    #expect(shown == Array(Set(shown)).sorted())
    // On a busy machine a good answer may come too late, and a drip may be in time.
    #expect(((polls - polls / period) / 2..<polls).contains(shown.count))
  }

  @Test func `no row is shown twice`() async throws {
    let exchange = try Self.exchange()
    let outcome = await TestWorld().run(
      Self.arguments(exchange, polls: Self.polls, interval: "1"))
    Self.check(outcome.output, polls: Self.polls)
  }

  @Test(.needs("/proc/self/status"))
  func `failed requests leave nothing over in the program`() async throws {
    // Few polls must meet the fault that leaves the most.
    let isLong = Self.polls > 1000
    let (polls, period) = isLong ? (Self.polls / 10, 4) : (20, 2)
    let warmUp = isLong ? polls / 2 : 4
    let usages = Mutex<(process: Int32, all: [Usage])>((0, []))
    // What is made once is made by then.
    let exchange = try Self.exchange(
      faults: isLong ? Self.faults : [Self.drip], every: period
    ) { number in
      guard number >= warmUp else { return }
      usages.withLock { usages in
        if let usage = try? Usage(of: usages.process) { usages.all.append(usage) }
      }
    }
    let program = try Program(Self.arguments(exchange, polls: polls, interval: "0.1"))
    usages.withLock { $0.process = program.processIdentifier }
    let deadline = ContinuousClock.now + .seconds(60 + polls)
    while program.isRunning, .now < deadline { try await Task.sleep(for: .milliseconds(50)) }
    // The last poll may fail.
    #expect([0, 65, 69, 75].contains(await program.status()))
    Self.check(program.output.text, polls: polls, every: period)
    let all = usages.withLock(\.all)
    try #require(all.count > 1)
    let (half, end) = (all[0], all[all.count - 1])
    let slope = (end.kilobytes - half.kilobytes) * 1000 / (polls - warmUp)
    if polls > 1000 { print("at half time \(half); at last \(end); \(slope) kB a thousand") }
    #expect(end.descriptors <= half.descriptors + 2)
    #expect(end.threads <= half.threads + 4)
    #expect(polls < 1000 || slope < 500)
  }

  /// The pairs of an exchange of which each tenth answer is bad, in turn: without rows, without the last
  /// row, with each row twice, and later than the timeout.
  private static let symbols = ["A-B", "C-D", "E-F"]

  private static func gappyExchange() throws -> StubExchange {
    try StubExchange(keeping: 0) { request in
      let rows = symbols.map { #"{"symbol":"\#($0)","last_trade_price":\#(request.number + 1)}"# }
      func list(_ rows: [String]) -> Reply { .json("[\(rows.joined(separator: ","))]") }
      guard request.number % 10 == 9 else { return list(rows) }
      switch request.number / 10 % 4 {
      case 0: return list([])
      case 1: return list(rows.dropLast())
      case 2: return list(rows + rows)
      default: return .hang
      }
    }
  }

  /// The lines of so many polls, of which an answer may have the rows of requested pairs only.
  private static func gappyLines(_ polls: Int) -> [String] {
    (0..<polls).flatMap { number -> [String] in
      let count = number % 10 == 9 ? [0, 2, 3, 0][number / 10 % 4] : 3
      return symbols.prefix(count).map { "\($0)\t\(number + 1)" }
    }
  }

  /// The polls end with an answer that is good, empty, short, doubled or late.
  @Test(arguments: [["price"] + symbols, ["list", "--sort", "symbol"]], [nil, 10, 20, 30, 40])
  func `each tenth answer is empty, short, doubled or late, and no row is lost`(
    command: [String], end: Int?
  ) async throws {
    let isLong = Self.polls > 1000
    let polls = end ?? (isLong ? 2_001 : 41)
    let exchange = try Self.gappyExchange()
    let start = ContinuousClock.now
    let outcome = await TestWorld().run(
      command + [
        // No answer is late on a busy machine, where the other tests run, too.
        "--interval", "1", "--timeout", isLong ? "3" : "10", "--count", "\(polls)", "-o", "tsv",
        "-c",
        "symbol,last", "--no-header", "--url", exchange.url.absoluteString,
      ])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines == Self.gappyLines(polls))
    let isShortFailure = command[0] == "price"
    #expect(outcome.status == [10: 69, 20: isShortFailure ? 69 : 0, 40: 69][polls] ?? 0)
    #expect(outcome.errors.contains("no data: empty response"))
    #expect(!outcome.errors.contains("unknown pair"))
    if isLong {
      print("\(command[0]): \(polls) polls, \(lines.count) rows in \(ContinuousClock.now - start)")
    }
  }

  /// As many polls as there are in 24 hours at the default interval, in the long form.
  @Test(.needs("/proc/self/status"))
  func `a reader that stalls makes polls wait, and none is lost or doubled`() async throws {
    let polls = Self.polls > 1000 ? 8_640 : 60
    let pairs = 100
    let requests = Mutex(0)
    let exchange = try StubExchange(keeping: 0) { request in
      requests.withLock { $0 += 1 }
      let rows = (1...pairs).map {
        #"{"symbol":"A\#($0)-B","last_trade_price":\#(request.number + 1)}"#
      }
      return .json("[\(rows.joined(separator: ","))]")
    }
    let pipe = Pipe()
    let program = try Program(
      [
        "list", "--interval", "0.01", "--count", "\(polls)", "-o", "influx", "--url",
        exchange.url.absoluteString,
      ], file: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    var (last, isWhole, stalls, usages) = ([String: Int](), true, 0, [Usage]())
    var rest = Data()
    while let bytes = try pipe.fileHandleForReading.read(upToCount: 65_536), !bytes.isEmpty {
      rest += bytes
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let point = try #require(
          Point.all(in: String(decoding: rest[...end], as: UTF8.self)).first)
        rest = Data(rest[(end + 1)...])
        let number = try #require(point.fields["last"].flatMap { Int($0) })
        let symbol = try #require(point.tags["symbol"])
        // Each answer once, and all of them.
        isWhole = isWhole && number == last[symbol, default: 0] + 1
        last[symbol] = number
      }
      let shown = last["A1-B"] ?? 0
      if stalls < 4, (stalls + 1) * polls / 6 < shown {
        stalls += 1
        // The pipe is full when requests have ended: there is none in a while of many intervals.
        var known = -1
        while requests.withLock({ $0 }) > known {
          known = requests.withLock { $0 }
          try await Task.sleep(for: .milliseconds(300))
        }
        #expect(known < polls && known <= shown + 12)
        if let usage = try? Usage(of: program.processIdentifier) { usages.append(usage) }
      }
    }
    #expect(await program.status() == 0)
    #expect(stalls == 4)
    #expect(isWhole && last.count == pairs && last.values.allSatisfy { $0 == polls })
    let (first, end) = (try #require(usages.first), try #require(usages.last))
    if polls > 1000 { print("at the first stall \(first); at the last \(end)") }
    #expect(end.kilobytes < first.kilobytes + 20_000)
    #expect(end.descriptors <= first.descriptors + 2)
  }

  /// What a process holds now.
  private struct Usage: CustomStringConvertible {
    let (descriptors, threads, kilobytes): (Int, Int, Int)

    init(of process: Int32) throws {
      let folder = "/proc/\(process)"
      let files = FileManager.default
      descriptors = try files.contentsOfDirectory(atPath: "\(folder)/fd").count
      threads = try files.contentsOfDirectory(atPath: "\(folder)/task").count
      let status = try String(contentsOfFile: "\(folder)/status", encoding: .utf8)
      kilobytes = try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) })
    }

    var description: String { "\(kilobytes) kB, \(descriptors) descriptors, \(threads) threads" }
  }
}
