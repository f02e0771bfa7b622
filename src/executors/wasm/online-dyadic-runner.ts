import type { Arena } from "./arena.ts";
import { type Blocks, fitOf } from "./dyadic-kernels.ts";
import { dyadicRunner, type Progress } from "./dyadic-runner.ts";
import { dyadicState } from "./dyadic-state.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";

/** The length that an online pass prepares for: chunks come one after the other, each likely in the caches. */
const ONLINE_LENGTH = 0;

/** `dyadicRunner` without a known end: blocks are regarded or not as each call needs. */
export function onlineDyadicRunner(arena: Arena, setting: RunnerSetting, blocks: Blocks): OnlineRunner {
  const progress: Progress = { position: 0, rangesEnd: 0, hasScanned: true }; // chunks come again and again
  const runner = dyadicRunner(arena, setting, blocks, progress);
  const state = dyadicState(arena, setting.subject, blocks);
  const { inRanges } = fitOf(setting, blocks);
  let isCarryCurrent = true;

  const open = (): void => {
    runner.begin("scan", ONLINE_LENGTH);
    isCarryCurrent = true;
  };
  /** Brings the state to the form that the next call works on. */
  const regardBlocks = (areRegarded: boolean): void => {
    if (!inRanges || (progress.rangesEnd === 0) === areRegarded) return;
    if (areRegarded) state.toBlocks(progress.position);
    else state.toRanges(progress.position);
    progress.rangesEnd = areRegarded ? 0 : Number.POSITIVE_INFINITY;
  };

  return {
    state: runner.state,
    begin: runner.begin,
    open,
    save() {
      regardBlocks(true);
      return state.save(progress.position);
    },
    load(given, taken) {
      open();
      state.load(given, taken);
      progress.position = taken;
    },
    scan(input, output, length) {
      regardBlocks(true);
      if (!isCarryCurrent) state.foldCarry(progress.position);
      isCarryCurrent = true;
      runner.scan(input, output, length);
    },
    reduce(input, length) {
      regardBlocks(false);
      // A carry is kept where blocks are joined one after the other, and made anew with the blocks of ranges.
      isCarryCurrent = inRanges || blocks.join === "linear";
      runner.reduce(input, length);
    },
    observe() {
      regardBlocks(true);
      runner.observe();
    },
    end: runner.end,
  };
}
