import { add } from "./rings.js";

add("inner", -1);
