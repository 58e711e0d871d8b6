import Foundation
import TestTools
import Testing

/// The package and the programs of the overview, which are loaded, compiled and run outside of this
/// package.
///
/// Only their `MarketClient` is another one, whose exchanges are recorded.
@Suite(.startsPrograms, .linux("the modules of the tests are elsewhere"))
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

  /// The manifest, and after it each program and its output.
  private static func blocks() throws -> (
    manifest: String, programs: [(code: String, output: String)]
  ) {
    let blocks = try Articles.blocks("MarketCore")
    return (blocks[0], [(blocks[1], blocks[2]), (blocks[3], blocks[4])])
  }

  /// The arguments by which a compiler finds the C module that the library imports, as a package does.
  private static var moduleMap: [String] {
    let map = build.appending(path: "LibcurlSockets.build/module.modulemap")
    return ["-Xcc", "-fmodule-map-file=\(map.path())"]
  }

  @Test(.timeLimit(.minutes(5)))
  func `the package of the overview finds the library`() throws {
    let (manifest, programs) = try Self.blocks()
    let folder = try TemporaryFolder()
    let link = folder.url.appending(path: "tickers").path()
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: Articles.repository.path())
    try folder.write(manifest, to: "prices/Package.swift")
    try folder.write(programs[0].code, to: "prices/Sources/prices/main.swift")
    // Fails if the package or its product has another name.
    let result = try Tool(name: "swift").run(
      ["package", "show-dependencies"], in: folder.url.appending(path: "prices"))
    #expect(result.errors == "")
  }

  /// Within this package, the tests of examples see more than what is public.
  @Test(.timeLimit(.minutes(5)))
  func `the examples of the articles need nothing that is not public`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      import Foundation
      import MarketCore

      struct FakeClock { func pollClock() -> PollClock { .real } }
      struct Directory {
        let url: URL
        init() throws { url = URL(filePath: "/") }
      }
      """, to: "Tools.swift")
    let compiler = try Tool(name: "swiftc").run(
      [
        "-typecheck", "-wmo", "-swift-version", "6", "-module-name", "Examples",
        "-I", Self.build.appending(path: "Modules").path(), "Tools.swift",
      ] + Self.moduleMap + Articles.exampleFiles().map { $0.path() }, in: folder.url)
    #expect(compiler.output + compiler.errors == "")
  }

  @Test(.timeLimit(.minutes(5)), arguments: [0, 1])
  func `a program of the overview compiles, and prints what stands below it`(number: Int) throws {
    let (code, output) = try Self.blocks().programs[number]
    let folder = try TemporaryFolder()
    try folder.write(code, to: "main.swift")
    try folder.write(Self.recorded, to: "Recorded.swift")
    // There may be objects of files that are no more.
    let list = "tickersPackageTests.product/Objects.LinkFileList"
    let objects = try String(contentsOf: Self.build.appending(path: list), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: ["'"]) }
      .filter { object in
        ["MarketCore", "LibcurlGuard", "LibcurlSockets", "Spelling"].contains {
          object.contains("/\($0).build/")
        }
      }
    let compiler = try Tool(name: "swiftc").run(
      [
        "-wmo", "-swift-version", "6", "-warnings-as-errors", "-module-name", "Example",
        "-I", Self.build.appending(path: "Modules").path(), "-o", "example", "main.swift",
        "Recorded.swift",
      ] + Self.moduleMap + objects, in: folder.url)
    #expect(compiler.output + compiler.errors == "")
    let program = try Tool(name: "./example").run([], in: folder.url)
    #expect(program.output == output + "\n")
    #expect(program.errors == "")
  }
}
