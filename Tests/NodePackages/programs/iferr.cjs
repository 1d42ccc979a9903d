const iferr = require("iferr");
iferr((error) => console.log("error", error.message), (value) => console.log("value", value))(null, 1);
iferr((error) => console.log("error", error.message), () => {})(new Error("x"));
