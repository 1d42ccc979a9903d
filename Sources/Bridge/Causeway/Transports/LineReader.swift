import Glibc

/// Reads a stream descriptor that does not block, and splits its bytes into lines.
@safe struct LineReader: ~Copyable {
  /// The end of one read.
  enum Outcome: Equatable {
    /// Bytes were read; there may be more.
    case read
    /// Nothing has arrived.
    case empty
    /// The other side has closed.
    case closed
    /// The descriptor cannot be read; the system's error number.
    case broken(CInt)
    /// A line is longer than the limit.
    case tooLong
    /// The receiver wants no more lines.
    case stopped
  }

  private static let readAtOnce = 1 << 16

  /// Bytes that one line may have.
  private let limit: Int
  /// Takes each line; nil before the start and after the end.
  var receive: (@Sendable ([UInt8]) -> Void)?
  private let buffer: UnsafeMutableRawBufferPointer
  /// The beginning of a line whose end has not come.
  private var line: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
    unsafe buffer = .allocate(byteCount: LineReader.readAtOnce, alignment: 16)
  }

  deinit { unsafe buffer.deallocate() }

  /// Reads once, and hands over each line that is complete, without its end.
  ///
  /// - Parameter goesOn: called before each line; is told whether the line is the last of this read.
  mutating func read(_ descriptor: CInt, goesOn: (_ isLast: Bool) -> Bool) -> Outcome {
    guard let receive else { return .stopped }
    var count: Int
    repeat {
      count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    } while count < 0 && errno == EINTR
    if count == 0 { return .closed }
    guard count > 0 else { return errno == EAGAIN ? .empty : .broken(errno) }
    var rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
    var end = unsafe LineReader.lineEnd(rest)
    while let length = end {
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: rest[..<length])
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
      end = unsafe LineReader.lineEnd(rest)
      let text: [UInt8]
      if line.isEmpty {
        text = unsafe [UInt8](bytes)
      } else {
        unsafe line.append(contentsOf: bytes)
        text = exchange(&line, with: [])
      }
      if text.isEmpty { continue }
      guard goesOn(end == nil) else { return .stopped }
      receive(text)
    }
    unsafe line.append(contentsOf: rest)
    return line.count > limit ? .tooLong : .read
  }

  /// The number of bytes before the next line break; nil if there is none.
  private static func lineEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let end = unsafe memchr(start, CInt(UInt8(ascii: "\n")), bytes.count)
    else {
      return nil
    }
    return unsafe UnsafeRawPointer(end) - start
  }
}
