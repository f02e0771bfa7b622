import { InternalError } from "../../values/errors.ts";
import type { Arena } from "./arena.ts";
import { readSlots, writeElement, writeSlots } from "./elements.ts";
import { foldRunner } from "./fold-runner.ts";
import { STATE } from "./kernels/state.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";

/** `foldRunner` without a known end. */
export function onlineFoldRunner(arena: Arena, setting: RunnerSetting): OnlineRunner {
  const runner = foldRunner(arena, setting);
  const { heap, state } = arena;
  const { columns } = setting.subject.terms;
  let position = 0;
  const open = (): void => {
    runner.begin("scan", 0);
    position = 0;
  };
  return {
    state: runner.state,
    begin: runner.begin,
    open,
    save() {
      if (position === 0) return { kind: "roots", roots: [] };
      const value = readSlots(heap, columns, state + STATE.carry);
      return { kind: "roots", roots: [{ start: 0, end: position, value }] };
    },
    load(given, taken) {
      if (given.kind !== "roots") throw new InternalError(`a left fold was given ${given.kind}`);
      open();
      position = taken;
      if (given.roots.length === 0) return;
      writeSlots(heap, columns, state + STATE.carry, given.roots[0].value);
      writeElement(heap, "u32", state + STATE.blockIndex, 1);
    },
    scan(input, output, length) {
      position += length;
      runner.scan(input, output, length);
    },
    reduce(input, length) {
      position += length;
      runner.reduce(input, length);
    },
    observe: runner.observe,
    end: runner.end,
  };
}
