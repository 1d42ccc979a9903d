#if Plugins
import JavaScriptCrypto
import JavaScriptRuntime
import Synchronization

/// The lines that a program has printed.
final class Printed: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  /// A configuration with `crypto.subtle` whose console prints here.
  func configuration(_ limits: SubtleCryptoLimits = SubtleCryptoLimits()) -> RuntimeConfiguration {
    var configuration = RuntimeConfiguration()
    configuration.extensions = [.subtleCrypto(limits)]
    configuration.console = .handler { [self] _, text in lines.withLock { $0.append(text) } }
    configuration.onUncaught = { [self] error, kind in
      lines.withLock { $0.append("\(kind.rawValue): \(error.message)") }
    }
    return configuration
  }
}

/// Functions that the programs of these tests use.
let prelude = """
  const { subtle } = crypto;
  const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => new Uint8Array(text.match(/../g)?.map((digits) => parseInt(digits, 16)) ?? []);
  const text = (string) => new TextEncoder().encode(string);
  const failure = async (body) => { try { await body(); return "no error"; } catch (error) { return error.name; } };

  """

/// Runs a program to its end and returns what it printed.
func run(_ program: String, _ limits: SubtleCryptoLimits = SubtleCryptoLimits()) async throws -> [String] {
  let printed = Printed()
  let runtime = try await JavaScriptRuntime(printed.configuration(limits))
  try await runtime.run(prelude + program)
  await runtime.close()
  return printed.all
}
#endif
