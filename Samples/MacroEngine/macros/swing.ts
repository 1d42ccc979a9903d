import { move } from "./rings.js";

// Swings beyond the end and comes back.
await move("outer", 5, (share) => 1 + 2.7 * (share - 1) ** 3 + 1.7 * (share - 1) ** 2);
