import Foundation

extension Error {
  /// The reason of a failed file operation, in the system's words, as in `No space left on device`.
  package var plainReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return underlying.flatMap { ($0 as NSError).localizedFailureReason } ?? localizedDescription
  }
}
