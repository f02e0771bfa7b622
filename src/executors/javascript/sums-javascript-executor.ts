import { frozen } from "../../values/frozen.ts";
import { eightChains } from "./eight-chains.ts";
import { sumsFamily } from "./families/sums.ts";
import { TREE_FAMILIES } from "./families/trees.ts";
import { type OnlineJavascriptExecutor, onlineJavascriptMachine } from "./pass.ts";

/** The javascript executor with the order-free sums as well, whole or in chunks, and with sums in chains where less than everywhere is asked for. */
export const sumsJavascriptExecutor: OnlineJavascriptExecutor = frozen(
  onlineJavascriptMachine({ families: [...TREE_FAMILIES, sumsFamily], freeReduce: eightChains }),
);
