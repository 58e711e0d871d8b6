import Arguments
import Foundation
import MarketCore
import Reports

/// The options for the format and the columns of the output.
enum FormatOptions<Row: TableRow> {
  static var helpValue: String { "help" }

  /// The value is the chosen columns, and whether the trend was chosen, too; `nil` for `help`.
  private static var columns: ValueOption<(columns: [Column<Row>], hasTrend: Bool)?> {
    ValueOption(
      Option(
        "columns", short: "c", value: "A,B,...", candidates: .list(Row.columnNames),
        help: "Columns to show (--columns \(helpValue) lists them)", helpValue: helpValue)
    ) { text throws(InvalidValue) in
      if text == helpValue { return nil }
      let names = names(in: text)
      let hasTrend = Row.style.hasTrend && names.contains(Report.trend.name)
      let columns = try names.filter { !hasTrend || $0 != Report.trend.name }.map {
        name throws(InvalidValue) in
        let columns = Row.columns(named: name)
        if columns.isEmpty { throw .unknownField(name, of: Row.self, and: Row.trendNames) }
        return columns
      }.flatMap(\.self)
      if columns.isEmpty { throw .expected("a list of fields") }
      return (columns, hasTrend)
    }
  }

  private static func names(in list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }

  private static func format(_ formats: [Format]) -> ValueOption<Format> {
    ValueParsers.choice(
      Option(
        "format", short: "o", value: "F",
        help: formats.map(\.rawValue).joined(separator: ", "),
        details: ["FORMATS describes them."],
        defaultText: "table",
        hints: formats.reduce(into: ["--output": "did you mean --format?"]) { hints, format in
          hints["--\(format.rawValue)"] = "did you mean -o \(format.rawValue)?"
        }), among: formats)
  }

  private static var template: ValueOption<Template<Row>> {
    ValueOption(
      Option(
        "template", short: "t", value: "TEXT",
        help: "Print one line per row, e.g. '\(Row.style.template)'"
      ).conflicts(with: "format", "columns") { _, value in
        [helpValue, Format.waybar.rawValue].contains(value)
          ? nil : "--template cannot be combined with --format or --columns"
      }
    ) { text throws(InvalidValue) in
      do throws(TemplateError) { return try Template(text) } catch {
        switch error {
        case .unknownField(let name): throw .unknownField(name, of: Row.self)
        case .invalid(let reason): throw .described([reason])
        }
      }
    }
  }

  /// Returns the error if the format cannot have these columns; otherwise `nil`.
  @Sendable private static func conflict(_ format: String, columns: String) -> String? {
    guard let format = Format(rawValue: format), columns != helpValue else { return nil }
    if Row.style.hasTrend, format != .table, names(in: columns).contains(Report.trend.name) {
      return "column trend is only available on screen"
    }
    return format.isOfRows ? nil : "\(format.rawValue) cannot be combined with --columns"
  }

  private static var noHeader: Option {
    Option("no-header", help: "Omit the heading (table, tsv, csv)")
  }

  /// Returns the options of a command that has these formats, and `--template` if `hasTemplate` is true.
  static func options(_ formats: [Format] = Format.ofRows, hasTemplate: Bool = false) -> [Option] {
    let onePollOnly = "openmetrics cannot be combined with --interval, --until, or --count above 1"
    let format = format(formats).option
      .conflicts(with: "columns", message: conflict)
      .conflicts(with: "interval", "until") { format, _ in
        format == Format.openmetrics.rawValue ? onePollOnly : nil
      }
      .conflicts(with: "count") { format, count in
        format == Format.openmetrics.rawValue && Int(count) ?? 1 > 1 ? onePollOnly : nil
      }
      .conflicts(with: ListCommand.changes.name) { format, _ in
        format == Format.waybar.rawValue ? "waybar cannot be combined with --changes" : nil
      }
    return [columns.option, noHeader, format] + (hasTemplate ? [template.option] : [])
  }

  /// Returns the options of a command whose rows can also be of the type `Other`.
  static func options<Other: TableRow>(
    _ formats: [Format] = Format.ofRows, orOf _: Other.Type, hasTemplate: Bool = false
  ) -> [Option] {
    options(formats, hasTemplate: hasTemplate)
      .accepting(valuesOf: FormatOptions<Other>.options(formats, hasTemplate: hasTemplate))
  }

  /// Returns the format; `nil` if it was not given. For commands whose format decides which rows are printed.
  static func format(_ invocation: Invocation) throws(UsageError) -> Format? {
    try invocation.value(of: format(Format.ofRows))
  }

  /// Returns the output, and for `--columns help` the names of the columns, otherwise `nil`.
  static func read(
    _ invocation: Invocation, formats: [Format] = Format.ofRows
  ) throws(UsageError) -> (output: Output<Row>, help: String?) {
    let format = try invocation.value(of: self.format(formats))
    let template = try invocation.value(of: self.template)
    let given = try invocation.value(of: columns)
    let output = Output(
      format, template: template, columns: given??.columns,
      hasHeader: !invocation.has(noHeader),
      hasTrend: given.map { $0?.hasTrend ?? false } ?? Row.style.hasTrend)
    let isHelp = given.map { $0 == nil } ?? false
    return (output, isHelp ? names : nil)
  }

  static var names: String { Row.columnNames.map { "\($0)\n" }.joined() }
}

extension Output {
  /// Throws if the format has no field for the name of an exchange, but there are several exchanges.
  func check(exchanges: Int) throws(UsageError) {
    if let format, format.isOfDirectives, exchanges > 1 {
      throw UsageError("\(format.rawValue) supports one exchange only", of: "format", "exchange")
    }
  }
}

extension TableRow {
  /// Returns the help on fields: the fields of rows, and further columns that an option adds.
  static func fieldList<Other>(_ title: String, and others: [Column<Other>]) -> Section {
    Section(
      title,
      rows: (columns + computed.examples).map { ($0.name, $0.meaning) }
        + (style.hasTrend ? [Report.trend] : [])
        + others.map { ($0.name, $0.meaning) })
  }

  static func fieldList(_ title: String) -> Section {
    fieldList(title, and: [Column<Self>]())
  }
}

extension [Option] {
  /// Returns the options, which also accept the values of other options with the same names.
  func accepting(valuesOf others: [Option]) -> [Option] {
    map { option in
      let other = others.first { $0.name == option.name }
      return other.map { option.accepting(valuesOf: $0) } ?? option
    }
  }
}
