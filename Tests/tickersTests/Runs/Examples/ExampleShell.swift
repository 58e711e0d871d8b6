import Foundation
import TestTools

/// A shell that runs examples as a reader would, in a home directory of its own, but offline and to
/// an end.
struct ExampleShell {
  /// The output and the exit status of an example.
  struct Outcome {
    var output: String
    var errors: String
    var status: Int32
  }

  /// What adapts examples: `tickers` replays Fixtures and polls once, or with `--until` and `--count`
  /// every second (sooner, one of several exchanges may be late), unless the example has a replay of
  /// its own; `notify-send` does nothing. Streams require a network, so that `tickers` with `--live` does
  /// nothing, either.
  ///
  /// Functions, not programs: a file that was just written is busy while another test starts a process.
  private static let functions = """
    tickers() {
      case "$*" in
      *--live*) return 0 ;;
      exchanges*|recording*|help*|manual*|completions*|*--replay*) ;;
      *--history*|mcp*|convert*) set -- "$@" --replay Fixtures ;;
      *' -u '*|*--until*|*--count*) set -- "$@" --replay Fixtures --interval 1 ;;
      *) set -- "$@" --replay Fixtures --once ;;
      esac
      '\(Program.url.path)' "$@"
    }
    notify-send() { :; }

    """

  /// The files that examples read and the directories that they write to.
  private static let holdings = "symbol,quantity,unit_cost\nBTC-USD,0.5,18000\n"
  private static let directories = [".config/tickers", ".config/fish/completions", ".zfunc"]

  /// Commands of examples that need not be installed, and the program that shows that one is. That
  /// `man` reads pipes, as the examples have it, is of man-db; the one of macOS does not.
  private static let optionalTools = [
    "jq": "jq", "man": "mandb", "sqlite3": "sqlite3",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let files = FileManager.default
    for directory in Self.directories {
      try files.createDirectory(
        at: folder.url.appending(path: directory), withIntermediateDirectories: true)
    }
    try files.createSymbolicLink(
      at: folder.url.appending(path: "Fixtures"), withDestinationURL: Repository.fixtures)
    for file in ["coins.csv", ".config/tickers/holdings.csv"] {
      try folder.write(Self.holdings, to: file)
    }
  }

  /// Writes a file below the home directory.
  func write(_ text: String, to file: String) throws { try folder.write(text, to: file) }

  /// Runs commands up to the first that fails; `nil` if a program that they use is not installed.
  ///
  /// - Parameter mergesErrors: whether stderr is a part of the output, as on a terminal.
  func run(_ commands: String, mergesErrors: Bool = false) throws -> Outcome? {
    let words = Set(commands.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    guard
      Self.optionalTools.allSatisfy({ !words.contains($0.key) || Tool(name: $0.value).isInstalled })
    else { return nil }
    let script =
      Self.functions
      + "(set -eo pipefail\n\(commands)\n)\(mergesErrors ? " 2>&1" : "")\necho $? > status"
    let (output, errors) = try Tool(name: "bash").run(["-c", script], in: folder.url)
    let status = String(decoding: try folder.data(of: "status"), as: UTF8.self)
    return Outcome(output: output, errors: errors, status: Int32(status.dropLast()) ?? -1)
  }
}
