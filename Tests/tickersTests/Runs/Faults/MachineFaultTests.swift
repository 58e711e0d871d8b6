import Foundation
import StubExchange
import TestTools
import Testing

/// The real program with closed streams, few open files, few threads, little memory or a full disk.
@Suite(.startsPrograms)
struct MachineFaultTests {
  private static let body = #"[{"symbol":"BTC-USD","last_trade_price":7}]"#
  private static let good = Reply.json(body)

  /// What starts a program after some commands of the shell.
  private static func shell(_ commands: String) -> [String] {
    ["/bin/bash", "-c", "\(commands) \"$0\" \"$@\""]
  }

  @Test(arguments: [
    ("<&-", 0), (">&-", 74), ("2>&-", 0), ("<&- >&-", 74), ("<&- 2>&-", 0), (">&- 2>&-", 74),
    ("<&- >&- 2>&-", 74),
  ])
  func `a stream that was closed is missed only by what needs it`(closed: String, status: Int32)
    async throws
  {
    let exchange = try StubExchange(Self.good)
    let folder = try TemporaryFolder()
    let program = try Program(
      [
        "list", "--once", "--verbose", "--url", exchange.url.absoluteString, "--record",
        folder.path,
      ],
      startedBy: Self.shell("exec \(closed)"))
    #expect(await program.status() == status)
    await until { closed.contains(">&-") || !program.output.text.isEmpty }
    #expect(program.output.text.contains("BTC-USD  $7.00") == (status == 0))
    // Neither the exchange nor a recording has got what was meant for a stream.
    #expect(exchange.requests.map(\.method) == ["GET"])
    #expect(try folder.answer("tickers/1.json") == Data(Self.body.utf8))
    if closed == ">&-" {
      await until { program.errors.text.contains("cannot") }
      #expect(
        program.errors.text.hasSuffix("\ntickers: cannot write the output: Bad file descriptor\n"))
    }
  }

  @Test(
    .linux("the number of files is that of FoundationNetworking"),
    arguments: [["list"], ["book", "BTC-USD"], ["symbols"]])
  func `sixteen open files are enough`(command: [String]) async throws {
    let exchange = try StubExchange.market(
      tickers: Self.body, book: #"{"symbol":"BTC-USD","bids":[{"px":1,"qty":1}],"asks":[]}"#,
      symbols: #"{"BTC-USD":{"base_currency":"BTC","counter_currency":"USD"}}"#)
    let folder = try TemporaryFolder()
    let program = try Program(
      command + [
        "--interval", "0.05", "--count", "20", "--url", exchange.url.absoluteString, "--record",
        folder.path,
      ], startedBy: Self.shell("ulimit -n 16; exec"))
    #expect(await program.status() == 0)
    #expect(exchange.requests.count == 20)
    #expect(program.errors.text == "")
  }

  @Test(.linux("the number of files is that of FoundationNetworking"))
  func `ten open files are enough for a list`() async throws {
    let exchange = try StubExchange(Self.good)
    let program = try Program(
      ["list", "--interval", "0.05", "--count", "5", "--url", exchange.url.absoluteString],
      startedBy: Self.shell("ulimit -n 10; exec"))
    #expect(await program.status() == 0)
    #expect(program.errors.text == "")
  }

  @Test(arguments: [8, 9])
  func `too few open files are told`(limit: Int) async throws {
    let exchange = try StubExchange(Self.good)
    let program = try Program(
      ["list", "--once", "--url", exchange.url.absoluteString],
      startedBy: Self.shell("ulimit -n \(limit); exec"))
    #expect(await program.status() == 71)
    await until { !program.errors.text.isEmpty }
    #expect(
      program.errors.text
        == "tickers: open-file limit too low (ulimit -n must be at least 10)\n")
  }

  @Test(arguments: [
    ["list", "--once", "-e", "kraken,coinbase"], ["list", "-e", "kraken", "--live"],
  ])
  func `too few open files for several exchanges, or for a stream, are told`(
    arguments: [String]
  ) async throws {
    let exchange = try StubExchange(Self.good)
    let url = exchange.url.absoluteString
    let program = try Program(
      arguments, environment: ["TICKERS_URL": "kraken=\(url) coinbase=\(url)"],
      startedBy: Self.shell("ulimit -n 12; exec"))
    #expect(await program.status() == 71)
    await until { !program.errors.text.isEmpty }
    #expect(
      program.errors.text
        == "tickers: open-file limit too low (ulimit -n must be at least 15)\n")
    #expect(exchange.requests.isEmpty)
  }

  /// What starts a program that may have so many processes and threads. Root has no such limit. Each run of the
  /// tests has a user of its own, because the limit is of all processes of a user. The user may read everything,
  /// because the program may be in a folder of root.
  private static func shell(processes: Int) -> [String] {
    let user =
      getuid() == 0
      ? [
        "/usr/bin/setpriv", "--reuid", "\(50_000 + getpid() % 10_000)", "--clear-groups",
        "--inh-caps", "+dac_override", "--ambient-caps", "+dac_override",
      ] : []
    return user + shell("ulimit -u \(processes); exec")
  }

  @Test(
    .needs("/usr/bin/setpriv"),
    arguments: [2, 6, 12], [["--version"], ["list", "--once"], ["list"]])
  func `too few threads are told at once`(limit: Int, arguments: [String]) async throws {
    let exchange = try StubExchange(Self.good)
    let url = arguments == ["--version"] ? [] : ["--url", exchange.url.absoluteString]
    let start = ContinuousClock.now
    let program = try Program(arguments + url, startedBy: Self.shell(processes: limit))
    #expect(await program.status() == 71)
    await until { !program.errors.text.isEmpty }
    #expect(program.errors.text == Self.noThreads)
    #expect(try #require(program.errors.arrival(of: Self.noThreads)) - start < .seconds(20))
    #expect(program.output.text == "" && exchange.requests.isEmpty)
  }

  private static let noThreads =
    "tickers: cannot create threads (limit of processes or of memory too low)\n"

  /// From what is too little for threads to what is enough.
  @Test(
    .linux("other systems do not limit the address space"),
    arguments: Array(stride(from: 130_000, through: 400_000, by: 30_000)))
  func `little memory is told, or is enough`(kilobytes: Int) async throws {
    let exchange = try StubExchange(Self.good)
    let program = try Program(
      ["list", "--once", "--url", exchange.url.absoluteString],
      startedBy: Self.shell("ulimit -v \(kilobytes); exec"))
    let status = await program.status()
    await until { !(status == 0 ? program.output : program.errors).text.isEmpty }
    #expect(status == 0 && kilobytes > 130_000 || status == 71 && kilobytes < 400_000)
    #expect(program.errors.text == (status == 0 ? "" : Self.noThreads))
    #expect(program.output.text.contains("BTC-USD  $7.00") == (status == 0))
  }

  @Test(
    .needsNamespace, arguments: [[], ["--version"], ["list", "--once"]])
  func `a command line that can't be read is no empty one`(arguments: [String]) async throws {
    let program = try Program(arguments, startedBy: Namespace.withoutProcesses)
    #expect(await program.status() == 71)
    await until { !program.errors.text.isEmpty }
    #expect(program.errors.text == "tickers: cannot read /proc/self (is /proc mounted?)\n")
    #expect(program.output.text == "")
  }

  @Test(arguments: [
    ["/usr/bin/env", "-u", "HOME"], ["/usr/bin/env", "HOME="], ["/usr/bin/env", "HOME=/proc"],
    ["/usr/bin/env", "HOME=/nowhere"],
    ["/usr/bin/env", "HOME=/dev/null"], ["/usr/bin/env", "-i"],
    ["/usr/bin/env", "-u", "HOME", "TMPDIR=/nowhere"],
  ])
  func `neither a home nor an environment is needed`(starter: [String]) async throws {
    let exchange = try StubExchange(Self.good)
    let program = try Program(
      ["list", "--once", "--url", exchange.url.absoluteString], startedBy: starter)
    #expect(await program.status() == 0)
    await until { !program.output.text.isEmpty }
    #expect(program.output.text.contains("BTC-USD  $7.00"))
    #expect(program.errors.text == "")
  }

  @Test(
    .needs("/usr/bin/setsid"),
    arguments: [["list", "--once"], ["list", "--interval", "0.05", "--count", "3"], ["manual"]])
  func `no terminal is needed`(arguments: [String]) async throws {
    let program = try Program(
      arguments + ["--replay", Repository.fixtures.path].prefix(arguments == ["manual"] ? 0 : 2),
      startedBy: ["/usr/bin/setsid", "--wait"])
    #expect(await program.status() == 0)
    await until { !program.output.text.isEmpty }
    #expect(!program.output.text.isEmpty && program.errors.text == "")
  }

  @Test(
    .needs("/dev/full"),
    arguments: [
      ["list", "--once"], ["book", "BTC-USD", "--once"], ["price", "BTC-USD"], ["symbols"],
      ["list", "--once", "-o", "json"], ["list", "--once", "-o", "openmetrics"], ["manual"],
      ["completions", "bash"], ["help"], ["--version"], ["list", "--columns", "help"],
    ])
  func `a full disk fails whatever is printed`(arguments: [String]) async throws {
    let polls = ["list", "book", "price", "symbols"].contains(arguments[0])
    let program = try Program(
      arguments + (polls ? ["--replay", Repository.fixtures.path] : []),
      file: FileHandle(forWritingTo: URL(filePath: "/dev/full")))
    #expect(await program.status() == 74)
    await until { !program.errors.text.isEmpty }
    #expect(program.errors.text == "tickers: cannot write the output: No space left on device\n")
  }
}
