// The name as a script gets it, by a typed call and by a proxy.
const ssid = await bridge.call("wifi.ssid");
const status = await bridge.plugins.wifi.status();
console.log(JSON.stringify({ ssid, same: status.ssid === ssid }));
