extension Bridge {
  /// Takes the messages of pages that name a class and a function, as bridges over `WKScriptMessageHandler` had them.
  ///
  ///     bridge.handlePluginMessages("native")
  ///
  ///     // in the page, unchanged:
  ///     webkit.messageHandlers.native.postMessage({ className: "Console", functionName: "log", taskId: 7, data: "…" });
  ///     function fireTask(id, text) { queue[id].onSuccess(JSON.parse(text)); }
  ///     function onError(id, message) { queue[id].onError(message); }
  ///
  /// The class is a registered plugin's name or that of its Swift type, the function an exported method of it: nothing
  /// else can be reached, and nothing is looked up by reflection. `data` is what the method is called with. The
  /// connection needs the permission for the method, besides the one for messages of this name.
  ///
  /// With a `taskId`, a string or a number, the page's function is called once; without one the promise of the message
  /// is the answer.
  @discardableResult
  public func handlePluginMessages(
    _ name: String, answering callback: PageCallback = .functions("fireTask", "onError")
  ) -> Registration {
    let adapter = MessageAdapter { params, connection in
      let message = Result { () throws(BridgeError) in try params.value(limits: connection.limits) }
      let value = (try? message.get()) ?? .undefined
      let task = value["taskId"].flatMap { $0.isTaskID ? LegacyRequest($0, callback) : nil }
      return MessageAdapter.Message(
        task: task,
        meaning: message.flatMap { PluginMessage.read($0, name) }.flatMap { message in
          connection.bridge.plugins.method(message, allowed: connection.permissions, limits: connection.limits)
            .flatMap { connection.allowedHandler($0) }
            .flatMap { handler in
              Result { () throws(BridgeError) in
                (handler, try Payload(encoding: message.data, root: "data", limits: connection.limits))
              }
            }
        })
    }
    return add(Handler(name: name, work: .adapter(adapter), execution: .immediate, timeout: .standard))
  }

  /// Also tells a function of the page's how calls of a method ended, when the page gives them a `requestId`.
  ///
  ///     bridge.handle("getCurrentWifiSsid") { () async throws -> String? in … }
  ///     bridge.answerRequests(to: "getCurrentWifiSsid", by: .function("handleNativeResponse"))
  ///
  ///     // in the page, either way:
  ///     const ssid = await webkit.messageHandlers.getCurrentWifiSsid.postMessage({});
  ///     webkit.messageHandlers.getCurrentWifiSsid.postMessage({ requestId: "r1" });
  ///     function handleNativeResponse(requestId, ssid, error) { … }
  ///
  /// The handler gets the message without its `requestId`. It may be registered before or after; permissions stay as
  /// they are. Calls without a `requestId` are answered as ever.
  public func answerRequests(to method: String, by callback: PageCallback) {
    registry.setCallback(callback, of: method)
  }
}

/// `{ className, functionName, taskId, data }`.
struct PluginMessage {
  let className: String
  let function: String
  let data: BridgeValue

  static func read(_ value: BridgeValue, _ name: String) -> Result<PluginMessage, BridgeError> {
    guard case .object = value else {
      return .failure(BridgeError(.invalidArgument, "\(name) takes { className, functionName, taskId, data }."))
    }
    for member in ["className", "functionName"] where value[member]?.string == nil {
      return .failure(BridgeError(.invalidArgument, "\(member): expected a string"))
    }
    switch value["taskId"] ?? .undefined {
    case .string, .number, .undefined, .null: break
    default: return .failure(BridgeError(.invalidArgument, "taskId: expected a string or a number"))
    }
    return .success(
      PluginMessage(
        className: value["className"]?.string ?? "", function: value["functionName"]?.string ?? "",
        data: value["data"] ?? .undefined))
  }
}

extension Handler {
  /// The handler as it is called by pages with callbacks of their own.
  func answering(by callback: PageCallback) -> Handler {
    let adapter = MessageAdapter { [self] params, connection in
      guard case .encoded = params, let value = try? params.value(limits: connection.limits),
        case .object(var message) = value, let id = message["requestId"], id.isTaskID
      else { return MessageAdapter.Message(task: nil, meaning: .success((self, params))) }
      message["requestId"] = nil
      return MessageAdapter.Message(
        task: LegacyRequest(id, callback),
        meaning: Result { () throws(BridgeError) in
          (self, try Payload(encoding: BridgeValue.object(message), root: "params", limits: connection.limits))
        })
    }
    return Handler(
      name: name, work: .adapter(adapter), execution: execution, timeout: timeout, permission: permission, types: types)
  }
}
