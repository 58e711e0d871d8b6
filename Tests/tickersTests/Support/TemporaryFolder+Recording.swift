import Foundation
import MarketCore
import TestTools

extension TemporaryFolder {
  /// The paths of the answers that a recording of the standard exchange has, below its folder.
  var answers: [String] {
    files.filter { $0.hasPrefix(Self.exchange) }.map { String($0.dropFirst(Self.exchange.count)) }
  }

  /// An answer that a recording of the standard exchange has.
  func answer(_ file: String) throws -> Data { try data(of: Self.exchange + file) }

  private static let exchange = "\(Exchanges.standard.id)/"
}
