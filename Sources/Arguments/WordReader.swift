/// The meaning of a stray word for an option. Ignored when options are compared.
struct WordReader: Sendable, Hashable {
  let read: @Sendable (_ word: String, _ given: String?) -> String?

  init(_ read: @escaping @Sendable (_ word: String, _ given: String?) -> String?) {
    self.read = read
  }

  static func == (_: WordReader, _: WordReader) -> Bool { true }

  func hash(into _: inout Hasher) {}
}
