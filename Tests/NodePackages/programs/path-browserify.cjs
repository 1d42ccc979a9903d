const browser = require("path-browserify");
const path = require("path");
for (const { join, normalize, relative, resolve, basename, extname, parse, format, dirname } of [browser, path]) console.log(join("/a", "..", "b", "./c/"), normalize("a//b/../c"), relative("/a/b/c", "/a/d"), resolve("/x", "y", "..", "z"), basename("/q/w.html", ".html"), extname(".a.b"), parse("/h/f.txt"), format({ dir: "/d", name: "n", ext: ".e" }), dirname("/a/b"));
