import type { Family } from "../../family.ts";
import { blocksOf, dyadic, dyadicServing } from "./family.ts";
import { onlineBlockCode } from "./online-block-code.ts";
import { onlineDyadicRunner } from "./online-runner.ts";

/** Dyadic trees, of sequences that keep arriving too. */
export const onlineDyadic: Family = {
  ...dyadic,
  serve(expression) {
    const blocks = blocksOf(expression);
    return (
      blocks && {
        ...dyadicServing(expression, blocks),
        openOnline: (arena, setting) => onlineDyadicRunner(arena, setting, blocks),
        generateOnline: (setting) => onlineBlockCode(setting, expression),
      }
    );
  },
};
