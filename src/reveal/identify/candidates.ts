// Ways to sum that a result may have come from: ours by contract, those of libraries by their trees, compensated loops, and sorted elements.
import { columnContract } from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import { printContract } from "../../contracts/print.ts";
import { type ContractOptions, resolveContract } from "../../contracts/resolve.ts";
import type { Executor } from "../../executors/executor.ts";
import {
  binned,
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { ACCUMULATION_TYPES } from "../../values/convert.ts";
import { evaluate } from "../arithmetic.ts";
import { SUMMED_TYPES } from "../float-type.ts";
import { type KnownSum, knownSumUses, valueOfKnownSum } from "../known-sums.ts";
import { printTreeForm, type TreeForm, treeOfForm } from "../tree-form.ts";

/** Terms of one float type. */
export type Floats = Float64Array | Float32Array;

type FloatType = "f64" | "f32";

/** A way to sum, not run yet. */
export interface Candidate {
  readonly name: string;
  readonly accumulate: FloatType; // of every addition, and of what `sum` gives
  readonly sum: () => number | Promise<number>;
}

/** What is summed, and by whom. */
interface Terms {
  readonly executor: Executor;
  readonly input: Floats;
  readonly type: FloatType;
}

/** All of them, from what everybody writes first to what few do. Those that the executor refuses are left out. */
export function* candidatesFor(terms: Terms): Generator<Candidate> {
  const accumulations = ACCUMULATION_TYPES[terms.type] as readonly FloatType[];
  for (const accumulate of accumulations) {
    yield* byContract(terms, accumulate);
    yield* byForm(terms, accumulate);
    yield* compensated(terms, accumulate);
  }
  yield* sorted(terms, accumulations);
}

/** Lanes and blocks as programs have them. */
const LANES = [2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128, 256];
const BLOCKS = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

function expressionsFor(n: number): readonly Expression[] {
  const shorter = (length: number): boolean => length < n;
  return [
    leftFold,
    ...(n < 3 ? [] : [iteratedPairwise, bisection]),
    ...BLOCKS.filter(shorter).map(blockDyadic),
    ...LANES.filter(shorter).map(interleaved),
    ...BLOCKS.filter(shorter).map(linearCarry),
    exact,
    binned(2),
    binned(3),
    binned(4),
  ];
}

function* byContract(terms: Terms, accumulate: FloatType): Generator<Candidate> {
  for (const expression of expressionsFor(terms.input.length)) {
    yield* ofContract(terms, { expression, accumulate });
    if (expression === leftFold && terms.input.length > 2) {
      yield* ofContract(terms, { expression, accumulate, direction: "backward" });
    }
  }
}

function* ofContract(
  { executor, input, type }: Terms,
  options: ContractOptions & { readonly accumulate: FloatType },
  order = "",
): Generator<Candidate> {
  const contract = resolveContract(options, "reduce", type) as TypedContract;
  const asked = columnContract(contract);
  if (executor.refusal({ contract: asked, observation: "reduce", allowQuadratic: false }) !== undefined)
    return;
  yield {
    name: `${printContract(contract)}${order}`,
    accumulate: options.accumulate,
    sum: async () => Number((await executor.plan(asked).reduce([input]))[0]),
  };
}

/** Trees of libraries, as `revealTree` finds them. */
const FORMS: Readonly<Record<string, TreeForm>> = {
  "NumPy's sum": {
    ...{ kind: "halves", multiple: 8, most: 128 },
    within: {
      ...{ kind: "lanes", laneCount: 8, rest: "singly" },
      lane: { kind: "expression", expression: leftFold as never },
      over: { kind: "expression", expression: iteratedPairwise as never },
    },
  },
  "libstdc++'s std::reduce": {
    ...{ kind: "blocks", blockLength: 4, tail: "singly" },
    within: { kind: "expression", expression: iteratedPairwise as never },
    over: { kind: "expression", expression: leftFold as never },
  },
};

/** Their trees are walked node by node. */
const MOST_WALKED = 2 ** 20;

function* byForm({ input, type }: Terms, accumulate: FloatType): Generator<Candidate> {
  if (input.length < 4 || input.length > MOST_WALKED) return;
  for (const [owner, form] of Object.entries(FORMS)) {
    const arithmetic = { precision: SUMMED_TYPES[accumulate].precision, result: accumulate };
    yield {
      name: `${owner}, ${printTreeForm(form)}, ${typesOf(type, accumulate)}`,
      accumulate,
      sum: () => evaluate(treeOfForm(form, [...input.keys()]), input, arithmetic),
    };
  }
}

const COMPENSATED: readonly KnownSum[] = ["kahan", "neumaier", "klein"];

function* compensated({ input, type }: Terms, accumulate: FloatType): Generator<Candidate> {
  for (const use of knownSumUses(type, COMPENSATED)) {
    if (use.accumulate !== accumulate || use.result !== accumulate) continue;
    yield {
      name: `${use.sum}, ${typesOf(type, accumulate)}`,
      accumulate,
      sum: () => valueOfKnownSum(use, input),
    };
  }
}

function typesOf(type: FloatType, accumulate: FloatType): string {
  return type === accumulate ? type : `${type} sum=${accumulate}`;
}

const ORDERS: Readonly<Record<string, (terms: Floats) => Floats>> = {
  ascending: (terms) => terms.sort(),
  descending: (terms) => terms.sort().reverse(),
  "from the smallest magnitude": (terms) => terms.sort((one, other) => Math.abs(one) - Math.abs(other)),
  "from the largest magnitude": (terms) => terms.sort((one, other) => Math.abs(other) - Math.abs(one)),
};

function* sorted(terms: Terms, accumulations: readonly FloatType[]): Generator<Candidate> {
  if (terms.input.length < 3) return;
  for (const [order, sort] of Object.entries(ORDERS)) {
    const input = sort(terms.input.slice());
    for (const accumulate of accumulations) {
      for (const expression of [leftFold, iteratedPairwise]) {
        yield* ofContract({ ...terms, input }, { expression, accumulate }, ` of elements sorted ${order}`);
      }
    }
  }
}
