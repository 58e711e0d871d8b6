import Foundation
import TestTools
import Testing

/// The real program on a terminal that accepts no output.
@Suite(.startsPrograms)
struct LiveStallTests {
  enum Stall: CaseIterable { case ctrlS, unread }

  private static func list(_ stall: Stall) async throws -> Live {
    let live = try Live(
      ["list", "-s", "symbol", "--replay", "Fixtures", "--interval", "0.1"],
      in: Repository.root)
    #expect(await live.terminal.shows("72 pairs"))
    await Self.stall(live, stall)
    return live
  }

  private static func stall(_ live: Live, _ stall: Stall) async {
    switch stall {
    case .ctrlS: live.terminal.type("\u{13}")
    case .unread: live.terminal.stall()
    }
    #expect(await until("a terminal that accepts nothing") { !live.terminal.acceptsOutput })
  }

  @Test(arguments: Stall.allCases, [SIGHUP, SIGINT, SIGTERM, SIGQUIT])
  func `a signal ends the program, and the settings are as before`(
    stall: Stall, signal: Int32
  ) async throws {
    let live = try await Self.list(stall)
    kill(live.program.processIdentifier, signal)
    #expect(await live.program.status() == 128 + signal)
    #expect(live.terminal.settings == live.terminal.firstSettings)
    guard stall == .ctrlS else { return }
    // It ends the stop, too.
    #expect(await until { !live.terminal.screen.isAlternate })
    #expect(live.terminal.screen.isCursorShown)
  }

  @Test(arguments: Stall.allCases)
  func `a stop stops it, and all is drawn when it resumes`(stall: Stall) async throws {
    let live = try await Self.list(stall)
    kill(live.program.processIdentifier, SIGTSTP)
    #expect(await until { live.program.isStopped })
    #expect(live.terminal.settings == live.terminal.firstSettings)
    if stall == .unread { live.terminal.read() }
    #expect(await until { live.terminal.acceptsOutput })
    kill(live.program.processIdentifier, SIGCONT)
    #expect(await until { live.terminal.output.text.matches(of: /\u{1B}\[\?1049h/).count == 2 })
    #expect(await live.terminal.shows("72 pairs"))
    live.program.terminate()
    #expect(await live.end() == 128 + SIGTERM)
  }

  @Test(arguments: Stall.allCases)
  func `the newest frame is shown when output is accepted again`(stall: Stall) async throws {
    let live = try await Self.list(stall)
    live.terminal.type("jj")
    switch stall {
    case .ctrlS: live.terminal.type("\u{11}")
    case .unread: live.terminal.read()
    }
    #expect(await until { live.selected.hasPrefix("› ADA-USDT ") })
    #expect(await live.quit() == 0)
  }

  @Test(arguments: Stall.allCases)
  func `alerts fire meanwhile`(stall: Stall) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "fired")
    let exchange = try LiveExchange()
    // The price rises by one with each request.
    let alerts = (1...100).flatMap { ["--alert", "over-\($0): last > \(100 + $0 * 100)"] }
    let live = try Live(
      [
        "list", "--url", exchange.url, "--interval", "0.01", "--on-alert",
        "echo fired >> '\(file.path)'",
      ] + alerts)
    #expect(await live.terminal.shows("2 pairs"))
    await Self.stall(live, stall)
    func count() -> Int { (try? Data(contentsOf: file).count / 6) ?? 0 }
    let before = count()
    #expect(await until { count() > before + 1 })
    live.program.terminate()
    #expect(await live.program.status() == 128 + SIGTERM)
  }
}
