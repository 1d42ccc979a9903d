import Foundation

/// Other bridges, each compared with plain C over our engine in the same rounds.
extension Session {
  /// Measures the peers with scripts in a folder, `NAME/run`, and lists those that are not installed.
  func peers(in folder: URL) async {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() {
      let script = folder.appending(path: "\(name)/run")
      guard FileManager.default.isExecutableFile(atPath: script.path) else { continue }
      do {
        let hello = try Peer(script).hello
        for offer in hello.offers {
          for depth in [1, 256] { await peer(hello.peer, offer, depth: depth, script) }
        }
      } catch let absent as Peer.Absent {
        print("\(name): skipped, as \(absent.reason)")
      } catch {
        await measure(name) { throw error }
      }
    }
  }

  private func peer(_ name: String, _ offer: Peer.Offer, depth: Int, _ script: URL) async {
    await measure("peer \(name): \(offer.name)") {
      guard let beside = Session.ways[offer.beside] else { throw Failure("plain C has no \(offer.beside)") }
      let c = PlainHost()
      let peer = try Peer(script)
      try await compare(
        offer.name, by: name, depth: depth, ours: { try peer.run(offer, depth: depth, count: $0) },
        plain: [(beside, { try c.run("bench.run('\(offer.beside)', '\(offer.kind)', \(depth), \($0))") })])
    }
  }

  /// The method of plain C for each kind of peer method.
  private static let ways = [
    "number.within": "within the post", "number.queued": "from a queue", "number.thread": "on another thread",
    "json.within": "JSON by the C API",
  ]
}
