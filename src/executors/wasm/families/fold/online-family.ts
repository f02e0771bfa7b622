import { canonicalizeNaNs } from "../../../../values/bits.ts";
import { RecentMap } from "../../../../values/recent-map.ts";
import type { Family, OnlineCode, Serving } from "../../family.ts";
import { combineSource, compile, KEPT_CODE } from "../../generated-javascript.ts";
import type { OnlineRunner, RunnerSetting } from "../../runner.ts";
import { fold, foldServing } from "./family.ts";
import { foldRunner } from "./fold-runner.ts";

interface FoldCode {
  readonly scan: (input: Float64Array, output: Float64Array, start: number, carry: number) => number;
  readonly reduce: (input: Float64Array, start: number, carry: number) => number;
}

/** V8 makes fast code of a function that it has known for a while, and passes come and go. */
const knownCode = new RecentMap<string, FoldCode | "none">(KEPT_CODE);

/**
 * The left fold of a chunk that JavaScript owns, by generated code from the state of a pass and back into it: a chain waits for each combine,
 * so that kernels are no faster, and the copy to them costs as much as the fold.
 */
function onlineFoldCode(setting: RunnerSetting): OnlineCode | undefined {
  const code = knownCode.getOrMake(setting.key, () => codeOf(setting) ?? "none");
  if (code === "none") return undefined;

  const take = (runner: OnlineRunner, input: Float64Array, run: FoldCode["reduce"]): number => {
    const state = runner.save();
    const root = state.kind === "roots" ? state.roots.at(-1) : undefined;
    const carry = root === undefined ? run(input, 1, input[0]) : run(input, 0, Number(root.value[0]));
    const end = (root?.end ?? 0) + input.length;
    runner.load({ kind: "roots", roots: [{ start: 0, end, value: [carry] }] }, end);
    setting.counts.generated += input.length;
    return carry;
  };
  return {
    takes: () => true,
    scan(runner, _position, input, output) {
      const carry = take(runner, input, (elements, start, before) => {
        if (start === 1) output[0] = before;
        return code.scan(elements, output, start, before);
      });
      // A NaN stays in the carry, and so does the infinity that makes one.
      if (!Number.isFinite(carry)) canonicalizeNaNs(output);
    },
    reduce: (runner, input) => {
      take(runner, input, code.reduce);
    },
  };
}

/** Undefined where a page's policy forbids code from text, and for operations that are missing from JavaScript. */
function codeOf({ subject }: RunnerSetting): FoldCode | undefined {
  const combine = combineSource(subject)?.("carry", "input[i]");
  if (combine === undefined) return undefined;
  const scan = compile(
    "input,output,start,carry",
    `for(let i=start;i<input.length;i++){carry=${combine};output[i]=carry;}return carry;`,
  ) as FoldCode["scan"] | undefined;
  const reduce = compile(
    "input,start,carry",
    `for(let i=start;i<input.length;i++)carry=${combine};return carry;`,
  ) as FoldCode["reduce"] | undefined;
  return scan === undefined || reduce === undefined ? undefined : { scan, reduce };
}

/** The left fold, of sequences that keep arriving too. */
export const onlineFold: Family = {
  ...fold,
  serve: ({ kind }) => (kind === "leftFold" ? onlineServing : undefined),
};

const onlineServing: Serving = { ...foldServing, openOnline: foldRunner, generateOnline: onlineFoldCode };
