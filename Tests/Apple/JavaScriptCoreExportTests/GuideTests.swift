#if Macros
import Foundation
import JavaScriptCoreAdditions
import JavaScriptCoreExport

/// The Swift of docs/javascriptcore.md about exported classes, word for word.
enum Guide {
  struct Row: Codable { var id: Int }
  private static func rows(_ start: Date, _ end: Date) throws -> [Row] { [] }

  // swift-format-ignore
  @JSExport class Person {
    var name: String { didSet { save() } }                 // person.name = "Ada"
    init(name: String) { self.name = name }                // new Person("Ada")
    func greet(_ other: Person) -> String { "Hello, \(other.name)." }                  // person.greet(other)
    func query(_ start: Date, end: Date) throws -> [Row] { try rows(start, end) }      // person.queryEnd(start, end)
    @JSExport(as: "load") static func fetch(id: Int) async throws -> Person { Person(name: "\(id)") }   // await Person.load(7)
    private var secret = ""                                // not exported, like members marked @JSExportIgnored
  }

  private static func save() {}

  // swift-format-ignore
  static func example(context: JSContext) {
    context["Person"] = Person.self                          // the class; an instance brings it along as well
    context["ada"] = Person(name: "Ada")                     // ada instanceof Person; back in Swift it is the same object
  }
}
#endif
