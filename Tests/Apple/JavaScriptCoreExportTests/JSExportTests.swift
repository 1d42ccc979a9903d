#if Macros
import Foundation
import JavaScriptCoreAdditions
import JavaScriptCoreExport
import Testing

/// Exported classes in JavaScript.
@Suite(.timeLimit(.minutes(5))) struct JSExportTests {
  private let context = JSContext()!

  init() {
    context["Person"] = Person.self
    context["Student"] = Student.self
  }

  private func text(_ script: String) -> String { context.evaluateScript(script).toString() }

  @Test(arguments: [
    ("typeof Person", "function"),
    ("Person.name", "Person"),
    ("ada instanceof Person", "true"),
    ("ada.constructor === Person", "true"),
    ("Object.getPrototypeOf(ada) === Person.prototype", "true"),
    ("Object.keys(ada).length", "0"),
    ("ada.greet === new Person('Bob').greet", "true"),
    ("ada.greet.name", "greet"),
    ("Object.prototype.toString.call(ada)", "[object Person]"),
    ("ada.firstName", "Ada"),
    ("ada.full", "Ada Lovelace"),
    ("ada.fullName", "undefined"),
    ("ada.species", "human"),
    ("ada.secret", "undefined"),
    ("ada.changes", "undefined"),
    ("ada.lastName = 'King'; ada.full", "Ada King"),
    ("ada.greet(new Person('Bob', 'B'))", "Ada greets Bob"),
    ("ada.greet(new Person('Bob')); ada.greetings", "1"),
    ("ada.queryEntriesBetweenDateStartEnd(1, 3.5)", "2.5"),
    ("ada.moveTo('Rome')", "to Rome"),
    ("ada.renameWithFirstLast('A', 'B'); ada.full", "A B"),
    ("ada.shout('hi')", "HIHI!"),
    ("ada.shout('hi', undefined, '?')", "HIHI?"),
    ("ada.shout('hi', 1, null)", "HInull"),
    ("ada.friend === undefined", "true"),
    ("var bob = new Person('Bob'); ada.friend = bob; ada.friend === bob", "true"),
    ("ada.callBack(p => p === ada)", "true"),
    ("Person.createWithFirstNameLastName('Eve', 'E').full", "Eve E"),
    ("Person.plural", "people"),
    ("new Person('x') instanceof Person", "true"),
    ("for (var key in ada) throw key; 'none'", "none"),
    ("Object.getOwnPropertyNames(Person.prototype).includes('init')", "false"),
  ])
  func `an exported class looks and behaves like a class of JavaScript`(script: String, expected: String) throws {
    context["ada"] = try Person(first: "Ada")
    #expect(text(script) == expected, "\(script)")
    #expect(context.exception == nil)
  }

  @Test func `a public class exports an internal protocol, and its subclass too`() {
    context["label"] = Label()
    context["heading"] = Heading()
    context["Label"] = Label.self
    #expect(context.evaluateScript("label.text + label.repeated(2)").toString() == "labellabellabel")
    #expect(context.evaluateScript("heading.text = 'h'; heading.repeated(3)").toString() == "hhh")
    #expect(context.evaluateScript("label instanceof Label && heading instanceof Label").toBool())
    #expect(context.evaluateScript("heading.constructor.name").toString() == "Heading")
  }

  @Test func `an exported initialiser that fails throws the exception that it set`() {
    context["Picky"] = Picky.self
    func message(_ text: String) -> String? {
      context.evaluateScript("try { new Picky('\(text)'); 'made' } catch (e) { e.name + ': ' + e.message }").toString()
    }
    #expect(message("good") == "made")
    #expect(message("bad") == "Error: the text is bad")
    #expect(message("silent") == "TypeError: Picky cannot be constructed from these arguments")
    #expect(context.exception == nil)
  }

  @Test func `a class in a public extension, with implicitly unwrapped values`() {
    context["Unwrapping"] = Unwrapping.self
    #expect(
      text("var it = new Unwrapping(); [it.twice(4), it.twice(), it.last, it.last = 'x', it.last].join()") == "8,,,x,x")
  }

  @Test func `members between #if and #endif are exported where they are compiled`() {
    context["Conditional"] = Conditional.self
    #expect(
      text("var it = new Conditional(); [it.system(), it.drive, ++it.count, Conditional.always, it.last].join()")
        == "Linux,,2,true,end")
  }

  @Test func `a class that is passed to JavaScript and back is the same class`() throws {
    #expect(context["Person"]?.toObject() as? Person.Type == Person.self)
    let both = try #require(context.evaluateScript("[Person, Student, class extends Person {}]").toArray())
    #expect(both[0] as? Person.Type == Person.self && both[1] as? Person.Type == Student.self)
    #expect(both[2] is [String: Any])
  }

  @Test(arguments: [
    ("Person('x')", "TypeError: Cannot call a class constructor"),
    ("new Person('')", "Error: no name at all"),
    ("ada.fail()", "Error: no name at all"),
    ("ada.risky", "Error: no name at all"),
    (
      "Person.prototype.greet.call({}, ada)",
      "TypeError: greet belongs to Person and was called on another kind of object"
    ),
    ("Person.prototype.greet.call(Object.create(ada), ada)", "TypeError: greet belongs to Person"),
    ("Person.prototype.firstName", "TypeError: get firstName belongs to Person"),
    ("ada.greet.call(new Date, ada)", "TypeError: greet belongs to Person"),
    ("ada.greet({ firstName: 'fake' })", "TypeError: [object Object] is not of type Person"),
    ("'use strict'; ada.species = 'cat'", "TypeError: Attempted to assign to readonly property"),
    ("'use strict'; ada.greetings = 9", "TypeError: Attempted to assign to readonly property"),
    ("new Sealed()", "TypeError: Sealed has no initialiser that is exported to JavaScript"),
    ("Reflect.construct(Person, ['x'], Array).greet", ""),
  ])
  func `a wrong use throws`(script: String, expected: String) throws {
    context["ada"] = try Person(first: "Ada")
    context["Sealed"] = Closed.self
    context.evaluateScript(script)
    let thrown = context.exception?.description ?? ""
    #expect(thrown.hasPrefix(expected), "\(script): \(thrown)")
    if expected.isEmpty { #expect(thrown.isEmpty) }
  }

  @Test func `an object that is passed back is the same, and observers of its properties are called`() throws {
    let ada = try Person(first: "Ada")
    let value = try #require(JSValue(object: ada, in: context))
    #expect(value.toObject() as? Person === ada)
    context["ada"] = ada
    #expect(context["ada"].isEqual(to: value))
    context.evaluateScript("ada.firstName = 'ForcedExitTimer'")
    #expect(ada.changes == ["will ForcedExitTimer", "did Ada"])
    let made = context.evaluateScript("new Person('New', 'One')").toObject() as? Person
    #expect(made?.fullName == "New One")
    #expect(value.isInstance(of: Person.self))
  }

  @Test(arguments: [
    ("student instanceof Student && student instanceof Person", "true"),
    ("Object.getPrototypeOf(Student) === Person", "true"),
    ("student.greet(student)", "Student Eve greets Eve"),
    ("Person.prototype.greet.call(student, student)", "Student Eve greets Eve"),
    ("student.school", "MIT"),
    ("student.school = null; student.school", "null"),
    ("new Student('ETH', 'Max').full", "Max Lovelace"),
    ("Student.plural", "people"),
    ("new Student('ETH', 'Max') instanceof Person", "true"),
    ("Student.prototype.hasOwnProperty('full')", "false"),
    ("stranger.constructor.name", "Person"),
    ("stranger.firstName", "Eve"),
  ])
  func `subclasses inherit`(script: String, expected: String) throws {
    context["student"] = try Student(at: "MIT", first: "Eve")
    context["stranger"] = try Stranger(first: "Eve")
    #expect(text(script) == expected, "\(script)")
  }

  @Test func `JavaScript can subclass a Swift class`() throws {
    let value = try #require(
      context.evaluateScript(
        """
        class Pilot extends Person {
          #hours = 7;
          constructor(name) { super(name, 'Earhart'); this.plane = 'Vega'; }
          get hours() { return this.#hours }
          greet(other) { return super.greet(other) + ' from above'; }
        }
        var amelia = new Pilot('Amelia');
        amelia
        """))
    #expect(text("amelia instanceof Pilot && amelia instanceof Person") == "true")
    #expect(text("amelia.greet(amelia)") == "Amelia greets Amelia from above")
    #expect(text("amelia.full + amelia.plane + amelia.hours + amelia.constructor.name") == "Amelia EarhartVega7Pilot")
    let person = try #require(value.toObject() as? Person)
    #expect(person.fullName == "Amelia Earhart")
    context["back"] = person
    #expect(text("back === amelia") == "true")
    #expect(context.exception == nil)
  }

  @Test func `asynchronous methods return promises, which errors reject`() async throws {
    context["ada"] = try Person(first: "Ada")
    #expect(try await context.evaluate("ada.later(21)").toInt32() == 42)
    #expect(try await context.evaluate("ada.later(-1).catch(e => e.message)").toString() == "no name at all")
    #expect(try await context.evaluate("ada.later(Symbol()).catch(e => e.name)").toString() == "TypeError")
    #expect(
      try await context.evaluate("Person.prototype.later.call(1).catch(e => e.name)").toString() == "TypeError")
    #expect(try await context.evaluate("Person.find('Max').then(p => p.full)").toString() == "Max Lovelace")
    #expect(try await context.evaluate("ada.later(1) instanceof Promise").toBool())
  }

  @Test func `the members of an actor return promises, except nonisolated ones`() async throws {
    context["Account"] = Account.self
    let account = Account()
    context["account"] = account
    #expect(try await context.evaluate("account.deposit(2).then(() => account.deposit(3))").toInt32() == 5)
    #expect(await account.balance == 5)
    #expect(try await context.evaluate("account.balance").toInt32() == 5)
    #expect(try await context.evaluate("account.deposit(0).catch(e => e.message)").toString() == "no name at all")
    #expect(text("account.label() + account.currency") == "accountEUR")
    #expect(try await context.evaluate("new Account().balance").toInt32() == 0)
  }

  @Test func `a class of the main actor returns promises`() async throws {
    let window = Window()
    context["window"] = window
    #expect(try await context.evaluate("window.rename('notes').then(() => window.title)").toString() == "notes")
    #expect(await window.title == "notes")
  }

  @Test func `static members, and a class without initialisers`() {
    context["Sealed"] = Closed.self
    #expect(text("Sealed.shared === Sealed.shared && Sealed.shared instanceof Sealed") == "true")
    #expect(text("Sealed.limit = 50; Sealed.limit") == "10")
    context["Empty"] = Empty.self
    #expect(text("new Empty() instanceof Empty") == "true")
  }

  @Test func `a protocol exports its members of any class, and no others`() {
    context["Square"] = Square.self
    #expect(text("var s = new Square(3); s.name = 'tile'; s.scaledBy(2).area + s.name") == "36tile")
    #expect(text("s.unlisted === undefined && s.scaledBy(1) instanceof Square && Square.name") == "Square")
  }

  @Test func `classes work in a page that has changed the built-ins`() throws {
    context.evaluateScript(
      """
      Array.prototype[Symbol.iterator] = () => { throw new Error('iterated') };
      Object.defineProperty(Object.prototype, 'greet', { set() { throw new Error('planted') }, configurable: true });
      Function.prototype.call = Reflect.construct = null;
      """)
    context["ada"] = try Person(first: "Ada")
    #expect(text("ada.greet(new Person('Bob', 'B'))") == "Ada greets Bob")
    #expect(text("class P extends Person { constructor(n) { super(n, 'E') } }; new P('Eve').full") == "Eve E")
  }

  @Test func `each context has its own class`() throws {
    let other = JSContext(virtualMachine: context.virtualMachine)!
    let ada = try Person(first: "Ada")
    context["ada"] = ada
    other["ada"] = ada
    other["theirs"] = context["ada"]
    let text = other.evaluateScript("ada.full + (ada !== theirs) + theirs.full").toString()
    #expect(text == "Ada LovelacetrueAda Lovelace")
    #expect(other["theirs"].toObject() as? Person === ada)
  }
}
#endif
