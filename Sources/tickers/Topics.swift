import Arguments
import MarketCore
import Screens
import Terminal

/// The topics of help besides the commands. They are sections of the manual.
enum Topics {
  static func all(of commands: [Command]) -> [Section] {
    [
      expressions, .fields(of: commands, aboutFields), exchanges, live, formats, keys,
      configuration, holdings, environment, exitStatus,
    ]
  }

  private static let expressions = Section(
    "EXPRESSIONS",
    [
      "--where, --until and --alert take an expression, such as percent > 5 and (quote == USD or quote "
        + "== EUR), last < open * 0.95, or symbol ~ btc. Names of fields are values of the row.",
      "A bare word that is not a field is text; text may be quoted, and case is ignored. A - without "
        + "spaces belongs to such a word: symbol == BTC-USD compares text, last-open subtracts. What is "
        + "compared with symbol, base, quote or coin is text, too: BTC/USD, btc_usd, 4-USDT, 4. Comparing "
        + "other text with a number is an error. price is another name of last, where there is no field "
        + "price, and the reverse.",
      "A comparison with an unknown value and a division by zero are false; in an alert they are "
        + "unknown, and an alert ignores an unknown result.",
    ],
    rows: [
      (
        "30000 0.95 30k",
        "Decimals, also in k, M and B; without signs of currencies and without commas"
      ),
      ("+ - * /", "Arithmetic, exact to 38 digits"),
      ("== != < <= > >=", "Comparison of two numbers or texts"),
      ("symbol ~ btc", "Whether a text contains another one"),
      ("and or not", "Also && || !; not applies to the whole comparison that follows"),
      ("( )", "Grouping"),
      ("abs(percent)", "Magnitude"),
      ("known(percent)", "Whether a value is known"),
      ("ago(last, 15m)", "Value 15 minutes ago in this run (units s m h d)"),
      ("min max avg", "Likewise, as in max(last, 15m): over the last 15 minutes up to now"),
    ])

  private static let aboutFields = [
    "Fields are the columns of --columns, and values in expressions, in --sort and in --template. "
      + "Machine formats have all of them, in this order. A value is unknown if it was not sent, or "
      + "if it is computed from an unknown one: – in a table, null in json, empty in tsv and csv."
  ]

  private static let exchanges = Section(
    "EXCHANGES",
    [
      "--exchange selects one or several, in this order, or all; a prefix selects the exchange of one "
        + "symbol: kraken:BTC-USD. A symbol is a pair; a coin, by its code or whole name (btc, bitcoin); or "
        + "@NAME, a watchlist. Codes are the same on all exchanges (BTC, not XBT; USDT, not UST); case is "
        + "ignored, and -, / or _ separates base and quote. An exchange's own codes are accepted as well.",
      "Several exchanges are requested in parallel, each with its own retries. One that fails hides "
        + "no rows of the others; with --once the exit status is that of the first failure. Requests are "
        + "delayed as needed to stay within the documented rate limits.",
      "A 0 is a value on Blockchain.com; on the others a price of 0 means that there was no trade, and is "
        + "unknown.",
    ],
    rows: World.exchanges.map { ($0.id.rawValue, summary(of: $0.info)) })

  private static func summary(of info: ExchangeInfo) -> String {
    let change =
      switch info.changeReference {
      case .dayAgo: "changes over 24 hours"
      case .utcDay: "changes since 00:00 UTC"
      }
    let history =
      info.periods.isEmpty
      ? "no price history"
      : "price history" + (info.historyDepth.map { " of the last \($0) periods" } ?? "")
    let book =
      (info.hasOrders ? "individual orders" : "no individual orders")
      + (info.bookLimit.map { ", book of at most \($0) levels per side" } ?? ", whole book")
    let seconds = info.minimumPollInterval / .seconds(1)
    return "\(info.title): \(change); \(history); \(book); minimum interval \(Int(seconds)) s"
  }

  private static let live = Section(
    "LIVE",
    [
      "With --live, list, coins, price, holdings and alerts take prices, and book takes order books, from "
        + "the exchanges' WebSocket streams, without a key. --interval is the shortest time between two outputs, and --count the "
        + "number of outputs. Nothing is printed while nothing changes. --until and --alert test every "
        + "update, also those that are not shown. Fields that a stream does not send are polled every "
        + "\(LiveMarket.pollInterval.brief), if they are used; fields computed from sent ones change with "
        + "them. Tickers have no proof: no checksum, and no sequence that is checked.",
      "Books have a proof, shown as checksum, sequence or none. Checksums (Kraken: of the best 10 levels "
        + "per side; Bitfinex: of the best 25, every 2.5 s) prove the levels that they cover. Sequences (OKX, "
        + "Coinbase, Binance, Bitfinex, Blockchain.com) prove that no message was lost, not that a level in "
        + "it is right. Bitstamp sends whole books without a proof. A book that fails its proof is withheld "
        + "until a new one has arrived.",
      "Kraken and Coinbase send a ticker with each trade: bid and ask are as of the last trade. "
        + "Changes of live prices are over 24 hours. If no exchange is chosen, price, book and alerts with "
        + "SYMBOLs use the first of \(streaming) that lists the pair.",
      "A lost connection is a failed poll. The next one is tried at once, then after 1, 2, 4, ... s, at "
        + "most 60 s. If there is none for twice --timeout, prices are polled, with a notice, and streams "
        + "are tried once a minute. --verbose logs connections. --stream-url overrides the stream URL of an "
        + "exchange, and enables the streams of an exchange that is polled otherwise. The exchanges, with the "
        + "fields of their streams:",
    ],
    rows: World.exchanges.map { ($0.id.rawValue, summary(ofStreams: $0)) })

  private static let streaming = Exchanges.streaming.map(\.id.rawValue).joined(separator: ", ")

  private static func summary(ofStreams exchange: any Exchange) -> String {
    let title = exchange.info.title
    guard let stream = exchange.stream else { return "\(title): polled; it has no streams" }
    if let reason = stream.reasonAgainst {
      let books = exchange.bookStream(depth: nil).map { $0.stream.reasonAgainst == nil } ?? false
      return "\(title): \(books ? "prices are polled; " : "polled; ")\(reason)"
    }
    func names(_ columns: Set<Column<Ticker>>) -> String {
      Ticker.sentColumns.filter(columns.contains).map(\.name).joined(separator: ", ")
    }
    let few = stream.columns(1)
    if let limit = stream.pairLimit { return "\(title): \(names(few)); at most \(limit) pairs" }
    let missing = names(few.subtracting(stream.columns(.max)))
    let most = (1...1_000).prefix { stream.columns($0) == few }.count
    return "\(title): \(names(few)); any number of pairs"
      + (missing.isEmpty ? "" : ", \(missing) only up to \(most)")
  }

  private static let formats = Section(
    "FORMATS",
    [
      "Data goes to stdout, notices and errors go to stderr, in lines that begin with \"tickers: \". A "
        + "value has the same digits in every machine format: a plain decimal with all digits that were "
        + "sent. Tables and {FIELD} of a template group thousands, shorten turnovers, and round volumes, "
        + "amounts, basis points and percentages. Times are in UTC.",
      "Machine formats have all fields, or those of --columns. tsv and csv have one heading, at the start; "
        + "--no-header omits it.",
    ],
    rows: [
      ("table", "Aligned columns; on a terminal a screen, if the command polls"),
      ("tsv", "Values separated by tabs; \\t, \\n and \\\\ stand for tab, newline and backslash"),
      ("csv", "As in RFC 4180, with lines that end in a newline"),
      (
        "json",
        "One document per poll, on one line: as_of, source (sources with several exchanges), rows, "
          + "and rates if amounts are converted; with --live also live, proof and messages of each source"
      ),
      ("ndjson", "One object per row, on one line; with --live also live and proof"),
      ("markdown", "A table"),
      (
        "openmetrics",
        "One poll for Prometheus, as gauges: for list tickers_last, _open, _change_ratio (percent / "
          + "100), _bid, _ask, _high, _low, _volume, _turnover and _as_of_timestamp_seconds, for coins "
          + "tickers_coin_price, _change_ratio, _turnover, _low_price and _high_price. tickers_up is 1 "
          + "for an exchange that has answered, else 0"
      ),
      (
        "ledger",
        "Price directives for ledger and hledger, dated in UTC. Unknown prices and prices of 0 are "
          + "skipped. Candles give the close of each finished period, dated at its start"
      ),
      ("beancount", "The same for Beancount; pairs that it cannot name are skipped"),
      (
        "influx",
        "Line protocol: tags exchange, symbol, base, quote (coins: coin, currency; candles also period, "
          + "and currency with --in); numbers as fields; the time in nanoseconds"
      ),
      (
        "waybar",
        "One object per poll for a module of Waybar, on one line: text (of --template), tooltip, class "
          + "(up, down, flat or stale) and alt. After a failed poll, text is the last one"
      ),
      (
        "--template",
        "One line per row, of a text such as '{symbol} {last}'. {FIELD} is formatted as in the table, "
          + "{FIELD:raw} is exact, {FIELD:2} has two decimals, {FIELD:k} is short like TURNOVER. {stale} is "
          + "empty; if it is used, a failed poll prints the last rows again, with {stale} as in 'stale 40 s'. "
          + "Write {{ and }} for braces, \\n for a newline, \\t for a tab and \\\\ for a backslash"
      ),
    ])

  private static let listHints = ListScreen<ListFeed>.hints

  private static func keys(_ hints: [KeyHint]) -> [(String, String)] {
    hints.map { ($0.key, $0.meaning) }
  }

  private static let keys = Section(
    "KEYS",
    [
      "On a terminal, list, coins, book, history and holdings are screens in table format; so are "
        + "symbols with --interval or --count, and price with --columns or --format table and one "
        + "of --interval, --count or --until. coins, holdings, price, symbols and book --compare have the "
        + "keys of list; v is a key of list, coins and holdings; on coins Enter lists the pairs of a coin. "
        + "Nothing is saved: filter, condition and "
        + "choice of columns show the line for the options file. Copies go to the clipboard of the "
        + "terminal (OSC 52); tmux needs \"set -g set-clipboard on\". All screens have these keys:"
    ],
    rows: keys(KeyHint.common),
    parts: [
      Section(ListCommand.declaration.name, rows: keys(listHints)),
      Section(
        HoldingsCommand.declaration.name,
        rows: keys(
          ListScreen<HoldingsFeed<HoldingRow>>.hints.filter { hint in
            !listHints.contains { $0.key == hint.key }
          })),
      Section(BookCommand.declaration.name, rows: keys(BookScreen.hints + [.back])),
      Section(HistoryCommand.declaration.name, rows: keys(HistoryScreen.hints + [.back])),
      Section("choice of columns", rows: keys(ColumnChooser.hints)),
    ])

  private static let configuration = Section(
    "CONFIGURATION",
    [
      "$XDG_CONFIG_HOME/tickers/options (~/.config/tickers/options) has default options, one per "
        + "line, with their long names: --name value or --name=value. The value is the rest of the "
        + "line, without shell quoting. A line that begins with # is a comment.",
      "Lines before the first heading apply to each command that has the option. Lines below a "
        + "heading, such as [list], apply to that command. An --interval or --until before the "
        + "first heading makes price, symbols and history poll as well.",
      "@NAME = BTC-USD,ETH-* on any line defines a watchlist of whole symbols and patterns. As a SYMBOL, "
        + "@NAME stands for all of them; --filter @NAME keeps these, and --filter @help lists the watchlists.",
      "!NAME = EXPR defines an alert, as --alert 'NAME: EXPR'.",
      "The command line overrides the environment, which overrides the file. --filter and --where "
        + "of the command line replace those of the file; --alert adds to them. A line that cannot be "
        + "combined with a given option is ignored. Before the first heading, a value that the command "
        + "does not accept is ignored if another command accepts it. Any other invalid line is an error. "
        + "--verbose names the file and the ignored lines.",
      "help, manual, completions and --version do not read the file.",
    ])

  private static let holdings = Section(
    "HOLDINGS",
    [
      "$XDG_CONFIG_HOME/tickers/holdings.csv (~/.config/tickers/holdings.csv) is the default file "
        + "of holdings, which is never modified. Its first line names the columns, in any order: symbol "
        + "and quantity, and optionally side (buy or sell), unit_cost or price (of one unit), fee, exchange, date "
        + "(2026-11-20, 2026-11-20 14:05, or RFC 3339; UTC) and account. Case in names is ignored; spaces and "
        + "dashes count as underscores (Unit Cost). Lines that begin with # are ignored; so are other columns, with a "
        + "notice, except id, note and comment. Columns are separated by commas, tabs or semicolons; with "
        + "semicolons, decimal commas are read, too. Fields may be quoted.",
      "Lines of the same account, pair and exchange are trades of one holding. A trade with a date counts from "
        + "then on. Lines without an account have the name of their file, lines without an exchange use "
        + "--exchange. A sale, or a quantity below 0 without a side, takes the lots that --lots selects; "
        + "beyond them it opens a short position. A fee is in the quote currency, or has a code (0.0004 BTC); "
        + "a fee in the traded coin lessens the quantity.",
      "A currency instead of a pair, such as EUR, is cash. MNT, RON, SCR and BOB are coins; their "
        + "money is written with the exchange cash (MNT,100,,cash). With --in, a coin, such as BTC, is "
        + "converted, with the rates of its exchange first, and its unit_cost and fee are in that currency "
        + "unless they have a code (20000 EUR); without --in it counts as cash. --in converts each price and "
        + "fee at the close of the day of its trade. An invalid line is reported with its line number.",
      "Totals cover all holdings, shown or not. A total value that lacks a price or a rate ends in *, and "
        + "unpriced counts what it lacks. Cost and gain cover only holdings with known cost and value. "
        + "gain_percent is relative to the magnitude of the cost: a gain on a short position is positive.",
    ])

  private static let environment = Section(
    "ENVIRONMENT", rows: variables.map { ($0, $1) })

  private static let variables: KeyValuePairs = [
    "TICKERS_EXCHANGE": "Default of --exchange",
    "TICKERS_URL":
      "API base URL of an exchange, if --url does not name one: [NAME=]URL, several separated by "
      + "spaces. Without NAME it applies to \(World.exchanges[0].id)",
    "TICKERS_STREAM_URL":
      "Address of an exchange's streams (ws or wss), if --stream-url does not name one: [NAME=]URL, as in "
      + "TICKERS_URL",
    "TICKERS_OPTIONS":
      "Options file instead of the one below the home directory; if empty, none is read",
    "TICKERS_HOLDINGS": "Default file of holdings instead of the one below the home directory",
    "XDG_CONFIG_HOME": "Directory of tickers/options and tickers/holdings.csv instead of ~/.config",
    "NO_COLOR": "If not empty, disables colours; --color overrides it",
    "CLICOLOR_FORCE":
      "If neither empty nor 0, enables colours in pipes as well; NO_COLOR overrides it",
    "TICKERS_COLORS":
      "Colours, in the format of GREP_COLORS: up=34:down=33:changed=1; by default green, red and gold "
      + "that are visible on light and on dark backgrounds; the names are "
      + Palette.names.joined(separator: ", "),
    "TICKERS_NOTIFY":
      "How firings of alerts notify a terminal: none, or any of bell, osc9 and osc777, separated by commas "
      + "(default: all). With TERM=linux only the bell is used",
    "TERM":
      "If dumb, empty or unset, output is plain text, appended, without colours unless forced",
    "TMUX":
      "If not empty, copied text and notifications are passed through tmux to the terminal outside",
    "https_proxy, no_proxy":
      "Proxy for requests, and hosts that are requested without it; on macOS the system settings "
      + "have these",
    "LC_ALL, LC_CTYPE, LANG":
      "Locale: the first of these that is not empty. On a terminal whose locale is not UTF-8, "
      + "output is ASCII",
  ]

  private static let exitStatus = Section(
    "EXIT STATUS",
    [
      "With --count the status is that of the last poll. --once makes up to three tries for a transient "
        + "fault, within twice --timeout. Polling continues after any failure except an unknown pair, a "
        + "missing recording and failing output."
    ],
    rows: ExitStatus.meanings.map { ($0.status, $0.text) })
}

extension Ticker {
  /// The columns of values that streams send. All others are computed, or are not sent.
  fileprivate static let sentColumns = [
    Columns.last, Columns.bid, Columns.ask, Columns.open, Columns.high, Columns.low, Columns.volume,
  ]
}
