const semver = require("semver");
console.log(semver.satisfies("1.2.3", "1.x || >=2.5.0 || 5.0.0 - 7.2.3"), semver.inc("1.2.3-beta.4", "prerelease"), semver.valid(semver.coerce("v2")));
console.log(["1.0.0", "0.9.1", "1.0.0-rc.1"].sort(semver.compare), semver.minVersion(">=1.0.0").version, semver.diff("1.2.3", "1.3.0"));
