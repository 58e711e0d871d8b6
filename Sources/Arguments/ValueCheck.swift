/// The check of an option's value. Ignored when options are compared.
struct ValueCheck: Sendable, Hashable {
  let check: @Sendable (String) throws(InvalidValue) -> Void

  init(_ check: @escaping @Sendable (String) throws(InvalidValue) -> Void) { self.check = check }

  static func == (_: ValueCheck, _: ValueCheck) -> Bool { true }

  func hash(into _: inout Hasher) {}
}
