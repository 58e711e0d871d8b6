extension Section {
  /// Returns a section with the fields of all commands. A list that has all fields of an earlier list, or all
  /// but one, refers to that list instead of repeating its fields.
  package static func fields(of commands: [Command], _ paragraphs: [String]) -> Section {
    let lists = commands.flatMap { command in
      command.fields.map { list in
        let title =
          list.title == "Fields"
          ? "Fields of \(command.name)" : "\(list.title) in \(command.name)"
        return Section(title, rows: list.rows)
      }
    }
    let parts = lists.enumerated().map { index, list in
      lists[..<index].lazy.compactMap { list.shortened(after: $0) }.first ?? list
    }
    return Section("FIELDS", paragraphs, parts: parts)
  }

  /// Returns this section with a sentence that refers to `other`, and with the rows that `other` lacks. `nil`
  /// if too many rows of `other` are not in this section.
  private func shortened(after other: Section) -> Section? {
    let missing = other.rows.filter { row in !rows.contains { $0 == row } }
    guard missing.count <= 1, missing.count < other.rows.count else { return nil }
    let rest = rows.filter { row in !other.rows.contains { $0 == row } }
    let exception = missing.map { " without \($0.term)" }.joined()
    let sentence = "The fields\(other.title.dropFirst("Fields".count))\(exception)"
    return Section(title, ["\(sentence)\(rest.isEmpty ? "" : ", and these")."], rows: rest)
  }
}
