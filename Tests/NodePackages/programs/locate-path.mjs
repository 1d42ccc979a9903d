import { locatePath, locatePathSync } from "locate-path";
console.log(locatePathSync(["never", "locate-path.mjs"]), await locatePath(["node_modules"], { type: "directory" }), await locatePath(["never"]));
