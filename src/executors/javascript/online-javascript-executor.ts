import { frozen } from "../../values/frozen.ts";
import { FAMILIES_OF_EVERY_DOOR } from "./families/families-of-every-door.ts";
import { type OnlineJavascriptExecutor, onlineJavascriptMachine } from "./online-machine.ts";

/** The javascript executor, which takes sequences that keep arriving as well. */
export const onlineJavascriptExecutor: OnlineJavascriptExecutor = frozen(
  onlineJavascriptMachine({ families: FAMILIES_OF_EVERY_DOOR }),
);
