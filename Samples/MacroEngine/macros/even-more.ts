import "./more.js";
import { add, get } from "./rings.js";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

for (let step = 0; step < 4; step++) {
  await pause(90);
  add("middle", 0.5);
  add("outer", 0.75);
}
console.log("outer ring at", get("outer"));
