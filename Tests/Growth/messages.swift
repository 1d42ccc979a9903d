import Glibc
import Synchronization

@testable import BridgeValues
@testable import Causeway

@main struct MessageGrowth {
  static func main() {
    for family in messages + names + lines { family.measure() }
  }

  /// Reads a text of the wire, and writes what it says.
  private static func read(_ text: [UInt8]) {
    for event in JSONRPCReader.read(text, limits: Limits()) {
      switch event {
      case .message(let message): use(message.wireBytes)
      default: use(event)
      }
    }
  }

  private static func batch(_ count: Int, _ message: (Int) -> String) -> String {
    "[" + each(count, ",") { #"{"jsonrpc":"2.0",\#(message($0))}"# } + "]"
  }

  private static func call(_ rest: String) -> String { #"{"jsonrpc":"2.0","id":1,"method":"a",\#(rest)}"# }

  private static var messages: [Family] {
    [
      Family(
        "JSON-RPC", "a batch of calls", 200, text: { batch($0) { #""id":\#($0),"method":"a","params":[1]"# } },
        read: read),
      Family(
        "JSON-RPC", "a batch of answers", 200, text: { batch($0) { #""id":\#($0),"result":{"a":1}"# } }, read: read),
      Family(
        "JSON-RPC", "a batch of errors", 100,
        text: {
          batch($0) { #""id":\#($0),"error":{"code":-32000,"message":"a","data":{"code":"A","b":[1]}}"# }
        }, read: read),
      Family(
        "JSON-RPC", "a batch of events", 200,
        text: {
          batch($0) { #""method":"$/event","params":{"event":"a\#($0)","value":1}"# }
        }, read: read),
      Family("JSON-RPC", "a batch of what is no message", 1000, text: { "[" + repeated("1,", $0) + "1]" }, read: read),
      Family(
        "JSON-RPC", "a batch of calls without a usable id", 200,
        text: { batch($0) { _ in #""id":null,"method":"a""# } }, read: read),
      Family(
        "JSON-RPC", "a message of many members", 500,
        text: { count in
          #"{"jsonrpc":"2.0","id":1,"method":"a","# + each(count, ",") { #""b\#($0)":1"# } + "}"
        }, read: read),
      Family(
        "JSON-RPC", "an id that is repeated", 500,
        text: { count in
          #"{"jsonrpc":"2.0","method":"a","# + each(count, ",") { #""id":\#($0)"# } + "}"
        }, read: read),
      Family(
        "JSON-RPC", "a long id", 4000, text: { #"{"jsonrpc":"2.0","id":"\#(repeated("a", $0))","method":"a"}"# },
        read: read),
      Family(
        "JSON-RPC", "a number of many digits as the id", 2000,
        text: {
          #"{"jsonrpc":"2.0","id":\#(repeated("7", $0)),"method":"a"}"#
        }, read: read),
      Family(
        "JSON-RPC", "params of many values", 1000, text: { call(#""params":["# + repeated("1,", $0) + "1]") },
        read: read),
      Family(
        "JSON-RPC", "params of nested values", 1000,
        text: {
          call(#""params":[["# + nested($0, "[", "]") + "]]")
        }, read: read),
      Family(
        "JSON-RPC", "params that nest too deeply", 1000,
        text: {
          call(#""params":["# + repeated("[", $0) + repeated("]", $0) + "]")
        }, read: read),
      Family(
        "JSON-RPC", "metadata", 300,
        text: {
          call(#""params":[1,{"metadata":{"# + each($0, ",") { #""a\#($0)":"b""# } + "}}]")
        }, read: read),
      Family(
        "JSON-RPC", "causes of an error", 300,
        text: {
          batch(max(1, $0 / 50)) {
            #""id":\#($0),"error":{"code":1,"message":"a","data":"# + repeated(#"{"code":"A","cause":{"$error":"#, 50)
              + "{}"
              + repeated("}}", 50) + "}"
          }
        }, read: read),
      Family("JSON-RPC", "a text without an end", 1000, text: { "[" + repeated("[1],", $0) }, read: read),
      Family("JSON-RPC", "line breaks between values", 1000, text: { "[" + repeated("\n", $0) + "1]" }) {
        use($0.oneLine)
      },
      Family("JSON-RPC", "bytes that are no text", 1000) { count in
        let bytes = [UInt8](repeating: 0xFF, count: count)
        return { read(bytes) }
      },
    ]
  }

  private static var names: [Family] {
    [
      Family(
        "names", "a long method", 4000,
        text: { #"{"jsonrpc":"2.0","id":1,"method":"\#(repeated("a", $0))","params":{}}"# }, read: read),
      Family(
        "names", "a method of combining characters", 1000,
        text: {
          #"{"jsonrpc":"2.0","id":1,"method":"\#(marked("a", $0))","params":{}}"#
        }
      ) { text in
        for case .message(.call(let request)) in JSONRPCReader.read(text, limits: Limits()) {
          use(request.method.hashValue)
        }
      },
      Family(
        "names", "a notification of combining characters", 1000,
        text: {
          #"{"jsonrpc":"2.0","method":"\#(marked("a", $0))","params":{}}"#
        }, read: read),
      Family(
        "names", "a timeout of combining characters", 1000,
        text: {
          call(#""params":[1,{"timeout":"\#(marked("a", $0))"}]"#)
        }, read: read),
      Family(
        "names", "an error's kind of combining characters", 1000,
        text: {
          #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a","data":{"code":"A","name":"\#(marked("a", $0))"}}}"#
        }, read: read),
      Family(
        "names", "a version of combining characters", 1000, text: { #"{"jsonrpc":"\#(marked("a", $0))"}"# }, read: read),
      Family(
        "names", "a code of combining characters", 1000,
        text: {
          #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a","data":{"code":"\#(marked("a", $0))","name":"a"}}}"#
        }, read: read),
      Family(
        "names", "metadata of combining characters", 40_000,
        text: {
          call(#""params":[1,{"metadata":{"\#(marked("a", $0))":"a","b":"\#(marked("a", $0))"}}]"#)
        }, read: read),
      Family("names", "patterns of permissions", 300) { count in
        let patterns = (0..<count).map { "a\($0).*.b" }
        return { use(Permissions(patterns).allows("b.c.d")) }
      },
      Family("names", "a permission of many parts", 500) { count in
        let permissions = Permissions([repeated("*.", count) + "a"])
        let name = repeated("a.", count) + "b"
        return { use(permissions.allows(name)) }
      },
      Family("names", "the complaint about a name", 1000) { count in
        let name = repeated("a.", count) + "a"
        return { use(MethodName.complaint(about: name)) }
      },
    ]
  }

  // MARK: Lines

  /// Reads bytes that arrive in pieces.
  private static func lines(_ name: String, _ count: Int, piece: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("lines", name, count) { count in
      let bytes = Array(text(count).utf8)
      return {
        var ends: [CInt] = [0, 0]
        precondition(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        var reader = LineReader(limit: 1 << 24)
        let received = Atomic<Int>(0)
        reader.receive = { received.add($0.count, ordering: .relaxed) }
        for start in stride(from: 0, to: bytes.count, by: piece) {
          let part = bytes[start..<min(start + piece, bytes.count)]
          precondition(part.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == part.count)
          precondition(reader.read(ends[0]) { _ in true } == .read)
        }
        close(ends[0])
        close(ends[1])
      }
    }
  }

  private static var lines: [Family] {
    [
      lines("short lines", 1000, piece: 4096) { repeated("a\n", $0) },
      lines("empty lines", 4000, piece: 4096) { repeated("\n", $0) },
      lines("one line in small pieces", 2000, piece: 16) { repeated("a", $0) + "\n" },
      lines("one line in large pieces", 100_000, piece: 4096) { repeated("a", $0) + "\n" },
      lines("a line without an end", 100_000, piece: 4096) { repeated("a", $0) },
    ]
  }
}
