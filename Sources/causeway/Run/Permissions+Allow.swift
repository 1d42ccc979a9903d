import Causeway
import CausewayNetwork

extension Permissions {
  /// What reads the network, and what `--allow` lists, separated by commas.
  static func network(and allowed: [String]) -> Permissions {
    let listed = allowed.flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace } }
    return Permissions(Permissions.network.patterns + listed.filter { !$0.isEmpty })
  }
}
