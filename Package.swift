// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Not from Context.gitInformation, which SwiftPM does not update until this file changes.
let commit: [CSetting] =
  Context.environment["TICKERS_COMMIT"].map { [.define("TICKERS_COMMIT", to: "\"\($0)\"")] } ?? []

// A linker exports functions that shared libraries refer to, but not for references with a symbol version.
func exports(_ names: [String]) -> [LinkerSetting] {
  [
    .unsafeFlags(
      names.flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] },
      .when(platforms: [.linux]))
  ]
}

let guarded = [
  "curl_easy_cleanup", "curl_easy_getinfo", "curl_easy_setopt", "curl_multi_info_read",
  "curl_multi_setopt",
]

let package = Package(
  name: "tickers",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "MarketCore", targets: ["MarketCore"]),
    .executable(name: "tickers", targets: ["tickers"]),
  ],
  targets: [
    .target(name: "Spelling", swiftSettings: strict),
    .target(name: "LibcurlGuard", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "LibcurlSockets", cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "MarketCore", dependencies: ["LibcurlGuard", "LibcurlSockets", "Spelling"],
      swiftSettings: strict),
    .target(name: "Arguments", dependencies: ["Spelling"], swiftSettings: strict),
    .target(name: "Terminal", swiftSettings: strict),
    .target(
      name: "Reports", dependencies: ["MarketCore", "Terminal"], swiftSettings: strict),
    .target(
      name: "Screens", dependencies: ["MarketCore", "Reports", "Terminal"], swiftSettings: strict),
    .target(
      name: "Assistants", dependencies: ["MarketCore", "Reports"], swiftSettings: strict),
    .target(name: "Commit", cSettings: commit + [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "tickers",
      dependencies: [
        "Arguments", "Assistants", "Commit", "MarketCore", "Reports", "Screens", "Spelling",
        "Terminal",
      ],
      exclude: ["Documentation"],
      swiftSettings: strict, linkerSettings: exports(guarded)),

    .executableTarget(
      name: "CommandHost", dependencies: ["Terminal"], path: "Tests/CommandHost",
      swiftSettings: strict),
    .executableTarget(
      name: "WebSocketEcho", dependencies: ["MarketCore"], path: "Tests/WebSocket",
      exclude: ["run"], swiftSettings: strict),
    .target(name: "StubExchange", path: "Tests/StubExchange", swiftSettings: strict),
    .target(name: "RandomInputs", path: "Tests/RandomInputs", swiftSettings: strict),
    .target(
      name: "NoBacktraces", path: "Tests/NoBacktraces", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: exports(["backtrace"])),
    .target(
      name: "TestTools", dependencies: ["MarketCore", "NoBacktraces"], path: "Tests/TestTools",
      swiftSettings: strict),
    .testTarget(
      name: "MarketCoreTests",
      dependencies: ["MarketCore", "RandomInputs", "Spelling", "StubExchange", "TestTools"],
      swiftSettings: strict),
    .testTarget(name: "SpellingTests", dependencies: ["Spelling"], swiftSettings: strict),
    .testTarget(
      name: "ArgumentsTests", dependencies: ["Arguments", "RandomInputs", "TestTools"],
      exclude: ["Expected"], swiftSettings: strict),
    .testTarget(
      name: "TerminalTests", dependencies: ["RandomInputs", "Terminal", "TestTools"],
      swiftSettings: strict),
    .testTarget(
      name: "ReportsTests", dependencies: ["Reports", "TestTools"], swiftSettings: strict),
    .testTarget(
      name: "ScreensTests", dependencies: ["Screens", "TestTools"], swiftSettings: strict),
    .testTarget(
      name: "tickersTests",
      dependencies: [
        "tickers", "Assistants", "CommandHost", "RandomInputs", "Screens", "StubExchange",
        "TestTools",
      ],
      exclude: ["Cases", "Screens", "Holdings/Exports", "Holdings/OddFiles.json", "Upgrade/1.0"],
      swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Arguments", "MarketCore", "Terminal"],
      path: "Tests/Fuzzing", exclude: ["Corpus", "run"], swiftSettings: strict),
    .testTarget(
      name: "Benchmarks", dependencies: ["tickers"],
      exclude: [
        "README.md", "run", "measure.py", "sizes.py", "commands.py", "exchange.py", "candles.py",
        "urllib_table.py", "ccxt_table.py", "streams.py",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Building optimised tests takes minutes. Only the benchmarks need them.
if Context.environment["BENCHMARKS"] != nil {
  package.targets.removeAll { $0.isTest && $0.name != "Benchmarks" }
}
