import { frozen } from "../../values/frozen.ts";
import { networkFamily } from "./families/network.ts";
import { sumsFamily } from "./families/sums.ts";
import { TREE_FAMILIES } from "./families/trees.ts";
import { freeSums } from "./free-sums.ts";
import { type OnlineJavascriptExecutor, onlineJavascriptMachine } from "./pass.ts";
import { TYPED_LOOPS } from "./typed/typed-loops.ts";

/** All that `networksJavascriptExecutor` has, with loops that are written for one operation and type where there are some. */
export const fastJavascriptExecutor: OnlineJavascriptExecutor = frozen(
  onlineJavascriptMachine({
    families: [...TREE_FAMILIES, sumsFamily, networkFamily],
    freeSums,
    typed: TYPED_LOOPS,
  }),
);
