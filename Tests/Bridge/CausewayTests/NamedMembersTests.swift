import Causeway
import Testing

/// Members that have no dot in their names belong to no plugin: declarations have them by their names.
@Suite struct NamedMembersTests {
  private func description(_ register: (Bridge) -> Void) -> BridgeDescription {
    let bridge = Bridge()
    register(bridge)
    return bridge.description
  }

  private func withNames(_ bridge: Bridge) {
    bridge.stream("ticks") { (_: CallContext) in AsyncStream<Int> { 1 } }
    bridge.stream("rows") { (_: String, _: CallContext) in AsyncStream<[String]> { ["a"] } }
    bridge.handle("getCurrentWifiSsid") { () -> String? in nil }
    bridge.handle("sum") { (numbers: [Double]) in numbers.reduce(0, +) }
    bridge.handle("wifi.ssid") { () -> String? in nil }
  }

  @Test func `a stream without a dot in its name is declared`() {
    let text = description(withNames).typeScript
    let lines = [
      "export interface Methods {",
      #"  stream(method: "ticks", params?: undefined, options?: StreamOptions): AsyncIterableIterator<number>;"#,
      #"  stream(method: "rows", params: string, options?: StreamOptions): AsyncIterableIterator<string[]>;"#,
      #"  call(method: "getCurrentWifiSsid", params?: undefined, options?: CallOptions): Promise<string | null>;"#,
      #"  call(method: "sum", params: number[], options?: CallOptions): Promise<number>;"#,
      #"export type Bridge = Methods & Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };"#,
      "  ssid(params?: undefined, options?: CallOptions): Promise<string | null>;",
    ]
    for line in lines { #expect(text.contains(line + "\n"), "\(line)\nis not in\n\(text)") }
  }

  @Test func `a module declares it as well`() {
    let text = description(withNames).javaScriptModule
    #expect(
      text.contains(
        #"stream: ((method: "rows", params: string, options?: StreamOptions) => AsyncIterableIterator<string[]>) & "#
          + #"((method: "ticks", params?: undefined, options?: StreamOptions) => AsyncIterableIterator<number>) }} Methods "#
      ), "\(text)")
  }

  @Test func `where every name has a dot nothing is declared by names`() {
    let description = description { $0.handle("wifi.ssid") { () -> String? in nil } }
    #expect(!description.typeScript.contains("Methods") && !description.javaScriptModule.contains("Methods"))
    #expect(description.typeScript.contains("export type Bridge = Omit<"))
  }
}
