// The call of a definition: operands as columns and scalars in, a tape that is followed, or staging that writes one, and data out.

import type { Call, Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { DEFAULT_EXPRESSION, type Expression } from "../../expressions/expression.ts";
import { InternalError } from "../../values/errors.ts";
import type { Data } from "../evaluation/data.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { openSizesOf } from "../types/sizes-of-types.ts";
import { signatureFor } from "../types/types-of-program.ts";
import { stackError } from "../within-stack.ts";
import { applyStaged, runFunction } from "./apply-staged.ts";
import { Recorder } from "./recorder.ts";
import { type Given, type Input, type Layout, layoutOf, lengthsOf, operandOf } from "./run-operands.ts";
import { columnsOfResult, dataOfColumns } from "./run-result.ts";
import { counted } from "./settle.ts";
import { StageContext } from "./stage-context.ts";
import { stageTerm } from "./stage-term.ts";
import type { Staged, StagedNames } from "./staged.ts";
import { follow, tapesOf } from "./tape.ts";

interface ProgramCallOptions {
  /** Turns of loops and uses of functions over arrays after which a program is stopped; default 10^6. */
  readonly fuel?: number;
  readonly expression?: Expression;
}

/**
 * The call of a definition on operands: steps over the primitives of any executor, with the bits that the interpreter gives. What staging asked
 * of an executor is kept for operands of the same shape.
 *
 * @throws InvalidArgumentError when there is no such definition, or for operands that are not of its type
 */
export function programCall(
  typed: TypedProgram,
  entry: string,
  operands: readonly unknown[],
  { fuel = 1e6, expression = DEFAULT_EXPRESSION }: ProgramCallOptions = {},
): Call<Data> {
  const { parameters, result } = signatureFor(typed, entry, operands);
  const input: Input = { columns: [], scalars: [] };
  const layouts = parameters.map((type, index) =>
    layoutOf(operands[index], type, `operands[${index}]`, input),
  );
  // How long rows are is known as lengths of columns are, since staging lays out other steps for other ones.
  const lengths = [...input.columns.map(({ length }) => length), ...layouts.flatMap(lengthsOf)];
  return {
    input: input.columns,
    *steps<Vector>(vectorsOn: Primitives<Vector>, vectors: readonly Vector[]) {
      const on = vectorsOn as Primitives<unknown>; // which is handed nothing but its own vectors
      const given = { columns: vectors, scalars: input.scalars };
      const tapes = tapesOf(typed);
      const shape = { entry, fuel, expression, lengths };
      const tape = tapes.of(shape, on);
      const followed = yield* follow(tape, on, given);
      tapes.counts[followed.result === undefined ? "staged" : "followed"]++;
      if (followed.result !== undefined) return followed.result as readonly Vector[];
      const recorder = new Recorder(on, given, { tape, followed });
      const context = new StageContext(recorder, typed, shape, { stageTerm, apply: applyStaged });
      return (yield* stagedEntry(entry, layouts, context, given)) as readonly Vector[];
    },
    result: (columns) => dataOfColumns(result, [...columns]),
  };
}

/** The columns of a definition's value, as the executor holds them. */
function* stagedEntry(
  entry: string,
  layouts: readonly Layout[],
  context: StageContext,
  given: Given,
): Steps<readonly unknown[]> {
  const { typed, recorder } = context;
  try {
    const operands: Staged[] = [];
    for (const layout of layouts) operands.push(yield* operandOf(layout, context, given));
    const columns = yield* columnsOfResult(yield* valueOfEntry(entry, operands, context), context);
    recorder.end(columns);
    return columns.map(({ vector }) => vector);
  } catch (error) {
    throw stackError(typed.program, context.last, error);
  }
}

/** The value of a definition applied to what is staged; those before it are in its scope. */
function* valueOfEntry(entry: string, operands: readonly Staged[], context: StageContext): Steps<Staged> {
  let names: StagedNames;
  for (const definition of context.typed.program.definitions) {
    const { name, parameters, body } = definition;
    const own = { kind: "function", parameters, body, names, given: [], definition } as const;
    const isValue = parameters.length === 0 && openSizesOf(definition).length === 0;
    const value: Staged = isValue ? yield* runFunction(own, [], context, undefined) : own;
    if (name === entry) return yield* context.apply(value, operands, undefined);
    names = { name, value: yield* counted(value, context), outer: names };
  }
  throw new InternalError(`"${entry}" is not defined`);
}
