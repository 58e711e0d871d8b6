import Arguments
import Foundation
import TestTools
import Testing

/// A shell with the completions of ``ShellSample``, and a program to call that prints symbols.
struct ShellSession: ~Copyable {
  private let shell: Shell
  private let folder: TemporaryFolder

  init(_ shell: Shell, symbols: [String] = ["BTC-USD", "BTC-EUR", "ETH-USD"]) throws {
    let folder = try TemporaryFolder()
    // The name under which compinit finds it.
    try folder.write(ShellSample.program.completions(for: shell), to: "_tickers")
    try folder.write(
      """
      #!/bin/sh
      echo "$@" > called
      echo oops >&2
      cat symbols
      """, to: "script")
    // Another process writes the program: a file that this one has open for writing, and a process that
    // another test starts with it, cannot be run.
    _ = try Tool(name: "install").run(["-m", "755", "script", "tickers"], in: folder.url)
    try folder.write(symbols.map { $0 + "\n" }.joined(), to: "symbols")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "recordings"), withIntermediateDirectories: false)
    self.shell = shell
    self.folder = folder
  }

  /// The words with which the last one of a line can go on, sorted.
  func offers(for line: String) throws -> [String] { try offers(for: [line])[0] }

  /// The words for each of several lines, typed one after the other into the same shell.
  func offers(for lines: [String]) throws -> [[String]] {
    let (output, errors) = try Tool(name: shell.rawValue)
      .run(
        shell.session, in: folder.url,
        environment: ["TYPED": lines.joined(separator: "\n"), "COUNT": "\(lines.count)"])
    #expect(errors == "")
    let offers = output.split(separator: "==\n", omittingEmptySubsequences: false).dropLast()
    try #require(offers.count == lines.count)
    return offers.map { Set($0.split(separator: "\n").map(String.init)).sorted() }
  }

  /// Whether something made a file of this name.
  func has(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appending(path: file).path)
  }

  /// The words with which the program was called for its symbols.
  var call: String? {
    try? String(contentsOf: folder.url.appending(path: "called"), encoding: .utf8)
  }
}

extension Shell {
  /// Whether it is there; of bash, version 4 or newer, which that of macOS is not.
  var isInstalled: Bool { self == .bash ? Self.hasBash4 : Tool(name: rawValue).isInstalled }

  private static let hasBash4: Bool = {
    let check = ["-c", "(( BASH_VERSINFO >= 4 )) && echo yes"]
    let run = try? Tool(name: "bash").run(check, in: FileManager.default.temporaryDirectory)
    return run?.output == "yes\n"
  }()

  /// Prints the words with which the last one of each of the `$COUNT` lines of `$TYPED` can go on,
  /// and after those of a line `==`.
  fileprivate var session: [String] {
    switch self {
    case .bash: ["--norc", "-c", Self.bashSession]
    case .zsh: ["-f", "-c", Self.zshSession]
    case .fish: ["--no-config", "-c", Self.fishSession]
    }
  }

  /// Cuts the line as readline does, and puts its words together again.
  private static let bashSession = #"""
    compopt() { [[ $* != '-o dirnames' ]] || COMPREPLY=($(compgen -d -- "$piece")); }
    source ./_tickers
    COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:'
    while IFS= read -r line; do
      COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
      spaced=${line//=/ = }
      spaced=${spaced//@/ @ }
      COMP_WORDS=(${spaced//:/ : })
      [[ $line == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _tickers tickers
      replaced=${COMP_WORDS[COMP_CWORD]#[=:@]} word=${line##* }
      for reply in "${COMPREPLY[@]}"; do eval "printf '%s\n' ${word%"$replaced"}$reply"; done
      echo ==
    done <<< "$TYPED"
    """#

  /// Completes in a real line editor, with completions that compinit finds.
  private static let zshSession = #"""
    zmodload zsh/zpty
    : > offers
    cat > session <<'END'
    fpath=($PWD $fpath)
    autoload -Uz compinit
    compinit -D -u
    bindkey '^I' complete-word
    bindkey '^G' finish
    finish() {
      print -- '==' >> offers
      BUFFER=
      (( --COUNT )) || exit
    }
    zle -N finish
    compadd() {
      if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        local -a hits
        builtin compadd -O hits "$@"
        (( $#hits )) && print -rl -- $IPREFIX$^hits >> offers
      fi
      builtin compadd "$@"
    }
    END
    zpty session zsh -f -i
    zpty -w session 'TERM=dumb; source ./session'
    for line in "${(@f)TYPED}"; do zpty -w -n session "$line"$'\t\a'; done
    while zpty -r session; do :; done > /dev/null
    cat offers
    """#

  private static let fishSession = """
    source ./_tickers
    for line in (string split \\n -- $TYPED)
      complete -C $line | string replace -r '/?(\\t.*)?$' ''
      echo ==
    end
    """
}
