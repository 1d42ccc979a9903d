#if Plugins
import JavaScriptCompression
import JavaScriptRuntime
import Synchronization
import Testing

/// `CompressionStream` and `DecompressionStream` in a runtime.
@Suite(.timeLimit(.minutes(5))) struct StreamTests {
  /// Runs a program to its end and returns what it printed.
  private func run(_ program: String) async throws -> [String] {
    var configuration = RuntimeConfiguration()
    configuration.extensions = [.compression]
    let printed = Printed()
    configuration.console = .handler { _, text in printed.add(text) }
    configuration.onUncaught = { error, kind in printed.add("\(kind.rawValue): \(error.message)") }
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.run(StreamTests.prelude + program)
    await runtime.close()
    return printed.all
  }

  private final class Printed: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private static let prelude = """
    const collect = async (stream) => { const parts = []; for await (const part of stream) parts.push(part); return parts; };
    const from = (...chunks) => ReadableStream.from(chunks);
    const zipped = async (format, ...chunks) => await collect(from(...chunks).pipeThrough(new CompressionStream(format)));
    const failure = async (body) => { try { await body(); return "no error"; } catch (error) { return error.name; } };

    """

  @Test func `what goes in comes out`() async throws {
    let lines = try await run(
      """
      const text = "compress me ".repeat(50_000);
      for (const format of ["gzip", "deflate", "deflate-raw"]) {
        const parts = await zipped(format, new TextEncoder().encode(text).buffer, new Uint8Array(), new DataView(new ArrayBuffer(3), 1, 1));
        const plain = await collect(from(...parts).pipeThrough(new DecompressionStream(format)));
        const all = (await collect(from(...plain).pipeThrough(new TextDecoderStream()))).join("");
        console.log(format, all === text + "\\0", parts.every((part) => part instanceof Uint8Array && part.length <= 65536));
      }
      """)
    #expect(lines == ["gzip true true", "deflate true true", "deflate-raw true true"])
  }

  @Test func `a bomb takes one piece at a time, and may be left`() async throws {
    let lines = try await run(
      """
      const zeros = new Uint8Array(1 << 20);
      const bomb = await zipped("gzip", ...Array(64).fill(zeros));
      const stream = new DecompressionStream("gzip");
      const writer = stream.writable.getWriter();
      let isWritten = false;
      const written = Promise.allSettled([...bomb.map((part) => writer.write(part)), writer.close()]).then(() => { isWritten = true; });
      const reader = stream.readable.getReader();
      let count = 0;
      for (let i = 0; i < 5; i += 1) count += (await reader.read()).value.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      console.log(count, isWritten);
      await reader.cancel("enough").catch((error) => console.log(error.name));
      await written;
      console.log(isWritten);
      """)
    #expect(lines == ["327680 false", "true"])
  }

  @Test func `a flush that waits for its reader ends when the stream is cancelled`() async throws {
    let lines = try await run(
      """
      const random = new Uint8Array(1 << 20);
      for (let at = 0; at < random.length; at += 65_536) crypto.getRandomValues(random.subarray(at, at + 65_536));
      const stream = new CompressionStream("gzip");
      const writer = stream.writable.getWriter();
      const reader = stream.readable.getReader();
      const ends = Promise.allSettled([writer.write(random), writer.close()]);
      await reader.read();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await reader.cancel().catch(() => {});
      await ends;
      console.log("ended");
      """)
    #expect(lines == ["ended"])
  }

  @Test func `wrong data, wrong chunks and wrong formats are errors by the standard's names`() async throws {
    let lines = try await run(
      """
      const good = new Uint8Array((await zipped("gzip", new Uint8Array(100))).flatMap((part) => [...part]));
      const open = (...chunks) => failure(() => collect(from(...chunks).pipeThrough(new DecompressionStream("gzip"))));
      console.log(await open(good), await open(good.slice(0, -1)), await open(good, new Uint8Array(1)), await open(good.with(0, 0)), await open("text"),
        await open(null), await open(), await failure(() => zipped("gzip", {})));
      for (const format of ["GZIP", "br", undefined, Symbol()]) console.log(await failure(() => new DecompressionStream(format)));
      console.log(await failure(() => new CompressionStream()), await failure(() => CompressionStream("gzip")));
      const kept = [];
      console.log(await failure(() => { for (let i = 0; i < 300; i += 1) kept.push(new CompressionStream("gzip")); }), kept.length > 200);
      kept.length = 0;
      // A new stream lives until its microtasks have run.
      for (let i = 0; i < 1000; i += 1) { new DecompressionStream("gzip"); await null; }
      console.log("released");
      """)
    #expect(
      lines == [
        "no error TypeError TypeError TypeError TypeError TypeError TypeError TypeError", "TypeError", "TypeError",
        "TypeError", "TypeError", "TypeError TypeError", "QuotaExceededError true",
        "released",
      ])
  }

  @Test func `without the extension there are no compression streams`() async throws {
    let runtime = try await JavaScriptRuntime()
    try await runtime.evaluate(
      program: "if (typeof CompressionStream + typeof DecompressionStream !== 'undefinedundefined') throw 1")
    await runtime.close()
  }
}
#endif
