import { aarch64 } from "./aarch64.mjs";
import { firefox } from "./firefox.mjs";
import { bun, deno, node } from "./npm-engines.mjs";

/** Every engine that must have the same bits. The first is what the others are compared with. @type {readonly import("./engine.mjs").Engine[]} */
export const ENGINES = [node("20"), node("22"), node("24"), node("26"), bun, deno, firefox, aarch64];
