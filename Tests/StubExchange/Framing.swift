/// How a client is told where a body ends.
package enum Framing: Sendable {
  /// A true `Content-Length`.
  case length
  /// A `Content-Length` that says this whatever is sent; the connection is closed after it.
  case claimed(Int)
  /// Chunks of 1 KiB, so that a usual answer comes in several.
  case chunked
  /// Nothing tells but the end of the connection.
  case untilClose
}
