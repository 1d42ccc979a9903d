import slash from "slash";
console.log(slash("a\\b\\c"), slash("\\\\?\\a"));
