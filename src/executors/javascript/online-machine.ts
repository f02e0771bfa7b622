import { checkColumnContract } from "../../contracts/column-contract.ts";
import type { OnlineExecutor } from "../executor.ts";
import { foldingOf } from "./family.ts";
import { type JavascriptExecutor, javascriptMachine, type MachineParts } from "./machine.ts";
import { openPass } from "./online-pass.ts";

/** Plain loops that take sequences that keep arriving as well. */
export interface OnlineJavascriptExecutor extends JavascriptExecutor, OnlineExecutor {
  planFunction: JavascriptExecutor["planFunction"];
}

/**
 * The machine with passes: apart, because they bring summaries along.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function onlineJavascriptMachine(parts: MachineParts): OnlineJavascriptExecutor {
  return {
    ...javascriptMachine(parts),
    openPass(given, from) {
      const contract = checkColumnContract(given);
      return openPass(foldingOf(parts.families, contract.expression), contract, from);
    },
  };
}
