import { frozen } from "../../values/frozen.ts";
import { eightChains } from "./eight-chains.ts";
import { FAMILIES_OF_EVERY_DOOR } from "./families/families-of-every-door.ts";
import { sumsFamily } from "./families/sums.ts";
import { type OnlineJavascriptExecutor, onlineJavascriptMachine } from "./online-machine.ts";

/** The javascript executor with the order-free sums as well, whole or in chunks, and with sums in chains where less than everywhere is asked for. */
export const sumsJavascriptExecutor: OnlineJavascriptExecutor = frozen(
  onlineJavascriptMachine({ families: [...FAMILIES_OF_EVERY_DOOR, sumsFamily], freeReduce: eightChains }),
);
