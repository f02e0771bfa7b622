import { InternalError } from "../../values/errors.ts";
import type { Arena } from "./arena.ts";
import { readSlots, writeElement, writeSlots } from "./elements.ts";
import { foldReduce, foldScan, observeFold } from "./kernels/left-fold.kernel.ts";
import { STATE } from "./kernels/state.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";

/** Runs the left fold. */
export function foldRunner(arena: Arena, setting: RunnerSetting): OnlineRunner {
  const { subject } = setting;
  const { heap, state } = arena;
  const kernels = arena.kernels(`${setting.key} fold`, () => [
    foldScan(subject),
    foldReduce(subject),
    observeFold(subject),
  ]);
  const { columns } = subject.terms;
  let position = 0;
  const begin = (): void => {
    position = 0;
    writeElement(heap, "u32", state + STATE.blockIndex, 0); // the kernels look at the low word only
    if (setting.initial !== undefined) writeSlots(heap, columns, state + STATE.initial, setting.initial);
  };
  return {
    state: () => state,
    begin,
    open: begin,
    save() {
      if (position === 0) return { kind: "roots", roots: [] };
      const value = readSlots(heap, columns, state + STATE.carry);
      return { kind: "roots", roots: [{ start: 0, end: position, value }] };
    },
    load(given, taken) {
      if (given.kind !== "roots") throw new InternalError(`a left fold was given ${given.kind}`);
      begin();
      position = taken;
      if (given.roots.length === 0) return;
      writeSlots(heap, columns, state + STATE.carry, given.roots[0].value);
      writeElement(heap, "u32", state + STATE.blockIndex, 1);
    },
    scan(input, output, length) {
      position += length;
      kernels.foldScan(state, input, output, length);
      setting.counts.fold += length;
    },
    reduce(input, length) {
      position += length;
      kernels.foldReduce(state, input, length);
      setting.counts.fold += length;
    },
    observe() {
      kernels.observe(state);
    },
    end() {},
  };
}
