import { sum } from "./sum.ts";

type Pair = readonly [number, number];
const pair: Pair = [40, 2];
await new Promise<void>((resolve) => setTimeout(resolve, 20));
const text = new TextDecoder().decode(new TextEncoder().encode("Grüße"));
const date = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(0));
console.log(sum(...pair), date, text);
