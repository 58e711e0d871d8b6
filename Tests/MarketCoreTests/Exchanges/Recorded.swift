import Foundation
import MarketCore

/// The recorded answers of this project.
let fixtures = Articles.recordings

extension MarketClient {
  /// A client of the first recorded answers, and so on.
  static func recorded(_ exchange: any Exchange = Exchanges.standard) -> MarketClient {
    replay(fixtures, of: exchange)
  }
}

extension Duration {
  /// Longer than a busy machine lets a test wait for its turn.
  static let patient = Duration.seconds(600)
}
