/// The moment whose price a change is measured from.
public enum ChangeReference: String, Sendable {
  /// 24 hours ago.
  case dayAgo = "24h"
  /// The last midnight UTC.
  case utcDay = "utc-day"
}
