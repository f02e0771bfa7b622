import type { ConvertibleInput, ElementTypeOf, StoredColumnsOf } from "../../contracts/options.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementScalar, ElementType } from "../../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, SOME_ELEMENT } from "../../values/errors.ts";
import type { RecordType, ValueOf } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call, Steps } from "../call.ts";
import { givenContract, shapeScalars } from "../given-contract.ts";
import { type CommutativeOption, checkCommutative } from "../reductions/reduce-commutative.ts";
import {
  type CombineOptions,
  type CombineRecordsOptions,
  CountedCombines,
  everyOther,
  joined,
  slices,
} from "./counted-combines.ts";

/** A reduce, and what it took. */
interface CountedReduce<Value> {
  readonly value: Value;
  readonly combineCount: number;
  readonly stepCount: number;
}

/** Which elements meet: the first half with the second, as `x[i] ∘ x[i + n/2]`, or neighbours, `x[2i] ∘ x[2i + 1]`. */
export type Pairing = "halves" | "adjacent";

interface ContractionOptions extends CommutativeOption {
  readonly pairing?: Pairing | undefined; // default: "halves"
}

/**
 * The reduce by contraction, with its combines counted: a sequence is folded to half its length until one value is left.
 *
 * Halves are laid over each other, which is the least work where columns are cut and not gathered; but [a, b, c, d] gives (a ∘ c) ∘ (b ∘ d), so
 * that an operator has to be commutative besides associative, and one that is not is refused with operands that show it. Neighbours keep their
 * order: any operator will do. n − 1 combines in ⌈log2 n⌉ steps; an odd element out stays as it is.
 *
 * @throws LawError for halves and an operator that is not known to be commutative, with operands where some were found
 * @throws EmptyInputError for nothing
 * @see docs/what-scans-are-for.md
 */
export interface ContractionReduce<When extends "now" | "later"> {
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    options: CombineRecordsOptions<Type> & ContractionOptions,
  ): Answer<When, CountedReduce<ValueOf<Type>>>;
  <Input extends ElementArray>(
    input: Input,
    options?: CombineOptions<ElementTypeOf<Input>> & ContractionOptions,
  ): Answer<When, CountedReduce<ElementScalar<ElementTypeOf<Input>>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    options: CombineOptions<Type> & ContractionOptions & { readonly type: Type },
  ): Answer<When, CountedReduce<ElementScalar<Type>>>;
}

/** The call of `contractionReduce`. */
export function contractionReduceCall(
  input: unknown,
  given: ContractOptions & ContractionOptions = {},
): Call<CountedReduce<unknown>> {
  checkOptionNames(given, ["pairing", "commutative", "operator", "type"]);
  const { pairing = "halves", commutative, ...options } = given;
  if (pairing !== "halves" && pairing !== "adjacent") {
    throw new InvalidArgumentError("pairing", '"halves" or "adjacent"', describe(pairing));
  }
  const { contract, columns, length, type } = givenContract(input, options, "reduce");
  if (pairing === "halves") {
    checkCommutative(contract, true); // looks for operands that refute it
    checkCommutative(contract, commutative === "declared");
  }
  if (length === 0) throw new EmptyInputError("input", SOME_ELEMENT);
  let combines = new CountedCombines(contract);
  return {
    input: columns,
    *steps(on, vectors) {
      combines = new CountedCombines(contract);
      return yield* contractionSteps(on, combines, vectors, length, pairing);
    },
    result(sums) {
      const { combineCount, stepCount } = combines;
      return { value: shapeScalars(type, sums), combineCount, stepCount };
    },
  };
}

/** Folds columns until one element is left. With halves the order of the elements is lost. */
export function* contractionSteps<Vector>(
  on: Primitives<Vector>,
  combines: CountedCombines,
  columns: readonly Vector[],
  length: number,
  pairing: Pairing,
): Steps<readonly Vector[]> {
  let folded = columns;
  for (let count = length; count > 1; count = Math.ceil(count / 2)) {
    const half = Math.floor(count / 2);
    const isHalves = pairing === "halves";
    const first = isHalves ? yield* slices(on, folded, 0, half) : yield* everyOther(on, folded, 0, half);
    const second = isHalves
      ? yield* slices(on, folded, count - half, half)
      : yield* everyOther(on, folded, 1, half);
    const oddOne = yield* slices(on, folded, isHalves ? half : 2 * half, count - 2 * half);
    folded = yield* joined(on, yield* combines.combine(on, first, second, half), oddOne);
  }
  return folded;
}

/** `contractionReduce(input, { operator?, pairing? })` gives the reduce by contraction */
export const contractionReduce: AlgorithmRow = {
  call: contractionReduceCall,
};
