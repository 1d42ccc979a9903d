import { describe, type Reading } from "./describe.js";
import readings from "./readings.json" with { type: "json" };

for (const reading of readings as Reading[]) console.log(describe(reading));

const { total } = await import("./total.js");
console.log(`together ${total(readings)} kB`);
