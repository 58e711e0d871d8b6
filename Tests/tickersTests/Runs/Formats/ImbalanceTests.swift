import Foundation
import Testing

/// The imbalance of a book, which is of its first levels.
struct ImbalanceTests {
  private static func book(_ options: [String] = []) async -> String {
    await TestWorld().run(
      ["book", "kraken:BTC-USD", "--once", "--replay", Repository.fixtures.path] + options
    ).output
  }

  @Test func `a chart counts as many levels as a ladder`() async {
    #expect(await Self.book().contains("imbalance -0.64"))
    #expect(await Self.book(["--chart"]).contains("imbalance -0.64"))
    #expect(await Self.book(["-o", "json"]).contains("\"imbalance\":-0.64"))
  }

  @Test func `--depth is what it counts`() async {
    for options in [[], ["--chart"]] {
      #expect(await Self.book(["-d", "2"] + options).contains("imbalance -0.72"))
      #expect(await Self.book(["-d", "all"] + options).contains("imbalance +0.03"))
    }
  }
}
