import type { NetworkExpression } from "../../../../expressions/expression.ts";
import type { State } from "../../../../summaries/summary.ts";
import { InternalError } from "../../../../values/errors.ts";
import { SLOT_BYTES, STATE } from "../../kernels/state.ts";
import type { Arena } from "../../memory/arena.ts";
import { writeSlots } from "../../memory/elements.ts";
import { type RootTable, readSlot, type SlotValue, writeSlot } from "../../memory/root-table.ts";
import type { NaNRule, OnlineRunner, RunnerSetting } from "../../runner.ts";
import { outputCanonicalizer } from "../../stage/canonicalize-outputs.ts";
import { type BlockFields, blockFields } from "../dyadic/block-fields.ts";
import { type DyadicState, dyadicState } from "../dyadic/dyadic-state.ts";
import { GROUP } from "../dyadic/kernels/dyadic-group.kernel.ts";
import { findNaNs } from "./kernels/find-nans.kernel.ts";
import { KEPT_BYTES } from "./kernels/network-walk.ts";
import type { NetworkCounts } from "./network-counts.ts";
import { type NetworkParts, networkParts } from "./network-parts.ts";
import type { Needs } from "./network-room.ts";
import { reduceStep, scanStep } from "./network-steps.ts";

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
function networkState(parts: NetworkParts): NetworkState {
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

/** NaN canonicalisation follows a kernel while its output is in the first-level cache. */
const CANONICAL_WINDOW = 4096;

/**
 * Runs `network(NAME, N)` with whichever kernel fits the position and the length that is left; memory for the network's program and for the
 * open block's elements is held from begin to end.
 */
export function networkRunner(
  arena: Arena,
  setting: RunnerSetting,
  expression: NetworkExpression,
  counts: NetworkCounts,
): OnlineRunner {
  const parts = networkParts(arena, setting, expression, counts);
  const { work, room, kernels, progress } = parts;
  const { stride } = setting;
  const state = networkState(parts);
  const scan = scanStep(parts);
  const reduce = reduceStep(parts);
  const { window, canonicalize } = outputChecker(parts, state.fields);
  let isCarryCurrent = true;

  const open = (needs: Needs): void => {
    room.open(needs);
    progress.position = 0;
    progress.evaluated = 0;
    isCarryCurrent = true;
    state.reset();
  };
  const scanWindow = (input: number, output: number, length: number): void => {
    for (let done = 0; done < length; ) {
      const count = scan.some(input + done * stride, output + done * stride, length - done);
      progress.position += count;
      done += count;
    }
    canonicalize(output, length);
  };

  return {
    state: () => arena.state,
    begin: open,
    save: state.save,
    load(saved, taken) {
      open("online");
      state.load(saved, taken);
      progress.position = taken;
    },
    scan(input, output, length) {
      scan.catchUp();
      if (!isCarryCurrent) state.foldCarry();
      isCarryCurrent = true;
      state.fields.openGuard(progress.position >= work.width);
      for (let from = 0; from < length; from += window) {
        scanWindow(input + from * stride, output + from * stride, Math.min(window, length - from));
      }
    },
    reduce(input, length) {
      for (let done = 0; done < length; ) {
        const count = reduce.some(input + done * stride, length - done);
        progress.position += count;
        done += count;
      }
      isCarryCurrent = false;
    },
    observe() {
      const inBlock = progress.position % work.width;
      if (progress.evaluated < inBlock) reduce.makeOpenOutput();
      // To the kernel the open block is one element, of which the output is the root.
      state.fields.setInBlock(inBlock > 0 ? 1 : 0);
      kernels.openObserve()(arena.state);
      state.fields.setInBlock(inBlock);
    },
    end: () => room.close(),
  };
}

/** What makes NaNs canonical, after each `window` values. */
function outputChecker({ arena, setting, work }: NetworkParts, fields: BlockFields) {
  const { columns } = setting.subject.terms;
  const rule = nanRuleOf(setting, work.showsInLast);
  const rewrite = outputCanonicalizer(arena, columns);
  const type = columns[0] === "f32" ? "f32" : "f64";
  const mayHaveNaNs = (output: number, length: number): boolean => {
    if (rule === "look") {
      return arena.kernels(`${type} findNaNs`, () => [findNaNs(type)]).findNaNs(output, length) !== 0;
    }
    return rule === "always" || (rule === "guard" && fields.isSuspect(output, length));
  };
  return {
    window: rule === "always" || rule === "look" ? CANONICAL_WINDOW : Number.POSITIVE_INFINITY,
    canonicalize(output: number, length: number): void {
      if (mayHaveNaNs(output, length)) rewrite(output, length);
    },
  };
}

/**
 * The guard speaks for networks of which every NaN shows in a block's last output. Of all others each output is looked at, which costs some
 * 0.2 ns (Kogge-Stone of 16 wires, f64: 40 GB/s without, 32 with it, 20 where every vector has a branch of its own).
 */
function nanRuleOf({ nanRule }: RunnerSetting, showsInLast: boolean): NaNRule | "look" {
  return nanRule === "guard" && !showsInLast ? "look" : nanRule;
}
