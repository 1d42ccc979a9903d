const { storage } = bridge.plugins;
const { value } = await storage.get({ key: "number" });
console.log("kept:", value);
await storage.set({ key: "number", value: 7 });
