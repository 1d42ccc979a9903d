import CausewayConcurrency
import Glibc
import JavaScriptInspector
import StandardStreams
import Subprocess
import SystemPackage

/// Connects an editor's debugger, on standard input and output, to the server in a program, which it may start.
actor AdapterRelay {
  private var socket: Socket?
  private var sequence = 0
  /// The program that was started; nil if none was, or it has ended.
  private var child: Int32?
  private var wasLaunched = false
  private var hasTerminated = false
  /// The first lines that it has printed as errors.
  private var firstErrors: [String] = []
  /// Whether the connection to the program has ended.
  private var isClosed = false
  /// The events of a program's end.
  private var lastEvents: [JSON] = []
  /// The requests that the program has not answered, by their numbers.
  private var pending: [Int: JSON] = [:]
  private var reading: Task<Void, Never>?
  private var program: Task<Void, Never>?
  /// The first messages of a program, until its address is among them.
  private let announced = Deferred<(address: DebugAddress, token: String?)?>()

  /// Answers a message of the editor, or passes it on.
  func receive(_ message: JSON) async {
    let command = message["command"]?.string ?? ""
    if let socket { return pass(command == "disconnect" ? ending(message) : message, to: socket) }
    switch command {
    case "initialize": respond(to: message, DebugCapabilities.all)
    case "launch", "attach":
      do throws(InspectorError) {
        let target = try await command == "launch" ? launch(message) : AdapterRelay.target(of: message)
        pass(target.request, to: connect(try Socket.connect(to: target.address)))
      } catch {
        refuse(message, await failure(of: command) ?? error.description)
      }
    case "disconnect", "terminate": respond(to: message)
    default: refuse(message, "\(command.printable) is not allowed before launch or attach.")
    }
  }

  /// What a program that was started, and takes no debugger, has printed as its error; nil without one.
  private func failure(of command: String) async -> String? {
    guard command == "launch", wasLaunched else { return nil }
    if let child { kill(child, SIGTERM) }
    await program?.value
    return printedErrors
  }

  private var printedErrors: String? { firstErrors.isEmpty ? nil : firstErrors.joined(separator: "\n") }

  /// Ends the program that was started, and waits until it has ended.
  func end() async {
    if let child { kill(child, SIGTERM) }
    socket?.close()
    await program?.value
    await reading?.value
  }

  /// A program that the debugger has started ends with it, unless the editor wants otherwise.
  private func ending(_ message: JSON) -> JSON {
    guard wasLaunched, case .object(var members) = message else { return message }
    var arguments = members["arguments"]?.object ?? [:]
    arguments["terminateDebuggee"] = arguments["terminateDebuggee"] ?? true
    members["arguments"] = .object(arguments)
    return .object(members)
  }

  // MARK: A running program

  /// Where an `attach` request connects, and the request with the token of that port.
  private static func target(of request: JSON) throws(InspectorError) -> (address: DebugAddress, request: JSON) {
    let arguments = request["arguments"] ?? [:]
    if let path = arguments["socket"] {
      guard let path = path.string else { throw InspectorError(.invalidArgument, "attach: socket is not a path.") }
      return (.path(path), request)
    }
    if let process = arguments["processId"] {
      guard let process = process.integer.flatMap({ Int32(exactly: $0) }), process > 0 else {
        throw InspectorError(.invalidArgument, "attach: processId is not a valid process ID.")
      }
      return (.path(try DebugAddress.standardPath(of: process)), request)
    }
    guard let port = arguments["port"] else { return (try onlyProgram(), request) }
    guard let port = port.integer, let address = SocketAddress("\(arguments["host"]?.string ?? "127.0.0.1"):\(port)")
    else { throw InspectorError(.invalidArgument, "attach: host and port must be an address of this machine.") }
    return (.port(address), adding(DebugToken.text(for: address.port), to: request))
  }

  /// A request with a token, unless it has one.
  private static func adding(_ token: String?, to request: JSON) -> JSON {
    guard let token, case .object(var members) = request else { return request }
    var arguments = members["arguments"]?.object ?? [:]
    arguments["token"] = arguments["token"] ?? .string(token)
    members["arguments"] = .object(arguments)
    return .object(members)
  }

  /// The only program of this user that a debugger may connect to.
  private static func onlyProgram() throws(InspectorError) -> DebugAddress {
    let processes = try DebugAddress.processes()
    guard let first = processes.first else {
      throw InspectorError(
        .failedPrecondition, "No program is waiting for a debugger: start one with causeway run --inspect.")
    }
    guard processes.count == 1 else {
      let list = processes.map(String.init).joined(separator: ", ")
      throw InspectorError(
        .invalidArgument, "attach needs processId: several programs are waiting for a debugger (\(list)).")
    }
    return .path(try DebugAddress.standardPath(of: first))
  }

  // MARK: The program

  private func launch(_ request: JSON) async throws(InspectorError) -> (address: DebugAddress, request: JSON) {
    let arguments = request["arguments"] ?? [:]
    guard let path = arguments["program"]?.string else {
      throw InspectorError(.invalidArgument, "launch needs a program.")
    }
    func texts(_ name: String) -> [String] { arguments[name]?.array?.compactMap(\.string) ?? [] }
    let mode = arguments["stopOnEntry"]?.bool == true ? "--inspect-brk" : "--inspect-wait"
    let line =
      ["run", mode] + texts("runtimeArgs") + ["--", path] + texts("args")
    var environment: [Subprocess.Environment.Key: String?] = [:]
    for (name, value) in arguments["env"]?.object ?? [:] {
      if let key = Subprocess.Environment.Key(rawValue: name) { environment[key] = value.string }
    }
    let configuration = Subprocess.Configuration(
      executable: .path("/proc/self/exe"), arguments: Arguments(line), environment: .inherit.updating(environment),
      workingDirectory: arguments["cwd"]?.string.map { FilePath($0) })
    wasLaunched = true
    program = Task { await run(configuration) }
    guard let announced = await announced.value(cancelled: nil) else {
      throw InspectorError(.unavailable, "The program did not start.")
    }
    return (announced.address, AdapterRelay.adding(announced.token, to: request))
  }

  private nonisolated func run(_ configuration: Subprocess.Configuration) async {
    do {
      _ = try await Subprocess.run(configuration, input: .none, output: .sequence, error: .sequence) { execution in
        await started(execution.processIdentifier.value)
        let (output, errors) = (execution.standardOutput, execution.standardError)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await self.pass(output, as: "stdout") }
          group.addTask { await self.pass(errors, as: "stderr") }
        }
      }
    } catch {
      await report("causeway: The program could not be started: \(error)\n")
    }
    await ended()
  }

  private func ended() async {
    child = nil
    announced.resolve(nil)
    await reading?.value
    // A launch that ended the program: it has printed why.
    for request in pending.values { refuse(request, printedErrors ?? AdapterRelay.noProgram) }
    pending = [:]
    for event in lastEvents {
      send(event)
      if event["event"]?.string == "terminated" { hasTerminated = true }
    }
    terminated()
  }

  private func started(_ identifier: Int32) { child = identifier }

  private func pass(_ output: SubprocessOutputSequence, as category: String) async {
    do {
      for try await line in output.strings() {
        if category == "stderr", !announced.isResolved, let announced = DebugOptions.announced(by: line) {
          self.announced.resolve(announced)
          continue
        }
        if category == "stderr", firstErrors.count < 20 { firstErrors.append(line) }
        event("output", ["category": .string(category), "output": .string(line + "\n")])
      }
    } catch {
      report("causeway: The rest of the program's output cannot be read: \(error)\n")
    }
  }

  // MARK: Messages

  private func pass(_ message: JSON, to socket: Socket) {
    guard let number = message["seq"]?.integer else { return }
    guard !isClosed else {
      // An editor ends a session whose program has ended.
      if ["disconnect", "terminate"].contains(message["command"]?.string) { return respond(to: message) }
      return refuse(message, AdapterRelay.noProgram)
    }
    pending[number] = message
    socket.write(DebugMessageReader.encode(message))
  }

  private static let noProgram = "The program has ended, or another debugger is connected to it."

  private func connect(_ socket: Socket) -> Socket {
    self.socket = socket
    reading = Task {
      var reader = DebugMessageReader()
      while let bytes = await socket.read() {
        reader.append(bytes)
        do { while let message = try reader.next() { forward(message) } } catch { break }
      }
      socket.close()
      disconnected()
    }
    return socket
  }

  private func disconnected() {
    isClosed = true
    for (number, request) in pending {
      switch request["command"]?.string {
      // The program ends, and its errors come on another way. One that goes on has refused the debugger.
      case "launch" where wasLaunched:
        Task {
          try? await Task.sleep(for: .seconds(5))
          if let child { kill(child, SIGTERM) }
        }
        continue
      // The program may end before it answers this one.
      case "disconnect": respond(to: request)
      default: refuse(request, AdapterRelay.noProgram)
      }
      pending[number] = nil
    }
    if !wasLaunched { terminated() }
  }

  private func forward(_ message: JSON) {
    // The output of a program that was started comes on another way, and must come first.
    if wasLaunched, ["exited", "terminated"].contains(message["event"]?.string) { return lastEvents.append(message) }
    if message["event"]?.string == "terminated" { hasTerminated = true }
    if let number = message["request_seq"]?.integer { pending[number] = nil }
    send(message)
  }

  /// Informs the editor once that the program has ended.
  private func terminated() {
    if !hasTerminated { event("terminated") }
    hasTerminated = true
  }

  private func respond(to request: JSON, _ body: JSON = [:]) {
    send([
      "type": "response", "request_seq": request["seq"] ?? 0, "command": request["command"] ?? "", "success": true,
      "body": body,
    ])
  }

  private func refuse(_ request: JSON, _ text: String) {
    send([
      "type": "response", "request_seq": request["seq"] ?? 0, "command": request["command"] ?? "", "success": false,
      "message": .string(text), "body": ["error": ["id": 1, "format": .string(text), "showUser": true]],
    ])
  }

  private func report(_ text: String) { event("output", ["category": "stderr", "output": .string(text)]) }

  private func event(_ name: String, _ body: JSON = [:]) {
    send(["type": "event", "event": .string(name), "body": body])
  }

  private func send(_ message: JSON) {
    guard case .object(var members) = message else { return }
    sequence += 1
    members["seq"] = JSON(sequence)
    Output.standardOutput.write(String(decoding: DebugMessageReader.encode(.object(members)), as: UTF8.self))
  }
}
