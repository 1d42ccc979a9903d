// What a client may write against the plugins that ship, and what it may not: compiled, never run.

import type { ConnectionType, NetworkInterface, WiFiSecurity } from "./plugins.js";

export const client = async () => {
  const { network, wifi, device, filePicker, files, process, notifications } = bridge.plugins;
  const { connected, connectionType, interfaces } = await network.status();
  const kind: ConnectionType = connectionType;
  const received: number | bigint | undefined = interfaces[0].statistics?.receivedBytes;
  const mac: string | null = interfaces[0].mac;
  const wired: NetworkInterface[] = await network.interfaces({ kind: "ethernet" });
  for await (const status of network.changes()) status.dns.servers.join();
  const stop = network.on("changed", ({ consistent }) => consistent);
  stop();
  const ssid: string | null = await wifi.ssid();
  const security: WiFiSecurity[] | null = (await wifi.scan({ trigger: true }, { timeout: 20000 }))[0].security;
  const level: number | null | undefined = (await device.getBatteryInfo()).batteryLevel;
  const id: string = (await device.getId()).identifier;
  const booted: Date = (await device.getUptime()).bootedAt;
  const { data } = await files.readFile({ path: "a.txt", directory: "notes" });
  const size: number = typeof data === "string" ? data.length : data.byteLength;
  await files.writeFile({ path: "a.txt", directory: "notes", data: new Uint8Array(1), recursive: true });
  for await (const chunk of files.readFileInChunks({ path: "a.txt", directory: "notes" })) chunk.byteLength;
  for await (const { kind, name } of files.watch({ path: "", directory: "notes" })) if (kind === "deleted") name;
  const chosen: Uint8Array[] = (await filePicker.pickFiles({ types: [".txt"], multiple: true })).files.map(({ data }) => data);
  for await (const part of filePicker.pickFilesInChunks()) part.kind === "file" ? part.mimeType.length : part.bytes.byteLength;
  const { cancelled, name } = await filePicker.saveFile({ data: "text", encoding: "utf8", name: "notes.txt" });
  const saved: string | null | undefined = cancelled ? null : name;
  await filePicker.saveFileFromStream({ source: "export" });
  await notifications.schedule({ notifications: [{ id: 1, title: "Saved", body: "", actions: [{ id: "a", title: "A" }] }] });
  const undo = notifications.on("localNotificationActionPerformed", ({ actionId }) => actionId.length);
  undo();
  const home: string | null = await process.env("HOME");
  return [connected, kind, received, mac, wired, ssid, security, level, id, booted, size, home, chosen, saved];
};

export const mistakes = async () => {
  const { network, wifi, device, filePicker, files, process } = bridge.plugins;
  // @ts-expect-error a property that does not exist
  (await network.status()).ssid;
  // @ts-expect-error null when not on WiFi
  (await wifi.status()).ssid;
  // @ts-expect-error a kind of device that does not exist
  (await network.getStatus()).connectionType === "smoke";
  // @ts-expect-error an event that does not exist
  network.on("change", () => {});
  // @ts-expect-error the folder is missing
  await files.readFile({ path: "a.txt" });
  // @ts-expect-error an encoding that is not offered
  await files.readFile({ path: "a.txt", directory: "notes", encoding: "base64" });
  // @ts-expect-error numbers are neither text nor bytes
  await files.appendFile({ path: "a.txt", directory: "notes", data: [1, 2] });
  // @ts-expect-error no file tells where it is
  (await filePicker.pickFiles()).files[0].path;
  // @ts-expect-error the name is missing
  await process.env();
  // @ts-expect-error a member that does not exist
  await device.reboot();
};
