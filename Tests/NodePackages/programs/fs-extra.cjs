const fs = require("fs-extra");
console.log(fs.pathExistsSync("/nope/never"), fs.existsSync(__dirname));
(async () => {
  console.log(await fs.pathExists(__filename), (await fs.readJson(require.resolve("fs-extra/package.json"))).name);
  await fs.readJson("/nope/never.json").catch((error) => console.log(error.code));
})();
