/// Polls the instruments of exchanges.
package struct SymbolsFeed: RowsFeed {
  package var market: Market
  package var query: ListQuery<Instrument>
  package var columns: [Column<Instrument>] = []
  package var watch = Watch<Instrument>()

  package init(_ market: Market, _ query: ListQuery<Instrument>) {
    (self.market, self.query) = (market, query)
  }

  package let name = "symbols"

  package var model: ListViewModel<Instrument> { ListViewModel(query, of: market.exchanges) }

  private var needsNames: Bool { usedColumns.contains(Instrument.Columns.name) }

  package var request: Set<String> {
    Set((needsNames ? [Instrument.Columns.name.name] : []) + query.filters.needingNames)
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    await client.instruments(withNames: needsNames, filters: query.filters)
  }
}
