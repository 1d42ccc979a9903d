try {
  await bridge.call("wifi.ssid", undefined, { timeout: 2000 });
} catch (error) {
  console.log(error.code, "after", performance.now(), "ms");
}
