#if Plugins
import Causeway
import Foundation
import Glibc
import Testing

@testable import CausewayPlugins

@Suite(.timeLimit(.minutes(5))) struct DeviceTests {
  private static let laptop = [
    "/etc/os-release": "PRETTY_NAME=\"Debian 12\"\nNAME=\"Debian \\\"GNU\\\"/Linux\"\n#X=1\nVERSION_ID='12'\nBAD\n",
    "/etc/machine-id": "0123456789abcdef0123456789abcdef\n",
    "/sys/class/dmi/id/product_name": "ThinkPad X1\n", "/sys/class/dmi/id/sys_vendor": "LENOVO\n",
    "/proc/sys/kernel/hostname": "anas-laptop\n", "/proc/sys/kernel/osrelease": "6.1.0-37-amd64\n",
    "/proc/cpuinfo": "processor\t: 0\nflags\t\t: fpu vme sse2 ht\n",
    "/proc/meminfo":
      "MemTotal:       16000 kB\nMemFree: 10 kB\nMemAvailable:    8000 kB\nSwapTotal: 4 kB\nSwapFree: 3 kB\n",
    "/proc/self/statm": "900 25 10 1 0 30 0\n", "/proc/uptime": "3600.25 7000.00\n",
    "/sys/class/power_supply/AC/type": "Mains\n", "/sys/class/power_supply/AC/online": "1\n",
    "/sys/class/power_supply/BAT0/type": "Battery\n", "/sys/class/power_supply/BAT0/status": "Charging\n",
    "/sys/class/power_supply/BAT0/present": "1\n", "/sys/class/power_supply/BAT0/capacity": "81\n",
    "/sys/class/power_supply/BAT0/energy_now": "40000000\n", "/sys/class/power_supply/BAT0/energy_full": "50000000\n",
  ]

  /// The output of a program on a machine with these files.
  private func lines(
    _ source: String, on files: [String: String] = laptop, environment: [String: String] = [:],
    permissions: Permissions = ["device.*"], prepare: (Scratch) throws -> Void = { _ in }
  ) async throws -> [String] {
    let scratch = try Scratch()
    try scratch.write(files)
    try prepare(scratch)
    return try await Program.run(
      "const { device } = bridge.plugins; const print = async (promise) => console.log(JSON.stringify(await promise)); "
        + source, permissions: permissions, with: DevicePlugin(root: scratch.path, environment: environment))
  }

  @Test func `a laptop reports its properties`() async throws {
    let lines = try await lines(
      """
      const { architecture, diskFree, diskTotal, memUsed, ...info } = await device.getInfo();
      await print(info);
      console.log(memUsed % 25, diskFree > 0 && diskTotal >= diskFree, architecture);
      await print(device.getId());
      await print(device.getMemoryInfo());
      const { seconds, bootedAt } = await device.getUptime();
      console.log(seconds, Math.abs(Date.now() - bootedAt.getTime() - 3600250) < 60000);
      """)
    var names = utsname()
    uname(&names)
    let machine = withUnsafeBytes(of: names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    #expect(
      lines == [
        #"{"name":"anas-laptop","model":"ThinkPad X1","manufacturer":"LENOVO","platform":"linux","operatingSystem":"linux","#
          + #""osName":"Debian \"GNU\"/Linux","osVersion":"12","kernelVersion":"6.1.0-37-amd64","isVirtual":false}"#,
        "0 true \(machine)", #"{"identifier":"0123456789abcdef0123456789abcdef"}"#,
        #"{"total":16384000,"available":8192000,"swapTotal":4096,"swapFree":3072}"#, "3600.25 true",
      ])
  }

  @Test func `identifying properties need their own permission`() async throws {
    let lines = try await lines(
      """
      const { name, withheld } = await device.getInfo();
      console.log(name, withheld);
      console.log(await failure(device.getId()));
      """, permissions: ["device.getInfo", "device.getId"])
    #expect(
      lines == [
        "undefined The name of the host is withheld: it needs the permission \"device.identity\".",
        "PERMISSION_DENIED: device.getId is not allowed on this connection. "
          + "The permission \"device.identity\" or \"device.*\" allows it.",
      ])
  }

  @Test func `the charge of a battery comes from its energy, not from its percentage`() async throws {
    let lines = try await lines("await print(device.getBatteryInfo())")
    #expect(
      lines == [
        #"{"batteryLevel":0.8,"isCharging":true,"isPluggedIn":true,"batteries":[{"name":"BAT0","level":0.8,"status":"charging"}]}"#
      ])
  }

  private static func battery(_ name: String, _ properties: [String: String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: properties.merging(["type": "Battery"]) { own, _ in own }.map {
        ("/sys/class/power_supply/\(name)/\($0.key)", $0.value)
      })
  }

  @Test(
    arguments: [
      ([:], #"{"batteries":[]}"#),
      (
        battery("BAT0", ["energy_now": "10", "energy_full": "20", "status": "Discharging"])
          .merging(battery("BAT1", ["energy_now": "80", "energy_full": "80", "status": "Full"])) { own, _ in own },
        #"{"batteryLevel":0.9,"isCharging":true,"batteries":[{"name":"BAT0","level":0.5,"status":"discharging"},{"name":"BAT1","level":1,"status":"full"}]}"#
      ),
      // Units that cannot be added: the mean.
      (
        battery("BAT0", ["energy_now": "10", "energy_full": "20", "status": "Not charging"])
          .merging(battery("BAT1", ["charge_now": "1", "charge_full": "1"])) { own, _ in own },
        #"{"batteryLevel":0.75,"isCharging":false,"batteries":[{"name":"BAT0","level":0.5,"status":"notCharging"},{"name":"BAT1","level":1,"status":"unknown"}]}"#
      ),
      // A mouse, and an empty bay.
      (
        battery("hidpp_battery_0", ["scope": "Device", "capacity": "50"])
          .merging(battery("BAT9", ["present": "0", "capacity": "50"])) { own, _ in own }, #"{"batteries":[]}"#
      ),
      (
        battery("BAT0", ["capacity": "250"]),
        #"{"batteryLevel":1,"isCharging":false,"batteries":[{"name":"BAT0","level":1,"status":"unknown"}]}"#
      ),
      (
        battery("BAT0", ["capacity": "-1", "status": "\u{0}\u{1}"]),
        #"{"isCharging":false,"batteries":[{"name":"BAT0","status":"unknown"}]}"#
      ),
      (
        battery(
          "BAT0",
          ["capacity": "many", "energy_now": "99999999999999999999", "energy_full": "0", "charge_now": "-3"]),
        #"{"isCharging":false,"batteries":[{"name":"BAT0","status":"unknown"}]}"#
      ),
      // More than the capacity.
      (
        battery("BAT0", ["charge_now": "9223372036854775807", "charge_full": "2", "status": "Full"]),
        #"{"batteryLevel":1,"isCharging":true,"batteries":[{"name":"BAT0","level":1,"status":"full"}]}"#
      ),
    ] as [([String: String], String)])
  func `the plausible values of unusual batteries are reported`(files: [String: String], expected: String) async throws
  {
    #expect(try await lines("await print(device.getBatteryInfo())", on: files) == [expected])
  }

  @Test func `a machine without information omits unknown properties`() async throws {
    let lines = try await lines(
      """
      const { architecture, diskFree, diskTotal, ...info } = await device.getInfo();
      await print(info);
      for (const method of ["getId", "getMemoryInfo", "getUptime"]) console.log((await failure(device[method]())).slice(0, 12));
      """, on: [:])
    #expect(lines == [#"{"platform":"linux","operatingSystem":"linux"}"#] + Array(repeating: "UNAVAILABLE:", count: 3))
  }

  @Test func `files that are special, endless or not text are treated as missing`() async throws {
    let lines = try await lines(
      """
      const { name, model, manufacturer, osName, kernelVersion } = await device.getInfo();
      console.log(name, model, manufacturer, osName, kernelVersion);
      console.log((await device.getBatteryInfo()).batteries.length, (await device.getMemoryInfo()).total);
      """, on: ["/proc/meminfo": "MemTotal: 1 kB\nMemAvailable: 9 kB\n"]
    ) { scratch in
      try scratch.write(["/sys/class/dmi/id/sys_vendor": "To Be Filled By O.E.M.\n"])
      try scratch.write("/proc/sys/kernel/hostname", [0xff, 0xfe])
      // Only the first 64 KiB are read, which contain no complete line.
      try scratch.write("/etc/os-release", Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
      #expect(mkfifo("\(scratch.path)/sys/class/dmi/id/product_name", 0o600) == 0)
      try FileManager.default.createDirectory(
        atPath: "\(scratch.path)/proc/sys/kernel/osrelease", withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        atPath: "\(scratch.path)/sys/class/power_supply", withIntermediateDirectories: true)
      try scratch.link("sys/class/power_supply/BAT0", to: "BAT0")
      #expect(mkfifo("\(scratch.path)/sys/class/power_supply/BAT1", 0o600) == 0)
    }
    #expect(lines == ["undefined undefined undefined Linux undefined", "0 1024"])
  }

  @Test(arguments: [
    (["LANG": "de_AT.UTF-8@euro"], "de de-AT"), (["LANG": "pt"], "pt pt"), (["LANG": "C.UTF-8"], "en en"),
    (["LANG": "POSIX", "LC_ALL": ""], "en en"), ([:], "en en"),
    (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], "fr fr-FR"),
    (["LC_ALL": "../../etc"], "en en"), (["LC_ALL": "d\"_AT"], "en en"), (["LC_ALL": "ast_ES"], "ast ast-ES"),
    (["LC_ALL": "es_419"], "es es-419"),
  ]) func `the language is that of the environment's locale`(environment: [String: String], expected: String)
    async throws
  {
    let lines = try await lines(
      "console.log((await device.getLanguageCode()).value, (await device.getLanguageTag()).value)",
      environment: environment)
    #expect(lines == [expected])
  }

  @Test(arguments: [
    (["/proc/cpuinfo": "flags\t: fpu hypervisor lm\n"], "true"), (["/proc/cpuinfo": "Features : fp\n"], "undefined"),
    (["/sys/hypervisor/type": "xen\n"], "true"), (["/proc/device-tree/hypervisor/compatible": "linux,kvm\0"], "true"),
  ]) func `a virtual machine is reported`(files: [String: String], expected: String) async throws {
    #expect(try await lines("console.log((await device.getInfo()).isVirtual)", on: files) == [expected])
  }

  @Test func `a board without firmware tables is described by its device tree`() async throws {
    let lines = try await lines(
      "const { model, manufacturer } = await device.getInfo(); console.log(model, manufacturer)",
      on: [
        "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "/proc/device-tree/compatible": "raspberrypi,4-model-b\0brcm,bcm2711\0",
      ])
    #expect(lines == ["Raspberry Pi 4 Model B Rev 1.4 raspberrypi"])
  }

  @Test func `this machine reports its properties`() async throws {
    let lines = try await Program.run(
      """
      const { device } = bridge.plugins;
      const { memUsed, kernelVersion, platform } = await device.getInfo();
      console.log(platform, memUsed > 1e6, kernelVersion.length > 2, (await device.getUptime()).seconds > 0);
      console.log((await device.getMemoryInfo()).total > memUsed, Array.isArray((await device.getBatteryInfo()).batteries));
      """, with: DevicePlugin())
    #expect(lines == ["linux true true true", "true true"])
  }
}
#endif
