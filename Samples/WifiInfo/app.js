// Shows this machine's network: JavaScript calls Swift handlers that read from the kernel.
//
//     causeway run Samples/WifiInfo/app.js

const { network } = bridge.plugins;

const [ssid, status] = await Promise.all([bridge.call("getCurrentWifiSsid"), network.status()]);

console.log(`WiFi         ${ssid === null ? "not on WiFi" : printable(ssid)}`);
console.log(`Connection   ${connection(status)}`);
for (const route of status.defaultRoutes) {
  console.log(`Default      ${route.gateway ?? "on the link"} by ${printable(route.interface)} (${route.family}, metric ${route.metric})`);
}
console.log(`Name servers ${status.dns.servers.map(printable).join(", ") || "none"}`);

console.log("\nInterfaces");
const width = Math.max(...status.interfaces.map(({ name }) => printable(name).length));
for (const link of status.interfaces) {
  const addresses = link.addresses.map(({ address, prefixLength }) => `${address}/${prefixLength}`);
  const state = link.running ? "up" : link.up ? "no carrier" : "down";
  const [first = "no address", ...rest] = addresses;
  console.log(`  ${printable(link.name).padEnd(width)}  ${link.kind.padEnd(10)}  ${state.padEnd(10)}  ${first}`);
  for (const address of rest) console.log(`${" ".repeat(width + 28)}${address}`);
}

/** @param {{ connected: boolean, connectionType: string, underlyingConnectionType: string | null }} status */
function connection({ connected, connectionType, underlyingConnectionType }) {
  if (!connected) return "offline";
  return underlyingConnectionType === null ? connectionType : `${connectionType} over ${underlyingConnectionType}`;
}

/** Names are chosen by whoever owns the access point: a terminal must not obey them. @param {string} name */
function printable(name) {
  return name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
}
