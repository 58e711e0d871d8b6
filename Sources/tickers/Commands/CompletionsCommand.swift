import Arguments

enum CompletionsCommand {
  private static let shells = Shell.allCases.map(\.rawValue)

  static let declaration = Command(
    "completions", summary: "Print a completion script for bash, zsh or fish",
    operand: Operand("SHELL", help: "bash, zsh or fish", candidates: .words(shells)),
    examples: [
      .init("eval \"$(tickers completions bash)\"", "In .bashrc (requires bash 4.3)"),
      .init("tickers completions zsh > ~/.zfunc/_tickers", "In a directory of $fpath"),
      .init(
        "tickers completions fish > ~/.config/fish/completions/tickers.fish",
        "In the completions directory of fish"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let name = invocation.operands.first ?? ""
    guard let shell = Shell(rawValue: name) else {
      throw UsageError("unsupported shell '\(name)'; shells are \(shells.joined(separator: ", "))")
    }
    return { world.print(Tickers.program.completions(for: shell)) }
  }
}
