import MarketCore
import Testing

/// Expects that a request fails because `symbol` is unknown. Returns the near names of the error.
@discardableResult
func expectUnknown(
  _ symbol: String, at location: SourceLocation = #_sourceLocation,
  _ request: () async throws -> some Any
) async -> [String] {
  do {
    let answer = try await request()
    Issue.record("\(answer)", sourceLocation: location)
  } catch MarketError.unknownSymbol(symbol, let near) {
    return near
  } catch {
    Issue.record("\(error)", sourceLocation: location)
  }
  return []
}
