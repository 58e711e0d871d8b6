import Arguments
import MarketCore
import Reports

/// A file of earlier output of `history` or `price`, which `history --after` continues.
struct EarlierOutput {
  private(set) var file: PriceFile
  let title: String
  /// The columns of the file, if it has content and the output is csv or tsv; otherwise `nil`.
  private(set) var columns: [Column<CandleRow>]?

  /// Reads a file. If the file cannot be read or is invalid, or if the candles of `feed` cannot be added
  /// to it, writes the reason and throws. `format` and `columns` describe the output. If the output
  /// is csv or tsv, a file without a heading has the same columns.
  init(
    _ path: String, _ feed: HistoryFeed, _ format: Format?, _ columns: [Column<CandleRow>],
    in world: World
  ) throws(ExitStatus) {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try world.files.largeContent(of: path == "-" ? "/dev/stdin" : path) ?? []
    } catch {
      throw world.failure(.noInput, "--after: cannot read \(path): \(error.reason)")
    }
    title = path == "-" ? "stdin" : path
    let isTable = format == .csv || format == .tsv
    let headless = (isTable ? columns : CandleRow.dataColumns).map(\.name)
    do throws(PriceFileError) {
      file = try PriceFile(
        bytes, columns: headless, pair: feed.isMultiPair ? nil : feed.pairs.first { !$0.isCoin })
    } catch {
      // In a file of another format, the error is mostly in the first line.
      let hint =
        error.line == 1
        ? "; expected csv, tsv, ndjson, ledger or beancount of history or price" : ""
      throw world.failure(.data, "\(title):\(error.line): \(error.reason)\(hint)")
    }
    file.title = title
    if file.isEmpty { return }
    if file.format == .beancount || file.hasDates == true {
      let form = file.format == .beancount ? "Beancount" : "a file with dates"
      do throws(UsageError) { try feed.period.checkDates(of: form, in: "after") } catch {
        throw world.failure(error)
      }
    }
    if let reason = file.mismatch(with: format?.rawValue, feed) {
      throw world.failure(.data, "\(title): \(reason)")
    }
    guard isTable else { return }
    guard let names = file.columns else {
      self.columns = columns
      return
    }
    self.columns = try names.map { name throws(ExitStatus) in
      if let column = CandleRow.column(named: name) { return column }
      throw world.failure(.data, "\(title): history has no column '\(name)'")
    }
  }
}
