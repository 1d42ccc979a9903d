import Causeway
import CausewayPageMessages

/// The Swift about pages of older bridges, word for word: docs/plugins.md and the samples' README.md.
// swift-format-ignore
private func example(bridge: Bridge) {
  bridge.handlePluginMessages("native")      // answered by fireTask(taskId, text) and onError(taskId, message)
  bridge.answerRequests(to: "getCurrentWifiSsid", by: .function("handleNativeResponse"))
}
