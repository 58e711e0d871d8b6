import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The cells of an instrument.
struct InstrumentCellTests {
  private static let instrument = Instrument(
    pair: Pair(symbol: "BTC-USD"), status: "online", state: .open, tickSize: Decimal("0.5"),
    lotSize: Decimal("0.00000001"), minimumOrder: Decimal("1234.5"), maximumOrder: 0, id: .number(1)
  )

  @Test(
    arguments: [
      ("symbol", Cell(.text("BTC-USD"))), ("status", Cell(.text("online"))),
      ("state", Cell(.text("open"))),
      ("tick_size", Cell(.number(Decimal("0.5")), "$0.50")),
      ("lot_size", Cell(.number(Decimal("0.00000001")), "0.00000001")),
      ("min_order", Cell(.number(Decimal("1234.5")), "1,234.5")),
      ("max_order", Cell(.number(0), "no limit")), ("id", Cell(.number(1))),
    ] as [(Column<Instrument>, Cell)])
  func `an instrument has all its cells`(column: Column<Instrument>, cell: Cell) {
    #expect(Self.instrument.cell(of: column, asOf: .now) == cell)
  }

  @Test(
    arguments: ["status", "state", "tick_size", "lot_size", "min_order", "max_order", "id"]
      as [Column<Instrument>])
  func `what the exchange left out is a dash`(column: Column<Instrument>) {
    let instrument = Instrument(pair: Pair(symbol: "BTC-USD"))
    #expect(instrument.cell(of: column, asOf: .now) == Cell(.unknown, "–"))
  }
}
