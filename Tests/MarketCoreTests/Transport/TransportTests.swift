import Foundation
@testable import MarketCore
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Transports made from closures, and the times of their responses.
struct TransportTests {
  @Test func `a stub is told the path below the base, as the exchange names it`() async {
    let paths = Mutex<[String]>([])
    let client = MarketClient.stub { path in
      paths.withLock { $0.append(path) }
      return .failure(.cancelled)
    }
    _ = await client.tickers()
    _ = await client.book(of: Pair(symbol: "BTC-USD"), detail: .orders)
    #expect(paths.withLock(\.self) == ["tickers", "l3/BTC-USD"])
  }

  @Test(arguments: [
    ("Fri, 20 Nov 2026 14:00:05 GMT", 1_795_183_205),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    (nil, 5), ("", 5), ("Fri, 20 Nov 2026 14:00:05", 5), ("Fri, 31 Feb 2026 14:00:05 GMT", 5),
    ("Fri, 20 Nov 2026 25:00:05 GMT", 5), ("Fri, 20 nov 2026 14:00:05 GMT", 5),
    ("Friday, 20-Nov-26 14:00:05 GMT", 5), ("1795183205", 5),
  ])
  func `a response has the time of its Date header, else of its arrival`(
    header: String?, seconds: Double
  ) {
    let response = Transport.Response(
      headers: header.map { ["date": $0] } ?? [:], body: Data(), receivedAt: .seconds(5))
    #expect(response.sentAt.timeIntervalSince1970 == seconds)
  }

  @Test func `an observer is told of every request, what came of it and after how long`()
    async throws
  {
    struct Seen {
      let path: String?
      let status: Int?
      let seconds: Double
    }
    let seen = Mutex<[Seen]>([])
    var exchange = MarketClient(
      Transport { _ in
        // The client measures real time.
        try? await Task.sleep(for: .milliseconds(20))
        return .success(.broken)
      }, base: URL(filePath: "/v3"))
    // On a busy machine both requests may take longer than usual.
    exchange.timeout = .seconds(300)
    let client = exchange.observed { request, result, seconds in
      let status = try? result.get().status
      seen.withLock { $0.append(Seen(path: request.url?.path(), status: status, seconds: seconds)) }
    }
    let error = MarketError.httpStatus(500, retryAfter: nil)
    await #expect(throws: error) { try await client.book(of: Pair(symbol: "A-B")).get() }
    let all = seen.withLock(\.self)
    #expect(all.map(\.path) == ["/v3/l2/A-B", "/v3/tickers"])
    #expect(all.map(\.status) == [500, 500])
    #expect(all.allSatisfy { $0.seconds >= 0.02 })
  }
}
