import type { Arena } from "../../memory/arena.ts";
import type { OnlineRunner, RunnerSetting } from "../../runner.ts";
import { type Blocks, fitOf } from "./dyadic-kernels.ts";
import { type DyadicProgress, dyadicRunner } from "./dyadic-runner.ts";
import { dyadicState } from "./dyadic-state.ts";

/** The length that an online sequence prepares for: chunks come one after the other, each likely in the caches. */
const ONLINE_LENGTH = 0;

/** The runner of a sequence that keeps arriving: its state can be taken out, and blocks are regarded or not as each call needs. */
export function onlineDyadicRunner(arena: Arena, setting: RunnerSetting, blocks: Blocks): OnlineRunner {
  const progress: DyadicProgress = { position: 0, rangesEnd: 0, hasScanned: true };
  const runner = dyadicRunner(arena, setting, blocks, progress);
  const tables = dyadicState(arena, setting.subject, blocks);
  const { inRanges } = fitOf(setting, blocks);
  let isCarryCurrent = true;

  /** Brings the state to the form that the next call works on. */
  const regardBlocks = (areRegarded: boolean): void => {
    if (!inRanges || (progress.rangesEnd === 0) === areRegarded) return;
    if (areRegarded) tables.toBlocks(progress.position);
    else tables.toRanges(progress.position);
    progress.rangesEnd = areRegarded ? 0 : Number.POSITIVE_INFINITY;
  };
  const begin: OnlineRunner["begin"] = (purpose, length) => {
    isCarryCurrent = true;
    runner.begin(purpose, length);
  };
  return {
    ...runner,
    begin,
    scan(input, output, length) {
      regardBlocks(true);
      if (!isCarryCurrent) tables.foldCarry(progress.position);
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
    save() {
      regardBlocks(true);
      return tables.save(progress.position);
    },
    load(given, taken) {
      begin("online", ONLINE_LENGTH);
      tables.load(given, taken);
      progress.position = taken;
    },
  };
}
