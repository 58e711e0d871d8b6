import Arguments
import Foundation
import MarketCore
import Testing

@testable import tickers

/// The names of 1.0.0: commands, options, variables, exit statuses, exchanges, keys, and tools.
struct UpgradeInterfaceTests {
  private let release = Release.first

  /// The options that a text of help describes, as in `-o,--format`.
  private static func options(in help: String) -> Set<String> {
    let matches = help.matches(of: #/(?m)^ +(?:(-\w), )?(--[a-z-]+)/#)
    return Set(
      matches.map { match in
        let letter = match.1.map { "\($0)," } ?? ""
        return letter + match.2
      })
  }

  @Test func `there are all commands and topics of help`() async throws {
    let overview = await TestWorld().run(["help"]).output
    for command in try #require(try release.interface("commands").first) {
      #expect(overview.contains("\n  \(command) "), "\(command)")
    }
    let topics = Set(Tickers.program.topics.map(\.name))
    #expect(topics.isSuperset(of: try #require(try release.interface("topics").first)))
  }

  @Test func `each command has its options, under the same letters`() async throws {
    for line in try release.interface("options") {
      let help = await TestWorld().run(["help", line[0]]).output
      #expect(Self.options(in: help).isSuperset(of: line.dropFirst()), "\(line[0])")
    }
  }

  @Test func `there are all environment variables and exit statuses`() async throws {
    let environment = await TestWorld().run(["help", "environment"]).output
    for variable in try #require(try release.interface("variables").first) {
      #expect(environment.contains(variable), "\(variable)")
    }
    let statuses = ExitStatus.meanings.flatMap { $0.status.split(separator: ", ").map(String.init) }
    #expect(Set(statuses).isSuperset(of: try #require(try release.interface("statuses").first)))
  }

  @Test func `each exchange has its periods, and its individual orders`() throws {
    for line in try release.interface("exchange") {
      let exchange = try #require(Exchanges.named(ExchangeID(rawValue: line[0])))
      let offers =
        exchange.info.periods.map(\.rawValue) + (exchange.info.hasOrders ? ["orders"] : [])
      #expect(Set(offers).isSuperset(of: line.dropFirst()), "\(line)")
    }
  }

  @Test func `each screen has its keys`() async throws {
    let help = await TestWorld().run(["help", "keys"]).output
    var (screen, keys) = ("all", [String: Set<String>]())
    for line in help.split(separator: "\n").map(String.init) {
      if let match = line.wholeMatch(of: /(\S.*):/) {
        screen = match.1.hasSuffix("these keys") ? "all" : String(match.1).replacing(" ", with: "_")
      } else if let match = line.prefixMatch(of: #/  (\S.*?)  +\S/#) {
        keys[screen, default: []].formUnion(match.1.split(separator: " ").map(String.init))
      }
    }
    for line in try release.interface("keys") {
      #expect(keys[line[0], default: []].isSuperset(of: line.dropFirst()), "\(line[0])")
    }
  }

  @Test func `each tool has its arguments, of the same types`() async throws {
    let (answers, _) = try await TestWorld().mcp([MCP.request(1, "tools/list")])
    let tools = try #require(answers.first?["result"]?["tools"]).elements
    for line in try release.interface("tool") {
      let tool = try #require(tools.first { $0["name"]?.text == line[0] }, "\(line[0])")
      let properties = try #require(tool["inputSchema"]?["properties"]?.members)
      for argument in line.dropFirst() {
        let parts = argument.split(separator: ":").map(String.init)
        let type = try #require(properties[parts[0]]?["type"], "\(line[0]) \(argument)")
        let types = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
        #expect(Set(types).isSuperset(of: parts[1].split(separator: "|").map(String.init)))
      }
    }
  }

  /// The example of the documentation of 1.0.0.
  @Test func `the result of a tool has its members and values`() async throws {
    let result = try await TestWorld().call(
      "price", #"{"symbols":["BTC-USD"],"columns":["symbol","last"]}"#,
      server: ["-e", "kraken"] + MCP.fixtures)
    let members: Set = [
      "age_seconds", "as_of", "notices", "rates", "source", "status", "tickers",
    ]
    #expect(Set(result.content.keys).isSuperset(of: members))
    #expect(result.status == "0")
    let row: [String: JSONText] = ["symbol": .string("BTC-USD"), "last": .string("27424.4")]
    #expect(result.content["tickers"]?.elements == [.object(row)])
  }
}
