package import Foundation

/// What is done on a connection when a request has come in: steps, taken in turn.
///
/// When the last step is done the connection waits for its next request, unless the client has
/// sent `Connection: close`.
package struct Reply: Sendable {
  /// A single thing done to a connection.
  package enum Step: Sendable {
    /// Sends these bytes as they are.
    case send(Data)
    /// Waits; a client that leaves meanwhile ends the connection at once.
    case pause(Duration)
    /// Takes these steps again and again, until the client leaves, the server stops or the
    /// connection has carried 2 GiB.
    indirect case forever([Step])
    /// Sends each frame of a WebSocket's client back, until one of them closes the connection.
    case echo
    /// Closes the connection in good order.
    case close
    /// Breaks the connection off: the client reads what has reached it, then "reset by peer".
    case reset
  }

  /// What is done, in order.
  package let steps: [Step]

  /// Makes a reply of any steps, to be used where none of the ready-made ones fits.
  package init(_ steps: [Step]) { self.steps = steps }

  /// This reply with more steps after it, as in `.json("[]").then(.close)`.
  package func then(_ more: Step...) -> Reply { Reply(steps + more) }
}
