import type { Scalar } from "../../../../values/element-types.ts";
import { STATE } from "../../kernels/state.ts";
import type { Arena } from "../../memory/arena.ts";
import { slotValueBytes, writeSlots } from "../../memory/elements.ts";
import type { Heap } from "../../memory/heap.ts";
import type { RunnerSetting } from "../../runner.ts";

/** The fields of a state over blocks that JavaScript writes and reads between kernels: of dyadic trees, and of networks. */
export interface BlockFields {
  /** Nothing has been taken; the initial value stands where kernels look for it. */
  readonly reset: (blockLength: bigint) => void;
  readonly setInBlock: (count: number) => void;
  /** Before outputs that are joined with the carry of earlier calls, if these left one: the guard begins with it. */
  readonly openGuard: (hasCarry: boolean) => void;
  /** Whether a NaN may be among outputs: the kernels' guard, or the last value, is not finite; see guard.ts. */
  readonly isSuspect: (output: number, length: number) => boolean;
}

/** See BlockFields. The guard is that of a single column; records have none. */
export function blockFields({ heap, state }: Arena, setting: RunnerSetting): BlockFields {
  const { nanRule, initial, hasSuspectInitial } = setting;
  const { columns } = setting.subject.terms;
  const [type] = columns;
  const bytes = slotValueBytes(type);
  const guardAt = (state + STATE.guard) / bytes;
  const carryAt = (state + STATE.carry) / bytes;
  let generation = -1;
  let integers: BigInt64Array;
  let elements: { [index: number]: Scalar };

  /** Views of the memory as it is now: other calls and passes may have made it grow. */
  const refresh = (): void => {
    if (generation === heap.generation) return;
    generation = heap.generation;
    integers = heap.view("i64");
    elements = heap.view(type) as { [index: number]: Scalar };
  };
  return {
    reset(blockLength) {
      refresh();
      integers[(state + STATE.inBlock) / 8] = 0n;
      integers[(state + STATE.blockIndex) / 8] = 0n;
      integers[(state + STATE.blockLength) / 8] = blockLength;
      if (initial !== undefined) writeSlots(heap, columns, state + STATE.initial, initial);
    },
    setInBlock(count) {
      refresh();
      integers[(state + STATE.inBlock) / 8] = BigInt(count);
    },
    openGuard(hasCarry) {
      refresh();
      if (nanRule === "guard") elements[guardAt] = hasCarry ? elements[carryAt] : 0;
    },
    isSuspect(output, length) {
      refresh();
      const last = elements[output / bytes + length - 1];
      return !(Number.isFinite(elements[guardAt]) && Number.isFinite(last)) || hasSuspectInitial;
    },
  };
}

/** Writes an i64 of the state, below 2^63, as two words: without a bigint. */
export function writeWords(heap: Heap, address: number, value: number): void {
  const words = heap.view("u32");
  words[address / 4] = value % 2 ** 32;
  words[address / 4 + 1] = Math.floor(value / 2 ** 32);
}
