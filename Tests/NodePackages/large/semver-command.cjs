// The command semver, whose status says that no version matches.
// status: 1
process.argv.push("1.2.3", "2.0.0-beta.1", "nonsense", "--range", ">=3 || <1");
process.on("exit", (status) => console.log("ends with", status));
require("semver/bin/semver.js");
