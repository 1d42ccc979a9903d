#if Macros
import Causeway
import CausewayExport
import Foundation
import TestSupport
import Testing

/// Generated declarations, compared with readable files; `make test-js` compiles them.
///
/// `UPDATE_FIXTURES=1 swift test --filter GoldenTests` rewrites the files.
@Suite(.timeLimit(.minutes(5))) struct GoldenTests {
  static let folder = repositoryFile("Tests/Fixtures/plugins")

  static var description: BridgeDescription {
    let bridge = Bridge()
    bridge.register(Radio())
    bridge.register(Counter())
    bridge.handle("plain.byHand") { (plain: Plain) async in [plain] }
    bridge.stream("plain.numbers") { _ in AsyncStream<Int64> { $0.finish() } }
    return bridge.description
  }

  @Test(arguments: ["plugins.d.ts", "plugins.js", "plugins.openrpc.json"])
  func `the generated declarations equal the committed files`(file: String) throws {
    let made =
      switch file {
      case "plugins.d.ts": Self.description.typeScript
      case "plugins.js": Self.description.javaScriptModule
      default: Self.description.openRPC()
      }
    let path = Self.folder.appending(path: file)
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(made.utf8).write(to: path)
    }
    #expect(made == String(decoding: try Data(contentsOf: path), as: UTF8.self))
  }

  @Test func `every type of the radio can be described`() { #expect(Self.description.gaps == []) }

  enum Opaque: Codable, Sendable { case number(Int) }

  @Test func `a type that cannot be described is reported with a remedy`() {
    let bridge = Bridge()
    bridge.handle("opaque.get") { () -> Opaque in .number(1) }
    #expect(
      bridge.description.gaps == [
        "GoldenTests.Opaque cannot be described: its decoding depends on the input. Mark it @Crossing."
      ])
  }

  struct Envelope<Body: Codable & Sendable, Mark: Codable & Sendable>: Codable, Sendable {
    var body: Body
    var mark: Mark
  }

  @Test func `a generic type is declared by its name and its arguments' names`() {
    let bridge = Bridge()
    let plain = Plain(name: "", children: [])
    bridge.handle("a.list") { () async in Envelope(body: [Envelope(body: plain, mark: 1)], mark: "x") }
    bridge.handle("b.plain") { () async in plain }
    let text = bridge.description.typeScript
    for line in [
      "export interface Plain {", "export interface EnvelopePlainInt {",
      "export interface EnvelopeArrayEnvelopePlainIntString {",
      "  body: EnvelopePlainInt[];", "plain(params?: undefined, options?: CallOptions): Promise<Plain>;",
    ] { #expect(text.contains(line), "\(text)") }
    bridge.handle("c.opaque") { (_: Envelope<Opaque, Bool>) in }
    bridge.handle("d.keys") { (_: [Double: Int]) in }
    #expect(
      bridge.description.gaps.map { $0.prefix { $0 != ":" } } == [
        "Dictionary<Swift.Double, Swift.Int> cannot be described",
        "GoldenTests.Envelope<CausewayExportTests.GoldenTests.Opaque, Swift.Bool> cannot be described",
        "GoldenTests.Opaque cannot be described",
      ])
  }

  @Plugin("words") struct Words {
    /// Has parameters named by JavaScript's keywords.
    @Export(positional: true) func take(_ options: String, _ default: Bool, _ class: Int) {}
    @Export func only(_ options: String) {}
  }

  @Test func `a parameter with the name of a JavaScript keyword is declared under another name`() {
    let bridge = Bridge()
    bridge.register(Words())
    let text = bridge.description.typeScript
    #expect(text.contains("take(options_: string, default_: boolean, class_: number, options?: CallOptions)"))
    #expect(text.contains("only(options_: string, options?: CallOptions)"))
  }
}
#endif
