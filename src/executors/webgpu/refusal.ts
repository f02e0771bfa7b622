import type { Observation, RecordContract, TypedContract } from "../../contracts/contract.ts";
import { checkNetworkExpression } from "../../expressions/check-network-expression.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { Refusal, Request } from "../executor.ts";
import { columnTypes } from "./gpu-setting.ts";
import { chooseNetworkTile, type TileLimits } from "./kernels/tile-shape.ts";
import { wordCount } from "./kernels/value.wgsl.ts";
import { servedContract } from "./served-contract.ts";

type AnyContract = TypedContract | RecordContract;

const ALL: readonly Observation[] = ["reduce", "inclusive-scan", "exclusive-scan"];

/** Which observations of an expression there are kernels for. */
const SERVED: Readonly<Record<Expression["kind"], readonly Observation[]>> = {
  blockDyadic: ALL,
  iteratedPairwise: ALL,
  linearCarry: ALL,
  binned: ALL,
  exact: ALL,
  interleaved: ["reduce"],
  bisection: ["reduce"],
  leftFold: [],
  network: ALL,
  custom: [],
};

/** Buffers that kernels bind beside the columns: parameters and state. */
const OTHER_BINDINGS = 2;

/** What every device has. */
const FEWEST_BINDINGS = 8;

/** Why a device of these limits cannot serve a request, and who can. */
export function refusalOf({ contract, observation }: Request, limits: TileLimits): Refusal | undefined {
  if (contract.kind === "function") {
    return {
      reason: "a plain function cannot be sent to a GPU",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  if (contract.expression.kind === "network") checkNetworkExpression(contract.expression);
  const served = servedContract(contract);
  return (
    tooManyColumns(served, limits.bindings) ??
    refusedExpression(served, observation) ??
    tooWideNetwork(served, limits)
  );
}

function tooManyColumns(contract: AnyContract, bindings = FEWEST_BINDINGS): Refusal | undefined {
  const { types, sums } = columnTypes(contract);
  const table = contract.expression.kind === "network" ? 1 : 0;
  const needed = types.length + sums.length + OTHER_BINDINGS + table;
  if (needed <= bindings) return undefined;
  return {
    reason: `${types.length} columns, in and out, need ${needed} storage buffers in one kernel, and this device binds ${bindings}`,
    remedy: 'use the wasm executor ("samebits") or the workers ("samebits/workers")',
  };
}

function refusedExpression({ expression }: AnyContract, observation: Observation): Refusal | undefined {
  if (expression.kind === "blockDyadic" && !Number.isInteger(Math.log2(expression.blockLength))) {
    return {
      reason: `blocks of ${expression.blockLength} fit no tile, whose length is a power of two`,
      remedy:
        'use a block length that is one, the wasm executor ("samebits") or the workers ("samebits/workers")',
    };
  }
  if (SERVED[expression.kind].includes(observation)) return undefined;
  return REFUSALS[expression.kind] ?? NO_KERNEL;
}

/** The pairs of a network are done where one workgroup has all its wires. */
function tooWideNetwork(contract: AnyContract, limits: TileLimits): Refusal | undefined {
  const { expression } = contract;
  if (expression.kind !== "network") return undefined;
  const { width } = expression.network;
  const words = wordCount(columnTypes(contract).sums);
  const fits = (wires: number): boolean => chooseNetworkTile(words, wires, limits) !== undefined;
  if (fits(width)) return undefined;
  let [widest, tooWide] = [0, width];
  while (tooWide - widest > 1) {
    const middle = Math.floor((widest + tooWide) / 2);
    if (fits(middle)) widest = middle;
    else tooWide = middle;
  }
  return {
    reason: `a network of ${width} wires is wider than a tile, which has at most ${widest} of these elements on this device`,
    remedy: 'use a narrower network, "samebits/networks" or the workers ("samebits/workers")',
  };
}

const NO_KERNEL: Refusal = {
  reason: "it has no kernel",
  remedy: 'use blockDyadic, the wasm executor ("samebits") or the workers ("samebits/workers")',
};

const REFUSALS: Partial<Readonly<Record<Expression["kind"], Refusal>>> = {
  leftFold: {
    reason: "a left fold is one chain, of which no second workgroup can begin a part",
    remedy: 'use the wasm executor ("samebits"), or blockDyadic',
  },
  custom: {
    reason: "the tree is a function, which only the javascript executor calls",
    remedy: 'use the javascript executor ("samebits/javascript")',
  },
  bisection: {
    reason: "every prefix of a bisection has a tree of its own, about n^1.5 combines in all",
    remedy:
      'use iteratedPairwise, or the javascript executor ("samebits/javascript") with allowQuadratic: true',
  },
  interleaved: {
    reason: "every prefix combines all lanes again",
    remedy: 'use the wasm executor ("samebits") or the workers ("samebits/workers"), or blockDyadic',
  },
};
