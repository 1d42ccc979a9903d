import CJavaScriptCore
public import Foundation
import JavaScriptEngine
import Synchronization

/// A JavaScript heap, whose contexts share values.
///
/// Calls into one virtual machine from several threads wait for each other; separate machines run in parallel. While
/// JavaScript calls a Swift closure, other threads may enter the machine, as in Apple's framework, so a closure may
/// wait for another thread that evaluates a script.
///
/// The engine's deferred work (finalization callbacks, asynchronous WebAssembly) runs on the thread-default GLib main
/// context of the thread that made the machine. Promises need no main context: their reactions run when the outermost
/// call returns.
///
/// Sendable: any thread may use it.
open class JSVirtualMachine: NSObject, @unchecked Sendable {
  // `@unchecked Sendable`: all properties are constants of `Sendable` types; the compiler cannot infer it for a class
  // with a superclass.
  let machine: JSMachine
  let references: JSReferences
  let timeLimit: JSTimeLimitState

  /// Makes a virtual machine; nil if the process may not reserve the engine's address space (6 GB, `ulimit -v`).
  public convenience init!(_: Void = ()) {
    guard let machine = try? JSMachine() else { return nil }
    self.init(machine: machine)
  }

  /// Replaced by the initialiser above.
  @available(*, unavailable) public override init() { fatalError("It cannot be called.") }

  private init(machine: JSMachine) {
    self.machine = machine
    timeLimit = JSTimeLimitState(machine.group.termination)
    references = JSReferences()
    super.init()
    JSVirtualMachine.register(self)
  }

  deinit {
    let key = unsafe UInt(bitPattern: machine.group.ref)
    JSVirtualMachine.machines.withLock { machines in
      if machines[key]?.machine == nil { machines.removeValue(forKey: key) }
    }
    // Another owner of the engine's group must not call back into the limit's state, which is about to be freed.
    if executionTimeLimit != nil { executionTimeLimit = nil }
    unsafe references.close(group: machine.group.ref)
  }

  // MARK: Machines by their engine's group

  private struct Weak: Sendable { weak var machine: JSVirtualMachine? }
  private static let machines = Mutex<[UInt: Weak]>([:])

  private static func register(_ machine: JSVirtualMachine) {
    let key = unsafe UInt(bitPattern: machine.machine.group.ref)
    machines.withLock { $0[key] = Weak(machine: machine) }
  }

  /// The existing virtual machines.
  static var all: [JSVirtualMachine] { machines.withLock { $0.values.compactMap(\.machine) } }

  /// The machine of an engine group; for a group that the C API made, a new one.
  static func machine(of group: JSContextGroupRef) -> JSVirtualMachine {
    let key = UInt(bitPattern: group)
    if let machine = machines.withLock({ $0[key]?.machine }) { return machine }
    return JSVirtualMachine(machine: unsafe JSMachine(joining: group))
  }
}
