import CJavaScriptCore
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
open class JSVirtualMachine: JSFrameworkObject, @unchecked Sendable {
  // `@unchecked Sendable`: all properties are constants of `Sendable` types; the compiler cannot infer it for a class
  // with a superclass.
  final let machine: JSMachine
  package final let references: JSReferences
  final let timeLimit: JSTimeLimitState

  /// Makes a virtual machine; nil if the process may not reserve the engine's address space (6 GB, `ulimit -v`).
  public init!() {
    guard let machine = try? JSMachine() else { return nil }
    self.machine = machine
    timeLimit = JSTimeLimitState(machine.group.termination)
    references = JSReferences()
    super.init(of: ())
    JSVirtualMachine.register(self)
  }

  init(joining group: JSContextGroupRef) {
    machine = unsafe JSMachine(joining: group)
    timeLimit = JSTimeLimitState(machine.group.termination)
    references = JSReferences()
    super.init(of: ())
    JSVirtualMachine.register(self)
  }

  deinit {
    let key = unsafe UInt(bitPattern: machine.group.ref)
    JSVirtualMachine.machines.withLock { machines in
      if machines[key]?.machine == nil { machines.removeValue(forKey: key) }
    }
    // Another owner of the engine's group must not call back into the limit's state, which is about to be freed.
    if executionLimit != nil { executionLimit = nil }
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
  package static var all: [JSVirtualMachine] { machines.withLock { $0.values.compactMap(\.machine) } }

  /// The machine of an engine group; for a group that the C API made, a new one.
  static func machine(of group: JSContextGroupRef) -> JSVirtualMachine {
    let key = UInt(bitPattern: group)
    if let machine = machines.withLock({ $0[key]?.machine }) { return machine }
    return unsafe JSVirtualMachine(joining: group)
  }
}
