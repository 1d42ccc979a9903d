import CJavaScriptCore
public import Foundation
import JavaScriptEngine
import Synchronization

/// A JavaScript heap: contexts of one virtual machine share values and take turns.
///
/// Calls into one virtual machine, from whatever threads, wait for each other; separate machines run in parallel. While
/// JavaScript calls a Swift closure the machine is free for other threads, as it is in Apple's framework, so a closure may
/// wait for another thread that evaluates a script.
///
/// The engine's deferred work (finalization callbacks, asynchronous WebAssembly) runs on the GLib main context that is
/// thread-default where the machine is made. Promises need none: their reactions run when the outermost call returns.
///
/// Sendable: use it on any thread.
open class JSVirtualMachine: NSObject, @unchecked Sendable {
  // `@unchecked Sendable`: all are constants, and `Sendable` themselves; a superclass that is a class keeps the
  // compiler from seeing it.
  let machine: JSMachine
  let references: JSReferences
  let stops: JSTimeLimitState

  /// Makes a virtual machine; nil where the process may not reserve the address space that the engine needs (6 GB,
  /// `ulimit -v`).
  public convenience init!(_: Void = ()) {
    guard let machine = try? JSMachine() else { return nil }
    self.init(machine: machine)
  }

  /// Replaced by the initialiser above.
  @available(*, unavailable) public override init() { fatalError("It cannot be called.") }

  private init(machine: JSMachine) {
    self.machine = machine
    stops = JSTimeLimitState(machine.group.termination)
    references = JSReferences()
    super.init()
    JSVirtualMachine.register(self)
  }

  deinit {
    let key = unsafe UInt(bitPattern: machine.group.ref)
    JSVirtualMachine.machines.withLock { machines in
      if machines[key]?.machine == nil { machines.removeValue(forKey: key) }
    }
    // Whoever retained the engine's group goes on without what the limit points to.
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

  /// Those in use.
  static var all: [JSVirtualMachine] { machines.withLock { $0.values.compactMap(\.machine) } }

  /// The machine of an engine's group; one is made for a group that the C API made.
  static func machine(of group: JSContextGroupRef) -> JSVirtualMachine {
    let key = UInt(bitPattern: group)
    if let machine = machines.withLock({ $0[key]?.machine }) { return machine }
    return JSVirtualMachine(machine: unsafe JSMachine(joining: group))
  }
}
