#if Plugins
import CZlib
import CZstd
import Causeway
import Foundation
import Testing

@testable import CausewayHTTP

@Suite struct BodyInflaterTests {
  private static let text = [UInt8](String(repeating: "a body that is compressed, ", count: 1000).utf8)

  /// What zlib makes of bytes, in the format that a size of its window stands for.
  private static func deflated(_ bytes: some Sequence<UInt8>, _ windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    var input = Array(bytes)
    var output = [UInt8](repeating: 0, count: input.count + 1000)
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : 0
      }
    }
    return Array(output.prefix(count))
  }

  /// What the zstd library makes of bytes, as one frame.
  private static func zstd(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let input = Array(bytes)
    var output = [UInt8](repeating: 0, count: ZSTD_compressBound(input.count))
    let count = ZSTD_compress(&output, output.count, input, input.count, 3)
    return Array(output.prefix(count))
  }

  private static let gzip = deflated(text, 31)
  /// What Node's `zlib.brotliCompressSync` makes of the text.
  private static let brotli = [UInt8](Data(base64Encoded: "G3dp4I3UTndzJqoECZvrsbS2NylJLYeVCCcVaBy3qH4RBmA=") ?? Data())

  private static let several: [[UInt8]] = [deflated(text[..<9000], 31), deflated([], 31), deflated(text[9000...], 31)]
  /// Encodings, and bodies that stand for the text.
  private static let bodies: [(String, [UInt8])] = [
    ("gzip", gzip), ("X-GZIP", gzip), ("deflate", deflated(text, 15)), ("deflate", deflated(text, -15)),
    ("deflate, gzip", deflated(deflated(text, 15), 31)), ("gzip, identity, GZIP", deflated(gzip, 31)),
    ("gzip", Array(several.joined())), ("gzip", gzip + [0, 0, 1]), ("deflate", deflated(text, 15) + [1, 2]),
    ("br", brotli), ("BR, gzip", deflated(brotli, 31)), ("br", brotli + [0, 1]), ("zstd", zstd(text)),
    ("zstd", zstd(text[..<9000]) + zstd(text[9000...])), ("gzip, zstd", zstd(gzip)),
  ]

  /// Decompresses data that arrive in parts.
  private func inflate(_ bytes: [UInt8], _ encoding: String, parts: Int, atMost limit: Int) throws -> [UInt8] {
    let encodings = encoding.split { $0 == "," || $0 == " " }.map(String.init)
    let inflater = try #require(BodyDecoder(encodings))
    var result: [UInt8] = []
    var start = 0
    while start < bytes.count {
      inflater.add(Array(bytes[start..<min(start + parts, bytes.count)]))
      start += parts
      while case let piece = try inflater.next(atMost: limit), !piece.isEmpty {
        #expect(piece.count <= limit)
        result += piece
      }
    }
    try inflater.end()
    return result
  }

  @Test(arguments: bodies)
  func `a body arrives in any parts and is read in any pieces`(encoding: String, bytes: [UInt8]) throws {
    for parts in [1, 7, 100, 1 << 20] {
      for limit in [1, 1000, 1 << 20] where parts > 1 || limit > 1 {
        #expect(try inflate(bytes, encoding, parts: parts, atMost: limit) == Self.text)
      }
    }
  }

  @Test(arguments: [("gzip", gzip), ("br", brotli), ("zstd", zstd(text))])
  func `a body without a byte is complete, and one that ends at any other byte is not`(
    encoding: String, bytes: [UInt8]
  ) throws {
    #expect(try inflate([], encoding, parts: 1, atMost: 100) == [])
    for count in 1..<bytes.count {
      let error = #expect(throws: BridgeError.self) {
        try inflate(Array(bytes[..<count]), encoding, parts: 50, atMost: 1 << 20)
      }
      #expect(error?.code == .dataLoss)
    }
  }

  @Test func `data that are damaged anywhere are refused, or are what they were`() throws {
    let bytes = Self.gzip
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x55
      do {
        // The name, the time and the system of the header are not part of the data.
        #expect(try inflate(damaged, "gzip", parts: 1 << 20, atMost: 1 << 20) == Self.text)
        #expect((3..<10).contains(place))
      } catch {
        #expect((error as? BridgeError)?.code == .dataLoss)
      }
    }
  }

  @Test func `a frame of zstd with a window over 8 MB is refused`() throws {
    // A frame of RFC 8878: its magic number, a descriptor without a size, and the window's size, 2 to the power of 10 + 16.
    #expect(throws: BridgeError.self) {
      try inflate([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x80, 0x01, 0x00, 0x00], "zstd", parts: 100, atMost: 100)
    }
  }

  @Test(arguments: [
    [], ["compress"], ["gzip", "compress"], ["compress", "gzip"], ["identity"], Array(repeating: "gzip", count: 6),
  ])
  func `other encodings are left as they are`(encodings: [String]) { #expect(BodyDecoder(encodings) == nil) }
}
#endif
