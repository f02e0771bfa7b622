import { checkOutput } from "../../contracts/check-columns.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ConvertibleInput, ElementTypeOf, RoundedOptions } from "../../contracts/options.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { add, multiply } from "../../operators/built-in.ts";
import { affine } from "../../operators/combinators/affine.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { isElement } from "../../values/convert.ts";
import { describe } from "../../values/describe.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementScalar,
  type ElementType,
  type Scalar,
} from "../../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { resolveColumns } from "../serve.ts";
import { shortLinearRecurrence } from "../short/recurrences.ts";
import { typed } from "../template-rule.ts";

/** What each step does to the value before it: `y ↦ y·scale + offset`. */
interface LinearSteps<Offset, Scale> {
  readonly scale: Scale; // one for each element, or one for all
  readonly offset: Offset;
}

interface LinearRecurrenceOptions<Type extends ElementType = ElementType> extends RecurrenceOptions {
  readonly type?: Type | undefined; // what inputs without a type of their own are read as
  readonly initial?: ElementScalar<Type> | undefined; // y[−1]; default: none, and y[0] = offset[0]
  readonly output?: ElementArray<Type> | undefined; // default: a fresh array
}

/**
 * A linear recurrence of first order: `out[i] = out[i−1]·scale[i] + offset[i]`, which begins with `out[0] = offset[0]`, or with an `initial`
 * value as `out[−1]`.
 *
 * Solved as a scan of affine maps, whose tree `expression` names: floats are rounded by that tree, as `left-fold` by the order of a loop.
 * Integers wrap and have the same bits by any. Output has the length of `offset`. Work O(n), span O(log n).
 *
 * @throws LengthMismatchError for a scale of another length
 * @throws InvalidArgumentError for a scale of another type
 * @see Kogge and Stone 1973; Blelloch 1990
 */
export interface LinearRecurrence<When extends "now" | "later"> {
  (
    steps: LinearSteps<ElementArray | ConvertibleInput, ElementArray | ConvertibleInput | number>,
    options: RoundedOptions,
  ): Answer<When, Uint16Array>;
  <Input extends ElementArray>(
    steps: LinearSteps<Input, NoInfer<Input> | ElementScalar<ElementTypeOf<Input>>>,
    options?: LinearRecurrenceOptions<ElementTypeOf<Input>>,
  ): Answer<When, ElementArray<ElementTypeOf<Input>>>;
  <Type extends ElementType>(
    steps: LinearSteps<ConvertibleInput, ConvertibleInput | ElementScalar<Type>>,
    options: LinearRecurrenceOptions<Type> & { readonly type: Type },
  ): Answer<When, ElementArray<Type>>;
}

/** The call of `linearRecurrence`. */
export function linearRecurrenceCall(
  given: unknown,
  options: LinearRecurrenceOptions = {},
): Call<ElementArray> {
  checkOptionNames(options, ["type", "initial", "expression", "determinism", "output"]);
  const steps = checkSteps(given);
  const { type, elements } = givenElements(steps.offset, options.type, "steps.offset");
  const scale = checkScale(type, elements.length, steps.scale);
  const contract = affineContract(type, options, options.initial);
  const output =
    options.output === undefined ? undefined : checkOutput(type, elements, options.output, "steps.offset");
  return {
    input: typeof scale === "object" ? [elements, scale] : [elements],
    requests: [{ contract, observation: "inclusive-scan", allowQuadratic: false }],
    *steps(on, [offsets, scales]) {
      const each = typeof scale === "object" ? scales : yield* done(on.fill(type, scale, offsets));
      return [yield* affineSteps(on, contract, each, offsets)];
    },
    output: [output],
    result: ([column]) => column as ElementArray,
  };
}

function checkSteps(given: unknown): LinearSteps<unknown, unknown> {
  const isRecord = typeof given === "object" && given !== null && !ArrayBuffer.isView(given);
  if (isRecord && "scale" in given && "offset" in given) return given;
  throw new InvalidArgumentError("steps", "a record { scale, offset }", describe(given));
}

function checkScale(type: ElementType, length: number, given: unknown): ElementArray | Scalar {
  if (isElement(type, given)) return given;
  if (typeof given !== "object" || given === null) {
    const expected = `an array of ${type}, or a number that ${type} has exactly`;
    throw new InvalidArgumentError("steps.scale", expected, describe(given));
  }
  const { elements } = givenElements(given, type, "steps.scale");
  if (elements.length !== length) throw new LengthMismatchError("steps.scale", length, elements.length);
  return elements;
}

/** `linearRecurrence({ scale, offset }, { initial?, expression? })` gives `out[i] = out[i−1]·scale[i] + offset[i]` */
export const linearRecurrence: AlgorithmRow = {
  call: linearRecurrenceCall,
  short: shortLinearRecurrence,
  template: {
    types: ["offset"],
    options: ["scale", "initial", "expression"],
    arguments: ({ offset, scale }) => [
      typed("offset", offset),
      ...(scale === undefined ? [typed("scale", offset, "offset")] : []),
    ],
    results: ({ offset }) => [typed("output", offset)],
    call: (columns, { offset: _, scale, ...asked }, callOf) =>
      callOf({ offset: columns.offset, scale: columns.scale ?? scale }, asked),
  },
};

/** How a recurrence is solved. */
interface RecurrenceOptions {
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); "left-fold" has the bits of a loop
  readonly determinism?: ContractOptions["determinism"]; // default: "everywhere"; below it an executor may choose the expression
}

/**
 * The contract of `y[i] = y[i−1]·scale[i] + offset[i]` as a scan of affine maps. What stands before the first element is the constant map
 * to it, or nothing, which begins with zero.
 */
export function affineContract(
  type: ElementType,
  { expression }: RecurrenceOptions,
  before: unknown,
): ColumnContract {
  const one = ELEMENT_TYPE_FACTS[type].isBigInt ? 1n : 1;
  const initial = before === undefined ? undefined : { scale: one, offset: before };
  const placement = initial === undefined ? {} : { initial, initialPlacement: "first" as const };
  return resolveColumns(
    { operator: affine(add, multiply, type), expression, ...placement },
    "inclusive-scan",
  );
}

/** The solution of a recurrence. */
export function* affineSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  scale: Vector,
  offset: Vector,
): Steps<Vector> {
  const [, solution] = yield* done(on.scan(contract, "inclusive-scan", [scale, offset]));
  return solution;
}
