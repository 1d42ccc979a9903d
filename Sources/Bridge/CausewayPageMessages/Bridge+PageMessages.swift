import BridgeValues
public import Causeway

extension Bridge {
  /// Handles page messages that name a class and a function, as in older bridges over `WKScriptMessageHandler`.
  ///
  ///     bridge.handlePluginMessages("native")
  ///
  ///     // in the page, unchanged:
  ///     webkit.messageHandlers.native.postMessage({ className: "Console", functionName: "log", taskId: 7, data: "…" });
  ///     function fireTask(id, text) { queue[id].onSuccess(JSON.parse(text)); }
  ///     function onError(id, message) { queue[id].onError(message); }
  ///
  /// The class is the name of a registered plugin or of its Swift type, the function an exported method of it. Nothing
  /// else can be called, and reflection is not used. `data` is the method's parameter. The connection needs the
  /// permission for the method, besides the one for messages of this name.
  ///
  /// A message with a `taskId`, a string or a number, is answered by one call of the page's function. A message without
  /// a `taskId` is answered by its promise.
  @discardableResult
  public func handlePluginMessages(
    _ name: String, answering callback: PageCallback = .functions("fireTask", "onError")
  ) -> Registration {
    handleTranslated(
      name,
      RequestTranslation { params, connection in
        let message = Result { () throws(BridgeError) in try params.value(limits: connection.limits) }
        let id = (try? message.get())?["taskId"]
        return RequestTranslation.Meaning(
          call: message.flatMap { value in
            Result { () throws(BridgeError) in
              let message = try PluginMessage(value, name)
              let method = try message.method(on: connection)
              return (method, try Payload(encoding: message.data, root: "data", limits: connection.limits))
            }
          },
          sink: id.flatMap { PageAnswerSink($0, callback) })
      })
  }

  /// Also calls a function of the page with the answer of a method, for messages that have a `requestId`.
  ///
  ///     bridge.handle("getCurrentWifiSsid") { () async throws -> String? in … }
  ///     bridge.answerRequests(to: "getCurrentWifiSsid", by: .function("handleNativeResponse"))
  ///
  ///     // in the page, either way:
  ///     const ssid = await webkit.messageHandlers.getCurrentWifiSsid.postMessage({});
  ///     webkit.messageHandlers.getCurrentWifiSsid.postMessage({ requestId: "r1" });
  ///     function handleNativeResponse(requestId, ssid, error) { … }
  ///
  /// The handler receives the message without its `requestId`. It may be registered before or after; permissions do not
  /// change. Messages without a `requestId` are answered by their promise alone.
  public func answerRequests(to method: String, by callback: PageCallback) {
    translateRequests(
      to: method,
      RequestTranslation { params, connection in
        guard case .encoded = params, let value = try? params.value(limits: connection.limits),
          case .object(var message) = value, let id = message["requestId"], let sink = PageAnswerSink(id, callback)
        else { return nil }
        message["requestId"] = nil
        return RequestTranslation.Meaning(
          call: Result { () throws(BridgeError) in
            (method, try Payload(encoding: BridgeValue.object(message), root: "params", limits: connection.limits))
          }, sink: sink)
      })
  }
}
