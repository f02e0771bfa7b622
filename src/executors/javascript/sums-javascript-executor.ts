import { frozen } from "../../values/frozen.ts";
import { sumsFamily } from "./families/sums.ts";
import { TREE_FAMILIES } from "./families/trees.ts";
import { freeSums } from "./free-sums.ts";
import { type OnlineJavascriptExecutor, onlineJavascriptMachine } from "./pass.ts";

/** The javascript executor with the order-free sums as well, whole or in chunks, and with the sums that it chooses where less than everywhere is asked for. */
export const sumsJavascriptExecutor: OnlineJavascriptExecutor = frozen(
  onlineJavascriptMachine({ families: [...TREE_FAMILIES, sumsFamily], freeSums }),
);
