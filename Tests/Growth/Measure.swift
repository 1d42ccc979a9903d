/// Inputs of one kind, of any length, and the work that reads one.
struct Family {
  let parser: String
  let name: String
  /// The count for which the shorter input is made; the longer one is made for eight times as many.
  let count: Int
  /// Makes the input for a count; the function that it returns reads the input.
  let make: (Int) -> () -> Void

  init(_ parser: String, _ name: String, _ count: Int, _ make: @escaping (Int) -> () -> Void) {
    self.parser = parser
    self.name = name
    self.count = count
    self.make = make
  }

  /// An input of bytes.
  init(
    _ parser: String, _ name: String, _ count: Int, text: @escaping (Int) -> String, read: @escaping ([UInt8]) -> Void
  ) {
    self.init(parser, name, count) { count in
      let bytes = Array(text(count).utf8)
      return { read(bytes) }
    }
  }

  /// Reads inputs for an eighth of the count, the count and eight times the count.
  ///
  /// The first one is read once before, so that what is made once for the process is not counted.
  func measure() {
    make(count / 8)()
    for count in [count / 8, count, count * 8] {
      let read = make(count)
      dumpInstructions("begin")
      read()
      dumpInstructions("\(parser)\t\(name)\t\(count)")
    }
  }
}

/// Where callgrind writes the number of instructions since the last call.
@inline(never) func dumpInstructions(_ line: String) { print(line) }

/// Keeps the compiler from leaving out the work for a value that nobody uses.
@inline(never) func use<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// A text for each number from 0 on, joined.
func each(_ count: Int, _ separator: String = "", _ text: (Int) -> String) -> String {
  (0..<count).map(text).joined(separator: separator)
}

func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// So many openings and as many ends, together as many as a limit of depth allows.
func nested(_ count: Int, _ open: String, _ close: String, inner: String = "", depth: Int = 50, separator: String = ",")
  -> String
{
  each(max(1, count / depth), separator) { _ in repeated(open, depth) + inner + repeated(close, depth) }
}

/// A letter with so many combining characters of each of two kinds, in the order that takes longest to put in order.
func marked(_ letter: String, _ count: Int) -> String {
  letter + repeated("\u{301}", count) + repeated("\u{323}", count)
}
