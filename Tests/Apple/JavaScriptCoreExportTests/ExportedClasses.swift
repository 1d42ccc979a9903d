#if Macros
import Foundation
public import JavaScriptCoreExport

/// Apple's example, extended to a class with every kind of member.
@JSExport class Person {
  struct Unfit: LocalizedError { var errorDescription: String? { "no name at all" } }

  var firstName: String {
    willSet { changes.append("will \(newValue)") }
    didSet { changes.append("did \(oldValue)") }
  }
  var lastName = ""
  private(set) var greetings = 0
  let species = "human"
  @JSExportIgnored var changes: [String] = []
  private var secret = "hidden"
  weak var friend: Person?
  nonisolated(unsafe) static var made = 0
  class var plural: String { "people" }
  @JSExport(as: "full") var fullName: String { "\(firstName) \(lastName)" }
  var risky: Int { get throws { throw Unfit() } }

  @JSExport(as: "constructor") init(first: String, last: String = "Lovelace") throws {
    if first.isEmpty { throw Unfit() }
    firstName = first
    lastName = last
    Person.made += 1
  }

  init(copy: Person) {
    firstName = copy.firstName
    lastName = copy.lastName
  }

  func greet(_ other: Person) -> String {
    greetings += 1
    return "\(firstName) greets \(other.firstName)"
  }
  func queryEntriesBetweenDateStart(_ start: Double, end: Double) -> Double { end - start }
  func move(to place: String) -> String { "to \(place)" }
  func rename(first: String, last: String) { (firstName, lastName) = (first, last) }
  @JSExport(as: "shout") func louder(_ text: String, times: Int = 2, mark: String? = "!") -> String {
    String(repeating: text.uppercased(), count: times) + (mark ?? "")
  }
  func fail() throws { throw Unfit() }
  func later(_ value: Int) async throws -> Int {
    await Task.yield()
    if value < 0 { throw Unfit() }
    return value * 2
  }
  func setValue(_ text: String) {}
  func callBack(_ handler: JSValue) -> JSValue { handler.call(withArguments: [self]) }
  static func create(firstName: String, lastName: String) throws -> Person {
    try Person(first: firstName, last: lastName)
  }
  static func find(_ name: String) async throws -> Person { try Person(first: name) }
  static func == (left: Person, right: Person) -> Bool { left === right }
}

@JSExport final class Student: Person {
  var school: String?
  @JSExport(as: "constructor") init(at school: String, first: String) throws {
    self.school = school
    try super.init(first: first)
  }
  override func greet(_ other: Person) -> String { "Student " + super.greet(other) }
}

/// Exports no members of its own.
final class Stranger: Person {}

@JSExport actor Account {
  private(set) var balance = 0
  nonisolated let currency = "EUR"
  func deposit(_ amount: Int) throws -> Int {
    if amount <= 0 { throw Person.Unfit() }
    balance += amount
    return balance
  }
  nonisolated func label() -> String { "account" }
}

@JSExport final class Empty {}

/// Exports other members on other systems.
@JSExport final class Conditional {
  #if os(Linux)
  func system() -> String { "Linux" }
  #elseif os(macOS)
  func system() -> Int { 0 }
  #else
  var system: Never { fatalError() }
  #endif
  #if os(Windows)
  var drive = "C"
  #endif
  #if canImport(Foundation)
  var count = 1
  #if DEBUG || !DEBUG
  static let always = true
  #endif
  #endif
  var last = "end"
}

@JSExport("Sealed") final class Closed {
  private init() {}
  nonisolated(unsafe) static let shared = Closed()
  nonisolated(unsafe) static var limit = 1 { didSet { limit = min(limit, 10) } }
}

@JSExport protocol Shape: JSExport {
  var area: Double { get }
  var name: String { get set }
  init(side: Double)
  func scaled(by factor: Double) -> Self
}

final class Square: Shape {
  let side: Double
  var name = "square"
  var area: Double { side * side }
  var unlisted = 1
  init(side: Double) { self.side = side }
  func scaled(by factor: Double) -> Square { Square(side: side * factor) }
}

@MainActor @JSExport final class Window {
  var title = "untitled"
  func rename(_ title: String) -> String {
    self.title = title
    return title
  }
  nonisolated init() {}
}

/// A namespace for a class.
public enum Namespace {}

public extension Namespace {
  /// Not `public` itself, but visible as widely as its extension.
  @JSExport final class Unwrapping {
    var last: String!
    func twice(_ number: Int!) -> Int! { number.map { $0 * 2 } }
  }
}

typealias Unwrapping = Namespace.Unwrapping

/// As packages for Apple's systems write it: the class is public, what it exports is not.
@JSExport internal protocol LabelExports: JSExport {
  var text: String { get set }
  func repeated(_ times: Int) -> String
}

/// Exports what its protocol says.
public class Label: NSObject, LabelExports {
  /// The text.
  public var text = "label"
  func repeated(_ times: Int) -> String { String(repeating: text, count: times) }
}

/// Exports what its superclass does.
public class Heading: Label {
  /// Makes a heading.
  public override init() {
    super.init()
    text = "heading"
  }
}

/// An initialiser that fails, with and without a reason.
@JSExport final class Picky {
  init?(_ text: String) {
    if text == "silent" { return nil }
    if text == "bad" {
      JSContext.current().exception = JSValue(newErrorFromMessage: "the text is bad", in: JSContext.current())
      return nil
    }
  }
}
#endif
