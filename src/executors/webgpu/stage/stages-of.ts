// From the name of an algorithm to its stages, and which algorithms keep a contract's bits.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Determinism } from "../../../contracts/levels.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import type { Expression } from "../../../expressions/expression.ts";
import { printExpression } from "../../../expressions/print.ts";
import { entryCount, wordsPerEntry } from "../../../look-back/protocol.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import type { Refusal } from "../../executor.ts";
import { chainedScan } from "../families/carry/chained-scan.ts";
import { orderFreeStages } from "../families/sums/order-free-stages.ts";
import { familyOf } from "../families.ts";
import type { KernelSetting } from "../kernels/kernel-setting.ts";
import { finishKernel } from "../kernels/reduce-kernels.ts";
import { scanKernel } from "../kernels/scan-kernel.ts";
import { tileLength } from "../kernels/tile-shape.ts";
import { wordCount } from "../kernels/value.wgsl.ts";
import { arrivalReduce } from "../native/arrival-reduce.ts";
import type { NativeOperation } from "../native/served-level.ts";
import type { Algorithm, ScanChoice } from "./algorithm.ts";
import { decoupledLookBack } from "./decoupled-look-back.ts";
import { rakingReduceThenScan, reduceThenScan } from "./reduce-then-scan.ts";
import { scanThenPropagate } from "./scan-then-propagate.ts";
import { type Staging, stageOf, tileRootsStage } from "./staging.ts";

/** What bears on which algorithm may compute a contract. */
interface AlgorithmWish extends ScanChoice {
  /** Whether any bracket will do, the bits of the result being promised to nobody: determinism "notGuaranteed". Default: false. */
  readonly takesAnyBracket?: boolean | undefined;
}

/** The algorithm that computes a contract. @throws UnsupportedError for one that would give other bits, or may not end */
export function chooseAlgorithm(contract: ColumnContract, wish: AlgorithmWish): Algorithm {
  const refused = algorithmRefusal(contract, wish);
  const { algorithm = familyOf(contract.expression).algorithm } = wish;
  if (refused === undefined) return algorithm;
  const subject = `${printExpression(contract.expression)} by ${algorithm}`;
  throw new UnsupportedError(subject, refused.reason, refused.remedy);
}

/** Why the algorithm that is named cannot compute a contract. */
export function algorithmRefusal(
  contract: ColumnContract,
  { algorithm, assumeForwardProgress = false, takesAnyBracket = false }: AlgorithmWish,
): Refusal | undefined {
  if (algorithm === undefined) return undefined;
  if (algorithm === "look-back:decoupled" && !assumeForwardProgress) return MAY_HANG;
  const bracket = takesAnyBracket ? undefined : otherBracket(contract, algorithm);
  if (bracket === undefined) return undefined;
  return {
    reason: `${algorithm} ${bracket}, and this operator is not proved associative`,
    remedy: `use the algorithm ${familyOf(contract.expression).algorithm}, or determinism "notGuaranteed"`,
  };
}

const MAY_HANG: Refusal = {
  reason:
    "look-back:decoupled waits for other workgroups as long as it takes, and WebGPU does not promise that they go on",
  remedy:
    "use the algorithm look-back:decoupled-fallback, or say assumeForwardProgress where it is known of the device",
};

/** Whether the algorithm that is named brackets by its own lights, as the level lets it: of all levels but the last it is refused. */
export function isByArrival(
  contract: ColumnContract,
  { algorithm, determinism }: ScanChoice & { readonly determinism?: Determinism | undefined },
): boolean {
  if (algorithm === undefined || determinism !== "notGuaranteed") return false;
  return otherBracket(contract, algorithm) !== undefined;
}

/** What an algorithm does that gives a contract other bits than its own: "brackets by dyadic ranges"; undefined where it has the contract's bits. */
function otherBracket(contract: ColumnContract, algorithm: Algorithm): string | undefined {
  const { algorithm: own } = familyOf(contract.expression);
  if (algorithm === own || takesAnyTree(contract)) return undefined;
  return NEEDED[algorithm] ?? (own === "dyadic-look-back" ? undefined : "brackets by dyadic ranges");
}

/** What an algorithm does that is not the dyadic bracket. */
const NEEDED: Partial<Readonly<Record<Algorithm, string>>> = {
  "chained-scan": "folds blocks from left to right",
  "look-back:scalar-fallback": "brackets by what happens to be published",
  "look-back:decoupled-fallback": "brackets by what happens to be published",
  "look-back:decoupled": "brackets by what happens to be published",
};

/** What a plan is staged for, besides its kernels' setting. */
interface StagingSetting {
  readonly algorithm: Algorithm;
  readonly expression: Expression;
  readonly chunkLevel: number; // log2 of the tiles of a chunk
  readonly rakeLevel?: number | undefined;
  readonly arrival?: NativeOperation | undefined; // of a reduce in any bracket: by native floats, in the order of arrival
}

/** What a plan of an algorithm runs: a reduce over dyadic blocks, lanes or halves has one way, whichever is named. */
export function stagesOf(asked: KernelSetting, given: StagingSetting): Staging {
  const { algorithm, expression, chunkLevel, rakeLevel, arrival } = given;
  const setting = algorithm === "dyadic-look-back" ? asked : withoutCertificate(asked);
  const { sum, reduceStages } = familyOf(expression);
  const most = 2 ** chunkLevel * tileLength(setting.shape);
  if (sum !== undefined) return orderFreeStages(setting, sum, most);
  if (setting.observation === "reduce" && arrival !== undefined) {
    return arrivalReduce(setting, chunkLevel, arrival);
  }
  if (setting.observation === "reduce" && algorithm !== "chained-scan") {
    return reduceStages?.(setting, most) ?? reduceInTwo(setting, chunkLevel);
  }
  switch (algorithm) {
    case "dyadic-look-back":
      return dyadicLookBack(setting, chunkLevel);
    case "reduce-then-scan":
      return reduceThenScan(setting, chunkLevel);
    case "reduce-then-scan:raking":
      return rakingReduceThenScan(setting, chunkLevel, { rakeLevel });
    case "reduce-then-scan:ha-han":
      return rakingReduceThenScan(setting, chunkLevel, { rakeLevel, skipsEnds: true });
    case "scan-then-propagate":
      return scanThenPropagate(setting, chunkLevel);
    case "chained-scan":
      return chainedScan(setting, chunkLevel);
    case "look-back:scalar-fallback":
      return decoupledLookBack(setting, chunkLevel, "scalar");
    case "look-back:decoupled-fallback":
      return decoupledLookBack(setting, chunkLevel, "decoupled");
    case "look-back:decoupled":
      return decoupledLookBack(setting, chunkLevel, "none");
    default:
      return algorithm satisfies never;
  }
}

/** Only the default algorithm tells clean tiles from others. */
function withoutCertificate(setting: KernelSetting): KernelSetting {
  return setting.arithmetic === "certified" ? { ...setting, arithmetic: "integer" } : setting;
}

function reduceInTwo(setting: KernelSetting, chunkLevel: number): Staging {
  return {
    stages: [
      tileRootsStage(setting),
      stageOf(setting, `finish ${chunkLevel}`, () => finishKernel(setting, chunkLevel), 1),
    ],
    tableWords: 2 ** chunkLevel * wordCount(setting.sums),
  };
}

function dyadicLookBack(setting: KernelSetting, chunkLevel: number): Staging {
  return {
    stages: [stageOf(setting, `scan ${chunkLevel}`, () => scanKernel(setting, chunkLevel), "tiles")],
    tableWords: entryCount(2 ** chunkLevel) * wordsPerEntry(wordCount(setting.sums)),
  };
}
