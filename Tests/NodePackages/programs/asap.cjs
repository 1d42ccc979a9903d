const asap = require("asap");
const raw = require("asap/raw");
asap(() => console.log("second")); raw(() => console.log("also")); console.log("first");
