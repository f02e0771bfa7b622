import { nameOf } from "../../contracts/checks.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  RecordOptions,
  RoundedOptions,
  StoredColumnsOf,
  SumOf,
  TypedOptions,
} from "../../contracts/options.ts";
import { CONTRACT_OPTIONS, type ContractOptions } from "../../contracts/resolve.ts";
import { swapCounterexample } from "../../operators/swap-counterexample.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementScalar, ElementType, Scalar } from "../../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, LawError } from "../../values/errors.ts";
import type { RecordType, ValueOf } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { givenContract, shapeScalars, withContract } from "../given-contract.ts";
import { shortReduceCommutative } from "../short/combined.ts";
import { sumsOfInput } from "../template-rule.ts";

/** What a caller says of an operator whose commutativity nobody has proved. */
export interface CommutativeOption {
  readonly commutative?: "declared" | undefined; // default: it must be proved, as that of built-in operators is
}

/**
 * The reduce of elements whose order may be changed: `input[p(0)] ∘ input[p(1)] ∘ …`, in the order and by the tree of `expression`.
 *
 * For operators that are commutative: built in, proved by samebits/laws (`withLaws`), or declared so here, which is tried on a few hundred
 * pairs. The default expression is that of `reduce`, which keeps the order: nothing is faster in wasm memory (`interleaved(16)` takes 3 to 5
 * times as long on floats). The bits are those of `reduce` with the same expression, on every executor. Work n − 1 combines, span O(log n).
 *
 * @throws LawError for an operator that is not known to be commutative, or declared so and refuted, with the operands
 * @throws EmptyInputError for nothing without an initial value
 * @see docs/what-scans-are-for.md (Futhark's reduce_comm)
 */
export interface ReduceCommutative<When extends "now" | "later"> {
  (input: ElementArray | ConvertibleInput, options: RoundedOptions & CommutativeOption): Answer<When, number>;
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    options: RecordOptions<Type> & CommutativeOption,
  ): Answer<When, ValueOf<Type>>;
  <
    Input extends ElementArray,
    Sum extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>,
  >(
    input: Input,
    options?: TypedOptions<ElementTypeOf<Input>, Sum> & CommutativeOption,
  ): Answer<When, ElementScalar<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: TypedOptions<Type, Sum> & CommutativeOption & { readonly type: Type },
  ): Answer<When, ElementScalar<Sum>>;
}

interface ReduceCommutativeOptions extends ContractOptions, CommutativeOption {}

/** The call of `reduceCommutative`. */
export function reduceCommutativeCall(input: unknown, given: ReduceCommutativeOptions = {}): Call<unknown> {
  checkOptionNames(given, [...CONTRACT_OPTIONS, "commutative"]);
  const { commutative, ...options } = given;
  if (commutative !== undefined && commutative !== "declared") {
    throw new InvalidArgumentError("commutative", '"declared" or left out', describe(commutative));
  }
  const { contract, request, columns, length, type } = givenContract(input, options, "reduce");
  checkCommutative(contract, commutative === "declared");
  if (length === 0 && contract.initial === undefined) throw new EmptyInputError();
  return {
    input: columns,
    requests: [request],
    *steps(on, vectors) {
      return yield* done(on.reduce(contract, vectors));
    },
    result: (sums) => shapeScalars(type, sums),
  };
}

/** @throws LawError for an operator that is not known to be commutative, and not declared so, or refuted */
export function checkCommutative({ operator, sums }: ColumnContract, isDeclared: boolean): void {
  if (operator.isCommutative) return;
  const name = nameOf(operator);
  if (!isDeclared) {
    throw new LawError(
      name,
      "commutative",
      'not known; prove it with samebits/laws and withLaws, or pass commutative: "declared"',
    );
  }
  const found = swapCounterexample(operator, sums[0] as ElementType);
  if (found === undefined) return;
  const text = (values: readonly Scalar[]): string =>
    values.length === 1 ? describe(values[0]) : `(${values.map(describe).join(", ")})`;
  const [left, right] = [text(found.left), text(found.right)];
  throw new LawError(
    name,
    "commutative",
    `refuted: ${left} ∘ ${right} = ${text(found.combined)}, but ${right} ∘ ${left} = ${text(found.swapped)}`,
  );
}

/** `reduceCommutative(input, options)` gives a reduce whose expression may change the order of the elements */
export const reduceCommutative: AlgorithmRow = {
  call: reduceCommutativeCall,
  short: shortReduceCommutative,
  template: { options: /* @__PURE__ */ withContract("commutative"), results: sumsOfInput },
};
