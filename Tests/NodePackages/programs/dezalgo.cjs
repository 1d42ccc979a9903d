const dezalgo = require("dezalgo");
const later = dezalgo((value) => console.log("called", value));
later(1); console.log("first");
