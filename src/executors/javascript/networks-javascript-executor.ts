import { frozen } from "../../values/frozen.ts";
import { networkFamily } from "./families/network.ts";
import { sumsFamily } from "./families/sums.ts";
import { TREE_FAMILIES } from "./families/trees.ts";
import { freeSums } from "./free-sums.ts";
import { type OnlineJavascriptExecutor, onlineJavascriptMachine } from "./pass.ts";

/**
 * The javascript executor with the expressions of scan networks as well, over columns and any values, whole or in chunks; and all that
 * `sumsJavascriptExecutor` has.
 */
export const networksJavascriptExecutor: OnlineJavascriptExecutor = frozen(
  onlineJavascriptMachine({
    families: [...TREE_FAMILIES, sumsFamily, networkFamily],
    freeSums,
  }),
);
