import { frozen } from "../../values/frozen.ts";
import { eightChains } from "./eight-chains.ts";
import { FAMILIES_OF_EVERY_DOOR } from "./families/families-of-every-door.ts";
import { networkFamily } from "./families/network.ts";
import { sumsFamily } from "./families/sums.ts";
import { type OnlineJavascriptExecutor, onlineJavascriptMachine } from "./online-machine.ts";

/**
 * The javascript executor with the expressions of scan networks as well, over columns and any values, whole or in chunks; and all that
 * `sumsJavascriptExecutor` has.
 */
export const networksJavascriptExecutor: OnlineJavascriptExecutor = frozen(
  onlineJavascriptMachine({
    families: [...FAMILIES_OF_EVERY_DOOR, sumsFamily, networkFamily],
    freeReduce: eightChains,
  }),
);
