import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { notFiniteSum } from "../../../../summaries/accumulators/accumulator.ts";
import { InternalError } from "../../../../values/errors.ts";
import type { Family, Serving } from "../../family.ts";
import type { Arena } from "../../memory/arena.ts";
import { writeElement } from "../../memory/elements.ts";
import type { OnlineRunner } from "../../runner.ts";
import type { OrderFreeCounts } from "../order-free/counts.ts";
import { SUM_STATE } from "../order-free/sum-state.ts";

import { binnedAdder } from "./binned-adder.ts";
import { type BinnedScanner, binnedScanner } from "./binned-scanner.ts";
import { clearBins, loadBins, newBins, observeBins, stateOfBins } from "./bins.ts";

/** The sum by bins of exponents, of which as many are kept as the expression says. */
export function binned(counts: OrderFreeCounts): Family {
  return {
    serve(expression) {
      if (expression.kind !== "binned") return undefined;
      const open: Serving["openOnline"] = (arena, { contract }) =>
        binnedRunner(arena, contract.sums[0] as FloatType, expression.fold, counts); // no other type has order-free sums
      return { open, openOnline: open };
    },
  };
}

/** Runs the binned sum of elements of `type`. The state between calls is not in memory but here. */
function binnedRunner(arena: Arena, type: FloatType, fold: number, counts: OrderFreeCounts): OnlineRunner {
  const { heap, state } = arena;
  const memory = { arena, state };
  const bins = newBins(fold);
  const add = binnedAdder(memory, type, bins, counts);
  let scanner: BinnedScanner | undefined;
  const clear = (): void => clearBins(bins);
  return {
    state: () => state,
    begin: clear,
    save: () => stateOfBins(type, bins),
    load(given) {
      if (given.kind !== "binned") throw new InternalError(`a binned sum was given ${given.kind}`);
      loadBins(bins, type, given);
    },
    scan(input, output, length) {
      scanner ??= binnedScanner(memory, type, bins, add, counts);
      scanner(input, output, length);
    },
    reduce: add,
    observe() {
      writeElement(heap, type, state + SUM_STATE.result, notFiniteSum(bins.marks) ?? observeBins(type, bins));
    },
    end() {},
  };
}
