import type { AccumulationOf, ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, convert, left, right, select } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementScalar,
  type ElementType,
  type Scalar,
} from "../../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, LengthMismatchError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { perType } from "../per-type.ts";
import { resolveColumns } from "../serve.ts";
import {
  type Options,
  type StandIns,
  sumsOfInput,
  type TemplateCall,
  type TemplateSteps,
  typed,
} from "../template-rule.ts";

interface DotOptions<Type extends ElementType = ElementType, Sum extends ElementType = ElementType> {
  readonly type?: Type | undefined; // what inputs without a type of their own are read as
  readonly accumulate?: Sum | undefined; // of products and sums; default: the element type
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); of the sum
}

/**
 * The dot product: `out = left[0]·right[0] + … + left[n−1]·right[n−1]`.
 *
 * Each product is rounded by itself and never fused with a sum, and the sum has the tree of `expression`; integers wrap. Of nothing it is 0.
 * With `accumulate` elements are converted before they are multiplied. Work 2n, span O(log n).
 *
 * @throws LengthMismatchError for inputs of different lengths
 * @throws InvalidArgumentError for inputs of different types
 * @see docs/notes/what-scans-are-for.md
 */
export interface Dot<When extends "now" | "later"> {
  <Input extends ElementArray, Sum extends AccumulationOf<ElementTypeOf<Input>> = ElementTypeOf<Input>>(
    left: Input,
    right: Input,
    options?: DotOptions<ElementTypeOf<Input>, Sum>,
  ): Answer<When, ElementScalar<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = Type>(
    left: ConvertibleInput,
    right: ConvertibleInput,
    options: DotOptions<Type, Sum> & { readonly type: Type },
  ): Answer<When, ElementScalar<Sum>>;
}

/** The call of `dot`. */
export function dotCall(leftInput: unknown, rightInput: unknown, options: DotOptions = {}): Call<Scalar> {
  checkOptionNames(options, ["type", "accumulate", "expression"]);
  const { expression, accumulate } = options;
  const { type, elements } = givenElements(leftInput, options.type, "left");
  const other = givenElements(rightInput, options.type, "right");
  if (other.type !== type)
    throw new InvalidArgumentError("right", `an array of ${type}, as "left" is`, other.type);
  const { length } = elements;
  if (other.elements.length !== length) throw new LengthMismatchError("right", length, other.elements.length);
  const sum = resolveColumns({ accumulate }, "reduce", type).sums[0] as ElementType;
  const contract = resolveColumns({ operator: "add", expression }, "reduce", sum);
  return {
    input: [elements, other.elements],
    requests: [{ contract, observation: "reduce", allowQuadratic: false }],
    *steps(on, [one, two]) {
      if (length === 0) return [yield* done(on.fill(sum, sum === "i64" || sum === "u64" ? 0n : 0, 1))];
      const products = yield* done(on.map([PRODUCTS(type)(sum)], [one], [two]));
      return yield* done(on.reduce(contract, products));
    },
    result: ([total]) => total[0],
  };
}

/** By the type of the elements, and by that of the products. */
const PRODUCTS = perType((type: ElementType) =>
  perType((sum: ElementType) => binary("multiply", convert(sum, left(type)), convert(sum, right(type)))),
);

/** `dot(left, right, { expression?, accumulate? })` gives the dot product */
export const dot: AlgorithmRow = {
  call: dotCall,
  template: {
    options: ["expression", "accumulate"],
    arguments: ({ input }) => [typed("left", input), typed("right", input, "left")],
    results: sumsOfInput,
    call: (columns, options) => anyLength(columns, options),
  },
};

function anyLength({ left: one, right: other }: StandIns, { input, ...asked }: Options): TemplateCall {
  const call = dotCall(one, other, asked);
  return { ...call, steps: zeroOfNothing(call.steps, (asked.accumulate ?? input) as ElementType) };
}

/** A sum where there may be nothing to add, which may be known on a device alone. */
function zeroOfNothing(sumSteps: TemplateSteps, type: ElementType): TemplateSteps {
  const zero = ELEMENT_TYPE_FACTS[type].isBigInt ? 0n : 0;
  const isNothing = binary("equal", right("u32"), constant("u32", 0));
  const total = select(isNothing, constant(type, zero), left(type));
  return function* <Vector>(
    on: Primitives<Vector>,
    input: readonly Vector[],
    room: number,
  ): Steps<readonly Vector[]> {
    try {
      const sums = yield* sumSteps(on, input, room);
      return yield* done(on.map([total], sums, [yield* done(on.lengthOf(input[0]))]));
    } catch (error) {
      if (error instanceof EmptyInputError) return [yield* done(on.fill(type, zero, 1))];
      throw error;
    }
  };
}
