import type { NetworkExpression } from "../../../../expressions/expression.ts";
import type { Arena } from "../../memory/arena.ts";
import type { NaNRule, OnlineRunner, RunnerSetting } from "../../runner.ts";
import { outputCanonicalizer } from "../../stage/canonicalize-outputs.ts";
import type { BlockFields } from "../dyadic/block-fields.ts";
import { findNaNs } from "./kernels/find-nans.kernel.ts";
import type { NetworkCounts } from "./network-counts.ts";
import { type NetworkParts, networkParts } from "./network-parts.ts";
import type { Needs } from "./network-room.ts";
import { networkState } from "./network-state.ts";
import { reduceStep, scanStep } from "./network-steps.ts";

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
