interface Entry {
  name: string;
  text: string;
}

bridge.handle("book.greeting", ({ name }: Entry) => `Welcome, ${name}!`);

const count = await bridge.call<number>("book.sign", { name: "Ada", text: "What a bridge." });
console.log(count, "entry");

try {
  await bridge.call("book.sign", { name: "Alan", text: "" });
} catch (error) {
  console.log(error.code, error.data.field);
}

for await (const { name, text } of bridge.stream<Entry>("book.entries")) {
  console.log(`${name}: ${text}`);
  break;
}
