import RandomInputs
import Testing

@testable import Arguments
@testable import tickers

/// Random options files: each line has an effect, or is named in an error or a notice.
@Suite(.timeLimit(.minutes(20))) struct RandomOptionsFilesTests {
  private static let commands = [
    ["list"], ["list", "-o", "tsv"], ["list", "-t", "{symbol}"], ["list", "-e", "kraken"],
    ["list", "-f", "BTC", "-w", "last > 1"], ["list", "-o", "openmetrics"], ["book", "BTC-USD"],
    ["book", "BTC-USD", "--chart"], ["book", "kraken:BTC-USD"], ["price", "BTC-USD"], ["symbols"],
    ["history", "BTC-USD"], ["history", "BTC-USD", "-e", "kraken", "-i", "5"], ["exchanges"],
  ]
  private static let values = [
    "", "1", "0", "help", "((", "nowhere", "é\u{301}", "@none", "http://127.0.0.1:1",
  ]
  /// Values that some of the commands accept.
  private static let right = [
    "filter": ["BTC", "@a"], "where": ["last > 1", "symbol == BTC-USD", "close > 1"],
    "sort": ["percent", "symbol", "id", "time:desc"], "limit": ["1", "5"],
    "columns": ["last", "symbol", "exchange", "order_id", "average", "close", "id"],
    "format": ["tsv", "table", "openmetrics", "json"], "template": ["{symbol}"],
    "depth": ["all", "3"], "group": ["5"], "buy": ["1", "1000USD", "2ETH"], "sell": ["1"],
    "until": ["last > 1", "spread < 1", "close > 1"], "interval": ["1", "5"], "count": ["1", "2"],
    "timeout": ["3"], "exchange": ["kraken", "binance"], "url": ["kraken=http://k", "http://x"],
    "period": ["1h", "4h", "12h"], "from": ["3d"], "to": ["1d"], "replay": ["/nowhere"],
    "record": ["/nowhere"], "color": ["always", "auto"],
  ]
  private static let odd = [
    "", "# a", "nonsense", "-n5", "[", "[nothing]", "@a = BTC-USD", "@b = ETH-*,A", "@", "--", "\r",
  ]

  private static let names = Set(Tickers.program.commands.flatMap(\.options).map(\.name)).sorted()
  private static let flags = Tickers.program.commands.flatMap(\.options)
    .filter { $0.placeholder == nil }

  /// A line, most often with an option and a value of some kind.
  private static func line(using generator: inout Seeded) -> String {
    switch Int.random(in: 0..<24, using: &generator) {
    case 0: return odd.randomElement(using: &generator) ?? ""
    case 1, 2, 3:
      let command = Tickers.program.commands.randomElement(using: &generator)
      return "[\(command?.name ?? "")]"
    case 4, 5:
      return flags.randomElement(using: &generator)?.longSpelling ?? ""
    default:
      let name = names.randomElement(using: &generator) ?? ""
      let isOdd = Int.random(in: 0..<12, using: &generator) == 0
      let values = isOdd ? values : right[name] ?? [""]
      return "--\(name) \(values.randomElement(using: &generator) ?? "")"
    }
  }

  /// A command line with a file; the error, when there is one.
  private static func invocation(
    _ arguments: [String], _ bytes: [UInt8]
  ) throws -> Result<Invocation, UsageError> {
    var invocation = try Tickers.invocation(arguments)
    do throws(UsageError) {
      try invocation.add(Tickers.optionsFile(bytes, path: "o"))
      _ = try Tickers.prepare(&invocation, in: .terminal)
      return .success(invocation)
    } catch {
      return .failure(error)
    }
  }

  @Test func `every line is in effect, ignored, overridden or named in an error`() throws {
    var generator = Seeded(state: 7)
    var (fits, ignored) = (0, 0)
    for _ in 0..<rounds(600) {
      let lines = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        Self.line(using: &generator)
      }
      let arguments = Self.commands.randomElement(using: &generator) ?? []
      let text = lines.joined(separator: "\n")
      switch try Self.invocation(arguments, Array(text.utf8)) {
      case .failure(let error):
        let number = error.lines.first?.prefixMatch(of: /o:(\d+): ./).flatMap { Int($0.1) }
        #expect(
          number.map { (1...lines.count).contains($0) } == true, "\(error) \(arguments) \(text)")
      case .success(let invocation):
        fits += 1
        ignored += invocation.ignoredLines.count
        for number in Self.lost(lines, invocation) {
          Issue.record("line \(number) is lost: \(arguments) \(text)")
        }
      }
    }
    // The files are not all of one kind.
    #expect(fits > 100)
    #expect(ignored > 15)
  }

  /// The lines of the command that nothing became of.
  private static func lost(_ lines: [String], _ invocation: Invocation) -> [Int] {
    let command = invocation.command
    var section = ""
    var own: [(number: Int, option: Option)] = []
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("[") { section = String(line.dropFirst().dropLast()) }
      guard line.hasPrefix("--"), ["", command.name].contains(section) else { continue }
      let spelling = line.prefix { $0 != " " }
      var option = command.options.first { $0.longSpelling == spelling }
      if let word = option?.replacement.first {
        option = command.options.first { $0.longSpelling == word }
      }
      if let option { own.append((index + 1, option)) }
    }
    return own.filter { number, option in
      let isUsed = invocation.occurrences.contains { $0.fileLine == number }
      let isTyped = invocation.occurrences.contains {
        $0.isTyped && $0.option.name == option.name
      }
      let isReplaced = own.contains { $0.number > number && $0.option.name == option.name }
      return !isUsed && !invocation.ignoredLines.contains { $0.number == number }
        && !(isTyped && !option.addsToLower) && !(isReplaced && !option.repeats)
    }.map(\.number)
  }

  @Test func `no bytes crash it, and every error has a line`() throws {
    var generator = Seeded(state: 8)
    let parts = ["\n", "--", "=", " ", "[list]", "@a=", "--filter", "\u{FEFF}", "\r\n", "é", "\0"]
    for _ in 0..<rounds(400) {
      let lines = (0..<3).map { _ in Self.line(using: &generator) }.joined(separator: "\n")
      let bytes =
        Bool.random(using: &generator)
        ? generator.bytes(upTo: 40) : generator.mutation(of: Array(lines.utf8), parts: parts)
      if case .failure(let error) = try Self.invocation(["list"], bytes) {
        #expect(error.lines.first?.prefixMatch(of: /o:\d+: ./) != nil, "\(bytes)")
      }
    }
  }
}
