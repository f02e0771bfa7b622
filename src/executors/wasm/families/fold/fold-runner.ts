import { InternalError } from "../../../../values/errors.ts";
import { STATE } from "../../kernels/state.ts";
import type { Arena } from "../../memory/arena.ts";
import { readSlots, writeElement, writeSlots } from "../../memory/elements.ts";
import type { OnlineRunner, RunnerSetting } from "../../runner.ts";
import { foldReduce, foldScan, observeFold } from "./kernels/left-fold.kernel.ts";

/** Runs the left fold. */
export function foldRunner(arena: Arena, setting: RunnerSetting): OnlineRunner {
  const { subject, initial, counts } = setting;
  const { heap, state } = arena;
  const kernels = arena.kernels(`${setting.key} fold`, () => [
    foldScan(subject),
    foldReduce(subject),
    observeFold(subject),
  ]);
  const { columns } = subject.terms;
  let position = 0;
  /** The kernels look at the low word only. */
  const setStarted = (isStarted: number): void => {
    writeElement(heap, "u32", state + STATE.blockIndex, isStarted);
  };
  const begin = (): void => {
    position = 0;
    setStarted(0);
    if (initial !== undefined) writeSlots(heap, columns, state + STATE.initial, initial);
  };
  return {
    state: () => state,
    begin,
    scan(input, output, length) {
      kernels.foldScan(state, input, output, length);
      counts.fold += length;
      position += length;
    },
    reduce(input, length) {
      kernels.foldReduce(state, input, length);
      counts.fold += length;
      position += length;
    },
    observe() {
      kernels.observe(state);
    },
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
      setStarted(1);
    },
    end() {},
  };
}
