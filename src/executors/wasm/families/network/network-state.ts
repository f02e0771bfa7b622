import type { State } from "../../../../summaries/summary.ts";
import { InternalError } from "../../../../values/errors.ts";
import { SLOT_BYTES, STATE } from "../../kernels/state.ts";
import { writeSlots } from "../../memory/elements.ts";
import { type RootTable, readSlot, type SlotValue, writeSlot } from "../../memory/root-table.ts";
import { type BlockFields, blockFields } from "../dyadic/block-fields.ts";
import { type DyadicState, dyadicState } from "../dyadic/dyadic-state.ts";
import { GROUP } from "../dyadic/kernels/dyadic-group.kernel.ts";
import { KEPT_BYTES } from "./kernels/network-walk.ts";
import type { NetworkParts } from "./network-parts.ts";

/*
 * What stands between the kernels of a network: the state of blocks joined by a tree, as in the dyadic family, and the elements of the open block.
 */

const GROUP_LEVELS = Math.log2(GROUP);

/** The state of a network's runner between kernels: that of blocks in a tree, and the elements of the open block. */
interface NetworkState {
  readonly fields: BlockFields;
  readonly reset: () => void;
  /** Makes the carry that of the block roots, which a reduce leaves alone. */
  readonly foldCarry: () => void;
  readonly save: () => State<SlotValue>;
  /** The inverse, on a state that was reset; gives the number of elements in the open block. */
  readonly load: (saved: State<SlotValue>, taken: number) => void;
}

/** See NetworkState. */
export function networkState(parts: NetworkParts): NetworkState {
  const { arena, setting, work, room, progress } = parts;
  const { heap, state } = arena;
  const { subject } = setting;
  const { columns } = subject.terms;
  const fields = blockFields(arena, setting);
  const blockLength = BigInt(work.width);
  let online: DyadicState | undefined;
  const onlineState = (): DyadicState => {
    online ??= dyadicState(arena, subject, { length: work.width, join: "dyadic" });
    return online;
  };
  const keptTable = (): RootTable => ({
    heap,
    columns,
    first: room.kept,
    slotBytes: KEPT_BYTES * columns.length,
    columnBytes: KEPT_BYTES,
  });

  return {
    fields,
    reset() {
      fields.reset(blockLength);
      if (subject.identity === undefined) return;
      // Groups and strips never write the lowest slots, which a single block after them folds.
      for (let level = 0; level < GROUP_LEVELS; level++) {
        writeSlots(heap, columns, state + STATE.blockRoots + level * SLOT_BYTES, subject.identity);
      }
    },
    foldCarry: () => onlineState().foldCarry(progress.position),
    save() {
      const inBlock = progress.position % work.width;
      const saved = onlineState().save(progress.position - inBlock);
      if (saved.kind !== "blocks") throw new InternalError(`blocks were saved as ${saved.kind}`);
      const table = keptTable();
      const element = (wire: number) => ({ start: wire, end: wire + 1, value: readSlot(table, wire) });
      return { ...saved, tail: Array.from({ length: inBlock }, (_, wire) => element(wire)) };
    },
    load(saved, taken) {
      if (saved.kind !== "blocks") throw new InternalError(`a network was given ${saved.kind}`);
      onlineState().load({ ...saved, tail: [] }, taken);
      const table = keptTable();
      saved.tail.forEach(({ value }, wire) => {
        writeSlot(table, wire, value);
      });
    },
  };
}
