import type { ConvertibleInput, ElementTypeOf, SumOf, TypedInput } from "../../contracts/options.ts";
import type { Fold } from "../../executors/primitives.ts";
import { left, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementScalar, ElementType, Scalar, StorageType } from "../../values/element-types.ts";
import type { HalfType } from "../../values/halves.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { someElements } from "../given-elements.ts";
import { perType } from "../per-type.ts";
import { resolveColumns } from "../serve.ts";
import { typed } from "../template-rule.ts";
import type { ExtremeOptions } from "./first-of-extreme.ts";
import { type FoldCall, foldCall, pass } from "./fold.ts";

/** The smallest and the largest element. */
interface Extremes<Value> {
  readonly min: Value;
  readonly max: Value;
}

/**
 * The smallest and the largest element: `out = { min: min(input), max: max(input) }`.
 *
 * As the operators `min` and `max` have it: a NaN is both, and −0 is less than +0. Work 2n, span O(log n).
 *
 * @throws EmptyInputError for nothing
 */
export interface MinMax<When extends "now" | "later"> {
  (
    input: TypedInput | ConvertibleInput,
    options: { readonly type?: StorageType; readonly output: HalfType },
  ): Answer<When, Extremes<number>>;
  <Input extends TypedInput>(input: Input): Answer<When, Extremes<ElementScalar<ElementTypeOf<Input>>>>;
  <Type extends StorageType>(
    input: ConvertibleInput,
    options: { readonly type: Type },
  ): Answer<When, Extremes<ElementScalar<SumOf<Type>>>>;
}

/** The call of `minMax`. */
export function minMaxCall(input: unknown, options: ExtremeOptions = {}): FoldCall<Extremes<Scalar>> {
  checkOptionNames(options, ["type"]);
  const { type, elements } = someElements(input, options.type);
  return foldCall({ fold: FOLDS(type), input: [elements], value: (row) => ({ min: row[0], max: row[1] }) });
}

const FOLDS = /* @__PURE__ */ perType((type: ElementType): Fold => {
  const contractOf = (operator: "min" | "max") => resolveColumns({ operator }, "reduce", type);
  return {
    columns: [type],
    parameters: [],
    passes: [
      pass([
        [contractOf("min"), left(type)],
        [contractOf("max"), left(type)],
      ]),
    ],
    results: [right(type, 1), right(type, 2)],
  };
});

/** `minMax(input)` gives `{ min, max }` */
export const minMax: AlgorithmRow = {
  call: minMaxCall,
  foldOf: 1,
  template: { results: ({ input }) => [typed("min", input), typed("max", input)] },
};
