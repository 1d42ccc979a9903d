// Bundles files of a file system in memory.
// Debian's packages search the directories that Debian's Node has been configured with.
Object.defineProperty(process, "config", { value: { variables: { node_relative_path: "", node_prefix: "" } } });
const webpack = require("webpack");
const { createFsFromVolume, Volume } = require("memfs");
const files = {
  "/src/index.js": "import { used } from './lib'; import text from './text.txt'; const old = require('./old'); console.log(used(), old.name, text); import('./lazy').then(({ default: run }) => run()); if (process.env.NODE_ENV === 'production') console.log('production'); else console.log('development');",
  "/src/lib.js": "export const used = () => 'used'; export const unused = () => 'unused'; export * as nested from './nested';",
  "/src/nested.js": "export let count = 0; export function up() { count++ }",
  "/src/old.js": "exports.name = 'old'; exports.unused = 1;",
  "/src/lazy.js": "export default () => console.log('lazy', __webpack_public_path__, new URL('./text.txt', import.meta.url).pathname);",
  "/src/text.txt": "some text",
};
const compile = (options) => new Promise((done) => {
  const input = createFsFromVolume(Volume.fromJSON({ ...files, ...options.files }));
  const output = createFsFromVolume(new Volume());
  const compiler = webpack({ context: "/", entry: "/src/index.js", output: { path: "/dist", publicPath: "/", ...options.output }, module: { rules: [{ test: /\.txt$/, type: "asset" }] }, ...options.more });
  compiler.inputFileSystem = input; compiler.intermediateFileSystem = output; compiler.outputFileSystem = output;
  compiler.run((error, stats) => done({ error, stats, output }));
});
(async () => {
  for (const mode of ["development", "production"]) {
    const { error, stats, output } = await compile({ more: { mode, devtool: mode === "production" ? "source-map" : false, optimization: { minimize: false } } });
    if (error) { console.log(error); continue; }
    const { assets, errors, warnings, modules } = stats.toJson({ all: false, assets: true, errors: true, warnings: true, modules: true });
    console.log(assets.map(({ name, size }) => [name, size]), errors, warnings, modules.map(({ name, size }) => [name, size]));
    for (const name of output.readdirSync("/dist").filter((name) => name.endsWith(".js"))) console.log(`== ${name}\n${output.readFileSync(`/dist/${name}`, "utf8")}`);
  }
  const { stats } = await compile({ files: { "/src/lib.js": "import x from './absent'; export const used = ;" }, more: { mode: "none" } });
  console.log(stats.hasErrors(), stats.toJson({ all: false, errors: true }).errors.map(({ message, moduleName }) => [moduleName, message]));
  const { stats: hashed, output } = await compile({ more: { mode: "production", optimization: { minimize: false, moduleIds: "hashed", splitChunks: { chunks: "all" } } }, output: { filename: "[name].[contenthash].js", library: { name: "lib", type: "umd" } } });
  console.log(hashed.hash, output.readdirSync("/dist"));
})();
