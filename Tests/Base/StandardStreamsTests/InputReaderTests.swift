import Dispatch
import Glibc
import StandardStreams
import Testing

/// Reading on demand, without a change to a descriptor that others share.
@Suite(.timeLimit(.minutes(1))) struct InputReaderTests {
  /// A pipe, closed at the end.
  private final class TestPipe {
    let reading, writing: CInt
    private var isOpen = true

    init() throws {
      var ends: [CInt] = [-1, -1]
      try #require(unsafe pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      _ = unsafe Glibc.write(writing, bytes, bytes.count)
    }

    func closeWriter() {
      if isOpen { close(writing) }
      isOpen = false
    }

    deinit {
      closeWriter()
      close(reading)
    }
  }

  private static func text(_ outcome: InputReader.Outcome?) -> String? {
    guard case .bytes(let bytes) = outcome else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits on another thread; the signal comes when that has returned.
  private static func fill(_ reader: InputReader, _ count: Int = 100) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    reader.begin()
    Thread.start {
      reader.fill(atMost: count)
      done.signal()
    }
    return done
  }

  private enum Thread {
    static func start(_ body: @escaping @Sendable () -> Void) {
      DispatchQueue(label: "input reader").async(execute: body)
    }
  }

  private static func hasEnded(_ done: DispatchSemaphore) -> Bool {
    done.wait(timeout: .now() + .seconds(30)) == .success
  }

  @Test func `pieces come in order, then the end`() throws {
    let pipe = try TestPipe()
    let reader = InputReader(pipe.reading)
    #expect(reader.kind == .pipe)
    pipe.write("abcdef")
    #expect(InputReaderTests.text(reader.read(atMost: 4)) == "abcd")
    #expect(InputReaderTests.text(reader.read(atMost: 4)) == "ef")
    pipe.closeWriter()
    #expect(reader.read(atMost: 4) == .end)
    #expect(reader.read(atMost: 4) == .end)
  }

  @Test func `a wait that is cancelled leaves the bytes unread`() throws {
    let pipe = try TestPipe()
    let reader = InputReader(pipe.reading)
    let done = InputReaderTests.fill(reader)
    reader.cancel()
    #expect(InputReaderTests.hasEnded(done))
    #expect(reader.take() == nil)
    pipe.write("later")
    var count: CInt = 0
    _ = unsafe ioctl(pipe.reading, UInt(FIONREAD), &count)
    #expect(count == 5)
    #expect(InputReaderTests.hasEnded(InputReaderTests.fill(reader)))
    #expect(InputReaderTests.text(reader.take()) == "later")
  }

  @Test func `a cancellation before the wait begins ends it`() throws {
    let pipe = try TestPipe()
    let reader = InputReader(pipe.reading)
    reader.begin()
    reader.cancel()
    reader.fill(atMost: 1)
    #expect(reader.take() == nil)
  }

  @Test func `bytes that nobody has taken come first, and in parts`() throws {
    let pipe = try TestPipe()
    let reader = InputReader(pipe.reading)
    pipe.write("first")
    reader.fill(atMost: 100)
    pipe.write("second")
    #expect(InputReaderTests.text(reader.read(atMost: 2)) == "fi")
    #expect(InputReaderTests.text(reader.read(atMost: 100)) == "rst")
    #expect(InputReaderTests.text(reader.read(atMost: 100)) == "second")
  }

  @Test func `a read on this thread takes the place of a wait on another`() throws {
    let pipe = try TestPipe()
    let reader = InputReader(pipe.reading)
    let done = InputReaderTests.fill(reader)
    pipe.write("x")
    #expect(InputReaderTests.text(reader.read(atMost: 1)) == "x")
    // If the other wait had not begun before, it goes on.
    reader.cancel()
    #expect(InputReaderTests.hasEnded(done))
    #expect(reader.take() == nil)
  }

  @Test func `an interruption ends all waits`() throws {
    let pipe = try TestPipe()
    let reader = InputReader(pipe.reading)
    let done = InputReaderTests.fill(reader)
    reader.interrupt()
    #expect(InputReaderTests.hasEnded(done))
    #expect(reader.take() == .failure(EINTR))
    #expect(reader.read(atMost: 1) == .failure(EINTR))
  }

  @Test func `a descriptor keeps its flags, and one that does not block is awaited`() throws {
    let pipe = try TestPipe()
    let reader = InputReader(pipe.reading)
    pipe.write("a")
    _ = reader.read(atMost: 1)
    #expect(fcntl(pipe.reading, F_GETFL) & O_NONBLOCK == 0)
    _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
    let done = InputReaderTests.fill(reader)
    pipe.write("b")
    #expect(InputReaderTests.hasEnded(done))
    #expect(InputReaderTests.text(reader.take()) == "b")
  }

  @Test func `kinds and errors are those of the system`() throws {
    let folder = unsafe open("/", O_RDONLY | O_DIRECTORY)
    let nothing = unsafe open("/dev/null", O_RDONLY)
    let output = unsafe open("/dev/null", O_WRONLY)
    defer { for descriptor in [folder, nothing, output] { close(descriptor) } }
    #expect(InputReader(folder).kind == .other)
    #expect(InputReader(folder).read(atMost: 1) == .failure(EISDIR))
    #expect(InputReader(nothing).kind == .file)
    #expect(InputReader(nothing).read(atMost: 1) == .end)
    #expect(InputReader(output).read(atMost: 1) == .failure(EBADF))
    #expect(InputReader(100_000).kind == .other)
    #expect(InputReader(100_000).read(atMost: 1) == .failure(EBADF))
  }

  @Test func `bytes in memory are an input, too`() {
    let reader = InputReader(Array("abc".utf8))
    #expect(InputReaderTests.text(reader.read(atMost: 2)) == "ab")
    reader.fill(atMost: 2)
    #expect(InputReaderTests.text(reader.take()) == "c")
    #expect(reader.read(atMost: 2) == .end)
  }
}
