import Arguments
import Testing

/// The error messages for an invalid command line.
struct UsageErrorTests {
  @Test(arguments: [
    ("list --fliter x", "unknown option --fliter; did you mean --filter?"),
    ("list --fliter=x", "unknown option --fliter; did you mean --filter?"),
    ("list --filt x", "unknown option --filt; did you mean --filter?"),
    ("list --quite", "unknown option --quite; did you mean --quiet?"),
    ("list --hlep", "unknown option --hlep; did you mean --help?"),
    ("list --xyzzy", "unknown option --xyzzy; see tickers list --help"),
    ("list -x", "unknown option -x; see tickers list --help"),
    ("list -qx", "unknown option -x; see tickers list --help"),
    ("list -q\u{301}", "unknown option -\u{301}; see tickers list --help"),
    ("list -5", "unknown option -5; see tickers list --help"),
    ("--xyzzy", "unknown option --xyzzy; see tickers --help"),
    ("--xyzzy --help", "unknown option --xyzzy; see tickers --help"),
    ("--chrat book A", "unknown option --chrat; did you mean --chart?"),
  ])
  func `an unknown option names the nearest right one`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    ("list --depth 5", "list has no option --depth (used by book)"),
    ("list --depth", "list has no option --depth (used by book)"),
    ("list -d5", "list has no option -d (used by book)"),
    ("-d5 list", "list has no option --depth (used by book)"),
    ("price A --once", "price has no option --once (used by list, book)"),
    ("--once price A", "price has no option --once (used by list, book)"),
    ("help -n5", "help has no option -n (used by list)"),
  ])
  func `an option of other commands names them`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    ("lst", "unknown command 'lst'; did you mean list?"),
    ("LIST", "unknown command 'LIST'; did you mean list?"),
    ("hepl", "unknown command 'hepl'; did you mean help?"),
    ("help lst", "unknown command or topic 'lst'; did you mean list?"),
    ("environment", "unknown command 'environment'; did you mean tickers help environment?"),
    ("help enviroment", "unknown command or topic 'enviroment'; did you mean environment?"),
    (
      "help xyzzy",
      "unknown command or topic 'xyzzy'; commands are list, book, price, note, help; topics are "
        + "environment, keys, book, exit-status"
    ),
    ("lst --help", "unknown command 'lst'; did you mean list?"),
    ("--help lst", "unknown command 'lst'; did you mean list?"),
    ("--version lst", "unknown command 'lst'; did you mean list?"),
    ("-- --quiet", "unknown command '--quiet'; did you mean --quiet?"),
    ("xyzzy", "unknown command 'xyzzy'; commands are list, book, price, note, help"),
    ("--once", "missing command; commands are list, book, price, note, help"),
  ])
  func `an unknown or missing command names the right ones`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    ("list --filter", "--filter requires a value (TEXT)"),
    ("list -f", "-f requires a value (TEXT)"),
    ("list -qn", "-n requires a value (N)"),
    ("list --once=3", "--once takes no value"),
    ("list -q=3", "-q takes no value"),
    ("list --help=", "--help takes no value"),
  ])
  func `a value is missing or too much`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    ("book", "book requires a SYMBOL, e.g. tickers book BTC-USD"),
    ("price", "price requires a SYMBOL"),
    ("book A B", "too many arguments (A B); book takes one SYMBOL"),
    ("list A", "too many arguments (A); list takes no arguments"),
    ("list -- --help", "too many arguments (--help); list takes no arguments"),
    ("help list book", "too many arguments (list book); help takes one COMMAND|TOPIC"),
  ])
  func `too few or too many operands are counted`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test func `the first wrong word is reported`() {
    expect("list A --bogus --filter", failsWith: "unknown option --bogus; see tickers list --help")
  }

  @Test(arguments: [
    ("list --limit=", "--limit: '' is not a whole number greater than 0"),
    ("list --limit -5", "--limit: '-5' is not a whole number greater than 0"),
    ("list -nabc", "--limit: 'abc' is not a whole number greater than 0"),
    ("list -n5 -nx", "--limit: 'x' is not a whole number greater than 0"),
  ])
  func `a wrong value is reported with what was expected`(line: String, message: String) throws {
    let invocation = try Sample.invocation(line)
    #expect(throws: UsageError(message)) { try invocation.value(of: Sample.limit) }
  }

  private func expect(
    _ line: String, failsWith message: String, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: UsageError(message), sourceLocation: location) { try Sample.parse(line) }
  }
}
