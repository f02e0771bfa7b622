import { type FloatType, MARKS, notFiniteSum } from "../../../../summaries/accumulators/accumulator.ts";
import { InternalError } from "../../../../values/errors.ts";
import type { Family, Serving } from "../../family.ts";
import type { Arena } from "../../memory/arena.ts";
import { writeElement } from "../../memory/elements.ts";
import type { OnlineRunner } from "../../runner.ts";
import type { OrderFreeCounts } from "../order-free/counts.ts";
import { SUM_STATE } from "../order-free/sum-state.ts";
import { exactAdder } from "./exact-adder.ts";
import { type ExactScanner, exactScanner } from "./exact-scanner.ts";
import { addMarks, clearSum, readMarks, readSum, writeSum } from "./sum-memory.ts";

/** The exact sum, rounded once. */
export function exact(counts: OrderFreeCounts): Family {
  const open: Serving["openOnline"] = (arena, { contract }) =>
    exactRunner(arena, contract.sums[0] as FloatType, counts); // no other type has order-free sums
  return { serve: ({ kind }) => (kind === "exact" ? { open, openOnline: open } : undefined) };
}

/** Runs the exact sum of elements of `type`. The state between calls is limbs in normal form, and marks. */
function exactRunner(arena: Arena, type: FloatType, counts: OrderFreeCounts): OnlineRunner {
  const { heap, state } = arena;
  const memory = { arena, state };
  const adder = exactAdder(memory, type, counts);
  let scanner: ExactScanner | undefined;
  const clear = (): void => clearSum(memory);
  const observed = (): number | undefined => {
    const marks = readMarks(memory);
    const other = notFiniteSum(marks);
    if (other !== undefined) return other;
    // Every term is −0: limbs have no sign of zero.
    return (marks & MARKS.notNegativeZero) === 0 ? -0 : undefined;
  };
  return {
    state: () => state,
    begin: clear,
    save: () => ({ kind: "exact", marks: readMarks(memory), sum: readSum(memory, type) }),
    load(given) {
      if (given.kind !== "exact") throw new InternalError(`an exact sum was given ${given.kind}`);
      clear();
      writeSum(memory, type, given.sum);
      addMarks(memory, given.marks);
    },
    scan(input, output, length) {
      scanner ??= exactScanner(memory, type, adder, counts);
      scanner(input, output, length);
    },
    reduce(input, length) {
      adder.add(input, length);
      adder.normalise();
    },
    observe() {
      const value = observed();
      if (value === undefined) adder.kernels.round(state);
      else writeElement(heap, type, state + SUM_STATE.result, value);
    },
    end() {},
  };
}
