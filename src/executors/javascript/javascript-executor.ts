import { frozen } from "../../values/frozen.ts";
import { TREE_FAMILIES } from "./families/trees.ts";
import { type JavascriptExecutor, javascriptMachine } from "./machine.ts";

/**
 * Plain loops in plain JavaScript: always there, serves every contract, and the one to read first.
 *
 * It neither generates code nor uses WebAssembly, so it runs where a page's policy forbids both. It alone runs plain functions
 * over any values, and callers' own expressions.
 */
export const javascriptExecutor: JavascriptExecutor = frozen(javascriptMachine({ families: TREE_FAMILIES }));
