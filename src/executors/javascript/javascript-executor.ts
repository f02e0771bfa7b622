import { frozen } from "../../values/frozen.ts";
import { FAMILIES_OF_EVERY_DOOR } from "./families/families-of-every-door.ts";
import { type JavascriptExecutor, javascriptMachine } from "./machine.ts";

/**
 * Plain loops in plain JavaScript: always there, serves every contract, and the one to read first.
 *
 * It neither generates code nor uses WebAssembly, so it runs where a page's policy forbids both. It alone runs plain functions
 * over any values, and callers' own expressions.
 */
export const javascriptExecutor: JavascriptExecutor = frozen(
  javascriptMachine({ families: FAMILIES_OF_EVERY_DOOR }),
);
