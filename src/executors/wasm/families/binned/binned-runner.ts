import { type FloatType, notFiniteSum } from "../../../../summaries/accumulators/accumulator.ts";

import { InternalError } from "../../../../values/errors.ts";
import type { Arena } from "../../memory/arena.ts";
import { writeElement } from "../../memory/elements.ts";
import type { OnlineRunner } from "../../runner.ts";
import { SUM_STATE } from "../exact/kernels/sum-state.ts";
import type { OrderFreeCounts } from "../order-free-counts.ts";
import { binnedAdder } from "./binned-adder.ts";
import { type BinnedScanner, binnedScanner } from "./binned-scanner.ts";
import { clearBins, loadBins, newBins, observeBins, stateOfBins } from "./bins.ts";

/** Runs the binned sum of elements of `type`. The state between calls is not in memory but here. */
export function binnedRunner(
  arena: Arena,
  type: FloatType,
  fold: number,
  counts: OrderFreeCounts,
): OnlineRunner {
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
