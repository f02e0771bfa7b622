import type { Family } from "../../family.ts";
import { dyadicRunner } from "./dyadic-runner.ts";
import { dyadicState } from "./dyadic-state.ts";
import { blocksOf, dyadic, dyadicServing } from "./family.ts";
import { onlineBlockCode } from "./online-block-code.ts";

/** Dyadic trees, of sequences that keep arriving too. */
export const onlineDyadic: Family = {
  ...dyadic,
  serve(expression) {
    const blocks = blocksOf(expression);
    return (
      blocks && {
        ...dyadicServing(expression, blocks),
        openOnline: (arena, setting) =>
          dyadicRunner(arena, setting, blocks, dyadicState(arena, setting.subject, blocks)),
        generateOnline: (setting) => onlineBlockCode(setting, expression),
      }
    );
  },
};
