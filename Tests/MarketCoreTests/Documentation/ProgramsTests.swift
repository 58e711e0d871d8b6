import Foundation
import TestTools
import Testing

/// The programs of the overview are whole: outside this package they compile as they stand, and run.
///
/// Only their `MarketClient` is another one, whose exchanges are recorded.
@Suite(.linux("the modules of the tests are elsewhere"))
struct ProgramsTests {
  private static let recorded = """
    import Foundation
    import MarketCore

    enum MarketClient {
      static func live(
        _ exchange: any Exchange = Exchanges.standard, userAgent: String
      ) -> MarketCore.MarketClient {
        .replay(URL(filePath: "\(Articles.recordings.path())"), of: exchange)
      }
    }
    """

  private static let build = Bundle.main.bundleURL

  @Test(.timeLimit(.minutes(5)), arguments: [0, 1])
  func `a program of the overview compiles, and prints what stands below it`(number: Int) throws {
    let blocks = try Articles.blocks("MarketCore")
    let folder = try TemporaryFolder()
    try folder.write(blocks[number * 2], to: "main.swift")
    try folder.write(Self.recorded, to: "Recorded.swift")
    // There may be objects of files that are no more.
    let list = "tickersPackageTests.product/Objects.LinkFileList"
    let objects = try String(contentsOf: Self.build.appending(path: list), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: ["'"]) }
      .filter { $0.contains("/MarketCore.build/") || $0.contains("/Spelling.build/") }
    let compiler = try Tool(name: "swiftc").run(
      [
        "-swift-version", "6", "-warnings-as-errors", "-module-name", "Example",
        "-I", Self.build.appending(path: "Modules").path(), "-o", "example", "main.swift",
        "Recorded.swift",
      ] + objects, in: folder.url)
    #expect(compiler.output + compiler.errors == "")
    let program = try Tool(name: "./example").run([], in: folder.url)
    #expect(program.output == blocks[number * 2 + 1] + "\n")
    #expect(program.errors == "")
  }
}
