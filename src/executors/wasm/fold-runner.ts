import type { Arena } from "./arena.ts";
import { writeElement, writeSlots } from "./elements.ts";
import { foldReduce, foldScan, observeFold } from "./kernels/left-fold.kernel.ts";
import { STATE } from "./kernels/state.ts";
import type { Runner, RunnerSetting } from "./runner.ts";

/** Runs the left fold. */
export function foldRunner(arena: Arena, setting: RunnerSetting): Runner {
  const { subject } = setting;
  const { heap, state } = arena;
  const kernels = arena.kernels(`${setting.key} fold`, () => [
    foldScan(subject),
    foldReduce(subject),
    observeFold(subject),
  ]);
  const { columns } = subject.terms;
  return {
    state: () => state,
    begin() {
      writeElement(heap, "u32", state + STATE.blockIndex, 0); // the kernels look at the low word only
      if (setting.initial !== undefined) writeSlots(heap, columns, state + STATE.initial, setting.initial);
    },
    scan(input, output, length) {
      kernels.foldScan(state, input, output, length);
      setting.counts.fold += length;
    },
    reduce(input, length) {
      kernels.foldReduce(state, input, length);
      setting.counts.fold += length;
    },
    observe() {
      kernels.observe(state);
    },
    end() {},
  };
}
