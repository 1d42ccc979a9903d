import { customAlphabet, nanoid, urlAlphabet } from "nanoid";
console.log(nanoid().length, /^[A-Za-z0-9_-]+$/.test(nanoid(40)), customAlphabet("ab", 5)().length, urlAlphabet.length);
