/// Tells whether a value of an option is right. It takes no part in comparisons of options.
struct ValueCheck: Sendable, Hashable {
  let check: @Sendable (String) throws(InvalidValue) -> Void

  init(_ check: @escaping @Sendable (String) throws(InvalidValue) -> Void) { self.check = check }

  static func == (_: ValueCheck, _: ValueCheck) -> Bool { true }

  func hash(into _: inout Hasher) {}
}
