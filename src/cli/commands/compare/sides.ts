// One side of a comparison over FILE: a contract that an executor computes, a revealed tree in its own arithmetic, or a result of another program.
import {
  type ElementArray,
  InvalidArgumentError,
  isOrderFree,
  newElementArray,
  operatorNamed,
  printContract,
  type Scalar,
  type StorageArray,
  type StorageType,
} from "../../../index.ts";
import type { SavedSum, Summation } from "../../../reveal.ts";
import type { OpenExecutor } from "../../executors/offered-executor.ts";
import { type InputOptions, readElements } from "../../input/input.ts";
import type { CommandIo } from "../../io.ts";
import { type ContractWords, optionsOfWords } from "../../options/contract-words.ts";
import { savedSumOf } from "../../options/expression.ts";
import { scanByTree, sumsByTree } from "../../tree-sums.ts";

/** A way to combine FILE, or what came of one. */
export interface ComparedSide {
  readonly label: string;
  readonly hasPrefixes: boolean;
  /** All prefixes, or the result alone. */
  readonly observed: (isScan: boolean) => Promise<ElementArray>;
  /** What says by which tree the first elements are combined, so many of them; a word why nothing does. */
  readonly summationOf: (length: number) => Summation | { readonly noTree: string };
  readonly isOrderFree: boolean;
}

/** What a side is made of. */
interface SideJob {
  readonly executor: OpenExecutor;
  readonly array: StorageArray;
  readonly type: StorageType;
  readonly options: InputOptions;
  readonly io: CommandIo;
}

/** @throws InvalidArgumentError for words that make no sense for FILE */
export async function openSide(argument: string, words: ContractWords, job: SideJob): Promise<ComparedSide> {
  if (words.result !== undefined) return resultSide(argument, words.result, job);
  const saved = savedSumOf(words.expression);
  const isAlone = Object.keys(words).length === 1;
  if (saved !== undefined && isAlone) return treeSide(argument, saved, job);
  return contractSide(argument, words, job);
}

function contractSide(
  argument: string,
  words: ContractWords,
  { executor, array, type }: SideJob,
): ComparedSide {
  const plan = executor.prepareElements(optionsOfWords(argument, words, type));
  const { contract } = plan;
  const { expression, direction } = contract;
  return {
    label: printContract(contract),
    // Trees of one length have no prefixes, and from the end they would stand elsewhere; those of a bisection are not worth a scan.
    hasPrefixes: expression.kind !== "bisection" && expression.kind !== "custom" && direction === "forward",
    async observed(isScan) {
      if (isScan) return plan.inclusiveScan(array);
      return elementsOf(contract.accumulate, await plan.reduce(array));
    },
    summationOf: () => contract,
    isOrderFree: isOrderFree(contract.expression),
  };
}

function elementsOf(type: Parameters<typeof newElementArray>[0], value: Scalar): ElementArray {
  const result = newElementArray(type, 1);
  (result as { [index: number]: Scalar })[0] = value;
  return result;
}

function treeSide(argument: string, saved: SavedSum, { array, type }: SideJob): ComparedSide {
  const { n, prefixes } = saved;
  if (saved.type !== type) {
    const expected = `a tree of a sum of ${type}, as FILE is; --type reads it as another, 'tree:FILE sum=TYPE' takes the tree alone`;
    throw new InvalidArgumentError(argument, expected, `of a sum of ${saved.type}`);
  }
  const ofLength = (length: number): SavedSum =>
    prefixes === undefined || length === n ? saved : { ...saved, n: length, tree: prefixes[length - 1] };
  return {
    label: saved.name ?? "a revealed tree without a name",
    hasPrefixes: prefixes !== undefined && array.length <= n,
    observed: async (isScan) =>
      isScan ? scanByTree(saved, array) : sumsByTree(saved, array, [array.length]),
    summationOf: ofLength,
    isOrderFree: false,
  };
}

/** A number, or a file of one value or of all prefixes. */
async function resultSide(
  argument: string,
  result: string,
  { array, options, io }: SideJob,
): Promise<ComparedSide> {
  const values = await resultIn(result, options, io);
  const isScan = values.length === array.length && array.length > 1;
  if (values.length !== 1 && !isScan) {
    const expected = `a result of FILE: one value, or its ${array.length} prefixes`;
    throw new InvalidArgumentError(argument, expected, `${values.length} values`);
  }
  return {
    label: `result:${result}`,
    hasPrefixes: isScan,
    observed: async (asScan) => (asScan ? values : (values.slice(-1) as ElementArray)),
    summationOf: () => ({
      noTree: `of ${argument} the result alone is known; samebits identify looks for ways to it`,
    }),
    isOrderFree: false,
  };
}

async function resultIn(result: string, options: InputOptions, io: CommandIo): Promise<ElementArray> {
  const number = result.trim() === "" ? Number.NaN : Number(result);
  if (!Number.isNaN(number)) return Float64Array.of(number);
  const { column: _column, type: _type, ...own } = options; // these are said of FILE
  return (await readElements(result, operatorNamed("add"), own, io)).array as ElementArray;
}
