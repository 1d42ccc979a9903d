#if Plugins
import JavaScriptEngine
import Testing

@testable import JavaScriptCompression

@Suite(.timeLimit(.minutes(5))) struct CodecTests {
  /// Runs all steps for pieces of input, and returns the output and the longest piece of it.
  private func run(
    _ codec: Codec, _ pieces: [[UInt8]], isEnded: Bool = true
  ) throws -> (output: [UInt8], longest: Int) {
    var (output, longest): ([UInt8], Int) = ([], 0)
    for (index, piece) in pieces.enumerated() {
      var input: JSBytes? = JSBytes(piece)
      while true {
        let step = try codec.step(input, isLast: isEnded && index == pieces.count - 1)
        input = nil
        output += step.output
        longest = max(longest, step.output.count)
        if step.state != .hasOutput { break }
      }
    }
    return (output, longest)
  }

  private static let formats: [CompressionFormat] = [.gzip, .deflate, .deflateRaw]
  private static let text = Array(repeatElement(Array("expected output ".utf8), count: 5000).joined())

  @Test(arguments: formats) func `what is compressed is decompressed, in pieces of any length`(
    format: CompressionFormat
  ) throws {
    let compressed = try run(
      Codec(format, isCompressing: true), [Array(Self.text.prefix(7)), Array(Self.text.dropFirst(7)), []])
    #expect(compressed.output.count < 2000)
    let whole = try run(Codec(format, isCompressing: false), [compressed.output])
    #expect(whole.output == Self.text)
    let bytes = try run(Codec(format, isCompressing: false), compressed.output.map { [$0] })
    #expect(bytes.output == Self.text)
  }

  @Test func `the formats are those of other programs`() throws {
    // printf abc | gzip -9n | xxd -p
    let gzip: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0x4c, 0x4a, 0x06, 0x00, 0xc2, 0x41, 0x24, 0x35,
      0x03, 0x00, 0x00, 0x00,
    ]
    #expect(try run(Codec(.gzip, isCompressing: false), [gzip]).output == Array("abc".utf8))
    let zlib: [UInt8] = [0x78, 0x9c, 0x4b, 0x4c, 0x4a, 0x06, 0x00, 0x02, 0x4d, 0x01, 0x27]
    #expect(try run(Codec(.deflate, isCompressing: false), [zlib]).output == Array("abc".utf8))
    #expect(try run(Codec(.deflateRaw, isCompressing: false), [Array(zlib[2..<7])]).output == Array("abc".utf8))
  }

  @Test(arguments: formats) func `data that end too early, go on behind the end or are wrong anywhere are an error`(
    format: CompressionFormat
  ) throws {
    let good = try run(Codec(format, isCompressing: true), [Array("compress me, compress me".utf8)]).output
    for length in 0..<good.count {
      #expect(throws: Codec.Failure.self) { try run(Codec(format, isCompressing: false), [Array(good.prefix(length))]) }
    }
    #expect(throws: Codec.Failure.self) { try run(Codec(format, isCompressing: false), [good + [0]]) }
    #expect(throws: Codec.Failure.self) { try run(Codec(format, isCompressing: false), [good, [0]]) }
    #expect(
      try run(Codec(format, isCompressing: false), [good, [], []]).output == Array("compress me, compress me".utf8))
    var failures = 0
    for index in good.indices {
      for bit in 0..<8 {
        var bad = good
        bad[index] ^= 1 << UInt8(bit)
        if (try? run(Codec(format, isCompressing: false), [bad])) == nil { failures += 1 }
      }
    }
    #expect(failures > 20)
  }

  @Test func `a bomb is delivered in pieces of bounded length`() throws {
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    let bomb = try run(Codec(.gzip, isCompressing: true), Array(repeating: zeros, count: 64)).output
    #expect(bomb.count < 70_000)
    let codec = Codec(.gzip, isCompressing: false)
    let first = try codec.step(JSBytes(bomb), isLast: true)
    #expect(first.output.count == Codec.outputLength)
    #expect(first.state == .hasOutput)
    var total = first.output.count
    while true {
      let step = try codec.step(nil, isLast: false)
      #expect(step.output.count <= Codec.outputLength)
      total += step.output.count
      if step.state == .isDone { break }
    }
    #expect(total == 64 << 20)
  }
}
#endif
