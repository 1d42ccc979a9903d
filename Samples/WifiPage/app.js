// A page that shows the current network. It awaits all its data from Swift.
//
//     causeway open Samples/WifiPage

const { network, wifi } = bridge.plugins;
const at = (id) => document.getElementById(id);

const SECONDS = 120;
/** One number each second, the newest last; `null` if there was none. */
const history = Array(SECONDS).fill(null);
let lastBytes;

// MARK: The status, now and after each change

let last;
(async () => {
  for await (const status of bridge.stream("network.changes")) {
    if (last !== undefined) noteChanges(last, status);
    last = status;
    show(status, await wifi.status());
  }
})().catch(showFailure);

function show(status, station) {
  const { connected, connectionType, underlyingConnectionType } = status;
  const [route] = status.defaultRoutes;
  const kind = underlyingConnectionType === null ? connectionType : `${connectionType} over ${underlyingConnectionType}`;
  at("state").className = `state ${connected ? "online" : "offline"}`;
  at("state-text").textContent = connected ? `Connected by ${kind}` : "Not connected";
  // A VPN may have no default route, but one route for each half of the address space.
  at("name").textContent = station?.ssid ?? (connected ? route?.interface ?? kind : "No network");
  at("detail").textContent = station === null
    ? (connected ? "Not on WiFi" : "There is no default route.")
    : [station.band, station.channel && `channel ${station.channel}`, station.txBitrate && `${station.txBitrate} Mbit/s`, station.bssid]
        .filter(Boolean).join(" \u00b7 ");

  const addresses = status.interfaces.filter(({ kind: type }) => type !== "loopback")
    .flatMap(({ name, addresses: own }) => own.map(({ address, prefixLength }) => [name, `${address}/${prefixLength}`]));
  list(at("addresses"), addresses, "None");
  list(at("routes"), [
    ...status.defaultRoutes.map(({ gateway, interface: link }) => ["Default route", `${gateway ?? "on the link"} by ${link}`]),
    ...status.dns.servers.map((server) => ["Name server", server]),
    ...(status.dns.search.length === 0 ? [] : [["Search", status.dns.search.join(" ")]]),
  ], "None");
}

/** The owner of an access point chooses its name, so it is inserted as text, never as markup. */
function list(into, rows, none) {
  into.replaceChildren(...(rows.length === 0 ? [["", none]] : rows).map(([term, value]) => {
    const row = document.createElement("div");
    const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
    dt.textContent = term;
    dd.textContent = value;
    row.append(dt, dd);
    return row;
  }));
}

function noteChanges(before, after) {
  const lines = [];
  if (before.connected !== after.connected) lines.push(after.connected ? "Connected" : "Connection lost");
  const links = (status) => new Map(status.interfaces.map((link) => [link.name, link]));
  const [old, now] = [links(before), links(after)];
  for (const [name, link] of now) {
    const was = old.get(name);
    if (was === undefined) lines.push(`${name} appeared`);
    else if (was.running !== link.running) lines.push(`${name} is ${link.running ? "up" : "down"}`);
    const had = new Set(was?.addresses.map(({ address }) => address));
    const has = new Set(link.addresses.map(({ address }) => address));
    for (const address of has) if (!had.has(address)) lines.push(`${name} has ${address}`);
    for (const address of had) if (!has.has(address)) lines.push(`${name} lost ${address}`);
  }
  for (const name of old.keys()) if (!now.has(name)) lines.push(`${name} is gone`);
  const gateway = ({ defaultRoutes: [route] }) => route && `${route.gateway ?? "the link"} by ${route.interface}`;
  if (gateway(before) !== gateway(after)) lines.push(`The default route is ${gateway(after) ?? "gone"}`);
  for (const line of lines.reverse()) { // The most important one is added last, at the top.
    const item = document.createElement("li");
    const time = document.createElement("time");
    time.textContent = new Date().toLocaleTimeString();
    item.append(time, line);
    at("changes").querySelector(".quiet")?.remove();
    at("changes").prepend(item);
  }
  while (at("changes").childElementCount > 12) at("changes").lastElementChild.remove();
}

// MARK: Every second: the signal, or the traffic where there is no WiFi

async function sample() {
  history.shift();
  const station = await wifi.status();
  const isWifi = station !== null && station.signalDbm !== null;
  at("curve-title").textContent = isWifi ? "Signal" : "Traffic";
  if (isWifi) {
    history.push(station.signalDbm);
    at("figure").textContent = `${station.signalDbm} dBm`;
    draw(-90, -30, "-90 to -30 dBm");
  } else {
    const rate = traffic(await network.interfaces());
    history.push(rate);
    at("figure").textContent = rate === null ? "" : bytes(rate);
    const top = Math.max(1024, ...history.filter((value) => value !== null));
    draw(0, top * 1.1, `up to ${bytes(top)}`);
  }
}

function traffic(interfaces) {
  const total = interfaces.filter(({ kind }) => kind !== "loopback")
    .reduce((sum, { statistics }) => sum + Number(statistics?.receivedBytes ?? 0) + Number(statistics?.sentBytes ?? 0), 0);
  const now = performance.now();
  const rate = lastBytes && ((total - lastBytes.total) / (now - lastBytes.now)) * 1000;
  lastBytes = { total, now };
  return rate === undefined || rate < 0 ? null : rate;
}

function draw(low, high, scale) {
  const points = history.map((value, index) => value === null ? null
    : [(index / (SECONDS - 1)) * 600, 150 - (Math.min(Math.max((value - low) / (high - low), 0), 1)) * 150]).filter(Boolean);
  if (points.length < 2) return;
  const line = `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
  at("line").setAttribute("d", line);
  at("area").setAttribute("d", `${line}L${points.at(-1)[0].toFixed(1)} 150L${points[0][0].toFixed(1)} 150Z`);
  at("scale").textContent = scale;
}

const bytes = (rate) => rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} MB/s` : rate >= 1e3 ? `${(rate / 1e3).toFixed(1)} kB/s` : `${Math.round(rate)} B/s`;

(async () => {
  for (;;) {
    await sample();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
})().catch(showFailure);

function showFailure(error) {
  at("state").className = "state offline";
  at("state-text").textContent = `${error.code ?? error.name}: ${error.message}`;
}
