// The call of a definition: operands as columns and scalars in, a tape that is followed, or staging that writes one, and data out.

import { type Call, done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { DEFAULT_EXPRESSION, type Expression } from "../../expressions/expression.ts";
import { withCanonicalNaNs } from "../../values/bits.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import {
  columnsOfData,
  type Data,
  dataOfParts,
  dataOfScalar,
  partsOfData,
  valueOfData,
} from "../evaluation/data.ts";
import { asScalar } from "../evaluation/value.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { printType } from "../types/print-type.ts";
import { openSizesOf } from "../types/sizes-of-types.ts";
import { resolved, type Type } from "../types/type.ts";
import { signatureFor } from "../types/types-of-program.ts";
import { stackError } from "../within-stack.ts";
import { applyStaged, runFunction } from "./apply-staged.ts";
import { isFlat, placed, zeroOf } from "./array-of-scalars.ts";
import { arrayOfColumns, materialize } from "./columns.ts";
import { type Column, Recorder } from "./recorder.ts";
import { counted, sifted } from "./settle.ts";
import { StageContext } from "./stage-context.ts";
import { stageTerm } from "./stage-term.ts";
import { leavesOf, type Staged, type StagedArray, type StagedNames } from "./staged.ts";
import { follow, tapesOf, type Work } from "./tape.ts";

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
  return {
    input: input.columns,
    *steps<Vector>(vectorsOn: Primitives<Vector>, vectors: readonly Vector[]) {
      const on = vectorsOn as Primitives<unknown>; // which is handed nothing but its own vectors
      const given = { columns: vectors, scalars: input.scalars };
      const tapes = tapesOf(typed);
      const shape = { entry, fuel, expression, lengths: input.columns.map(({ length }) => length) };
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

/** What operands are made of, as a run is given it. */
interface Input {
  readonly columns: ColumnArray[];
  readonly scalars: Scalar[];
}

/** How an operand lies in that: by the numbers of its columns and its scalars. */
type Layout =
  | { readonly kind: "scalar"; readonly type: ScalarType; readonly slot: number }
  | {
      readonly kind: "record";
      readonly fields: readonly { readonly name: string; readonly layout: Layout }[];
    }
  | {
      readonly kind: "array";
      readonly element: Type;
      readonly slots: readonly number[];
      readonly length: number;
    };

/** Typed arrays are taken as they are: only ordinary arrays are read element by element. */
function layoutOf(data: unknown, type: Type, argument: string, input: Input): Layout {
  const known = resolved(type);
  if (known.kind === "record") {
    const fields = partsOfData(data, known.fields, argument).map(({ name, part, type: of, path }) => {
      return { name, layout: layoutOf(part, of, path, input) };
    });
    return { kind: "record", fields };
  }
  if (known.kind === "array") {
    const { element } = known;
    const columns = isFlat(element) ? columnsOfData(data, element, argument) : [];
    const slots = columns.map((column) => input.columns.push(column) - 1);
    return { kind: "array", element, slots, length: columns[0]?.length ?? 0 };
  }
  const value = asScalar(valueOfData(data, type, argument));
  if (known.kind !== "scalar") throw new InternalError(`an operand of type ${printType(type)}`);
  return { kind: "scalar", type: known.type, slot: input.scalars.push(value) - 1 };
}

/** What a run is given, as the executor holds it. */
interface Given {
  readonly columns: readonly unknown[];
  readonly scalars: readonly Scalar[];
}

/** The columns of a definition's value, as the executor holds them. */
function* stagedEntry(
  entry: string,
  layouts: readonly Layout[],
  context: StageContext,
  given: Given,
): Steps<readonly unknown[]> {
  const { typed, recorder } = context;
  const definition = typed.program.definitions.find(({ name }) => name === entry);
  const operands = layouts.map((layout, index) => {
    const { at = 0 } = definition?.parameters[index] ?? definition ?? {};
    return operandOf(layout, at, context, given);
  });
  try {
    const columns = yield* columnsOfResult(yield* valueOfEntry(entry, operands, context), context);
    recorder.end(columns);
    return columns.map(({ vector }) => vector);
  } catch (error) {
    throw stackError(typed.program, context.last, error);
  }
}

function operandOf(layout: Layout, at: number, context: StageContext, given: Given): Staged {
  switch (layout.kind) {
    case "record": {
      const fields = layout.fields.map((field) => {
        return { name: field.name, value: operandOf(field.layout, at, context, given) };
      });
      return { kind: "record", fields };
    }
    case "array": {
      const { element, slots, length } = layout;
      if (!isFlat(element)) {
        context.refuse(at, `an array of ${printType(element)}`, "columns hold scalars");
      }
      const columns = slots.map((slot): Column => ({ slot, vector: given.columns[slot] }));
      return arrayOfColumns(columns, zeroOf(element), length);
    }
    case "scalar": {
      const { type, slot } = layout;
      const source = { recorder: context.recorder, slot };
      return { kind: "host", type, current: given.scalars[slot], isLiteral: false, source };
    }
    default:
      return layout satisfies never;
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

/** Arrays as their columns, scalars as columns of one element. */
function* columnsOfResult(value: Staged, context: StageContext): Steps<readonly Column[]> {
  switch (value.kind) {
    case "filtered":
      return yield* ownColumns(yield* sifted(value, context), context);
    case "array":
      return yield* ownColumns(value, context);
    case "record": {
      const columns: Column[] = [];
      for (const field of value.fields) columns.push(...(yield* columnsOfResult(field.value, context)));
      return columns;
    }
    case "host":
      return [yield* placed(context.recorder, value.type, [value])];
    default:
      throw new InvalidArgumentError("entry", "a definition whose value is data", `a ${value.kind}`);
  }
}

/** The columns of an array, none of which is in another's memory. */
function* ownColumns(array: StagedArray, context: StageContext): Steps<readonly Column[]> {
  const columns = [...(yield* materialize(array, context))];
  for (const [k, leaf] of leavesOf(array.element).entries()) {
    const source =
      leaf.kind === "term" && leaf.term.kind === "left" ? array.sources[leaf.term.column] : undefined;
    if (source?.kind !== "column" || source.isView !== true) continue;
    [columns[k]] = yield* context.recorder.columns([columns[k]], [], copyOf(array.length));
  }
  return columns;
}

function copyOf(length: number): Work<readonly unknown[]> {
  return function* (on, [column]) {
    return [yield* done(on.slice(column, 0, length))];
  };
}

/** The data of a type, out of the columns that come first; these are taken away. */
function dataOfColumns(type: Type, columns: ColumnArray[]): Data {
  const known = resolved(type);
  if (known.kind === "array") return arraysOfColumns(known.element, columns);
  if (known.kind === "record") return dataOfParts(known.fields, (_, of) => dataOfColumns(of, columns));
  const [scalar] = columns.shift() ?? [];
  if (known.kind !== "scalar") throw new InternalError(`a scalar of type ${printType(type)}`);
  return dataOfScalar(scalar, known.type);
}

function arraysOfColumns(element: Type, columns: ColumnArray[]): Data {
  const known = resolved(element);
  if (known.kind === "record") return dataOfParts(known.fields, (_, of) => arraysOfColumns(of, columns));
  // Elements that are only moved keep the bits that callers gave them, and programs have no word for those.
  const [column] = columns.splice(0, 1);
  return withCanonicalNaNs(column);
}
