import { type Call, done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { DEFAULT_EXPRESSION, type Expression } from "../../expressions/expression.ts";
import { withCanonicalNaNs } from "../../values/bits.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import {
  columnsOfData,
  type Data,
  dataOfParts,
  dataOfScalar,
  partsOfData,
  valueOfData,
} from "../evaluation/data.ts";
import { asScalar, type Value } from "../evaluation/value.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { printType } from "../types/print-type.ts";
import { signatureFor } from "../types/signature-of.ts";
import { openSizesOf } from "../types/sizes-of-types.ts";
import { resolved, type Type } from "../types/type.ts";
import { stackError } from "../within-stack.ts";
import { applyStaged, runFunction } from "./apply-staged.ts";
import { isFlat, zeroOf } from "./array-of-scalars.ts";
import { arrayOfColumns, materialize } from "./frame.ts";
import { counted, sifted } from "./settle.ts";
import { StageContext } from "./stage-context.ts";
import { stageTerm } from "./stage-term.ts";
import { host, leavesOf, type Staged, type StagedArray, type StagedNames } from "./staged.ts";
import { withinMemory } from "./within-memory.ts";

interface ProgramCallOptions {
  /** Turns of loops and uses of functions over arrays after which a program is stopped; default 10^6. */
  readonly fuel?: number;
  readonly expression?: Expression;
}

/**
 * The call of a definition on operands: steps over the primitives of any executor, with the bits that the interpreter gives.
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
  const input: ColumnArray[] = [];
  const patterns = typed.program.definitions.find(({ name }) => name === entry)?.parameters ?? [];
  const layouts = parameters.map((type, index) =>
    layoutOf(operands[index], type, { argument: `operands[${index}]`, at: patterns[index].at, input }),
  );
  return {
    input,
    *steps<Vector>(on: Primitives<Vector>, vectors: readonly Vector[]) {
      const context: StageContext<Vector> = new StageContext(
        withinMemory(on, (bytes) => context.allocate(bytes)),
        typed,
        { fuel, expression },
        { stageTerm, apply: applyStaged },
      );
      const staged = layouts.map((layout) => layout(vectors, context));
      try {
        return yield* columnsOfResult(context.on, yield* valueOfEntry(entry, staged, context));
      } catch (error) {
        throw stackError(typed.program, context.last, error);
      }
    },
    result: (columns) => dataOfColumns(result, [...columns]),
  };
}

/** How an operand lies in the columns of a call: given their vectors, its value. */
type Layout = <Vector>(vectors: readonly Vector[], context: StageContext<Vector>) => Staged<Vector>;

/** What is told of an operand, and where its columns go. */
interface OperandPlace {
  readonly argument: string;
  readonly at: number; // of the parameter
  readonly input: ColumnArray[];
}

function layoutOf(data: unknown, type: Type, place: OperandPlace): Layout {
  const known = resolved(type);
  if (known.kind === "array") return arrayLayout(data, known.element, place);
  if (known.kind === "record") {
    const parts = partsOfData(data, known.fields, place.argument).map(({ name, part, type: of, path }) => {
      return { name, layout: layoutOf(part, of, { ...place, argument: path }) };
    });
    return (vectors, context) => ({
      kind: "record",
      fields: parts.map(({ name, layout }) => ({ name, value: layout(vectors, context) })),
    });
  }
  const value = valueOfData(data, type, place.argument);
  return () => stagedValue(value, type);
}

/** A value that is known, staged: no array, since those are columns. */
function stagedValue<Vector>(value: Value, type: Type): Staged<Vector> {
  const known = resolved(type);
  if (known.kind === "scalar") return host(known.type, asScalar(value));
  throw new InternalError(`an operand of type ${printType(type)} among known values`);
}

/** Typed arrays are taken as they are: only ordinary arrays are read element by element. */
function arrayLayout(data: unknown, element: Type, { argument, at, input }: OperandPlace): Layout {
  if (!isFlat(element)) {
    return (_, context) => context.refuse(at, `an array of ${printType(element)}`, "columns hold scalars");
  }
  const columns = columnsOfData(data, element, argument);
  const first = input.length;
  input.push(...columns);
  return <Vector>(vectors: readonly Vector[]) => {
    const shape = zeroOf<Vector>(element);
    return arrayOfColumns(vectors.slice(first, first + columns.length), shape, columns[0]?.length ?? 0);
  };
}

/** The value of a definition applied to what is staged; those before it are in its scope. */
function* valueOfEntry<Vector>(
  entry: string,
  operands: readonly Staged<Vector>[],
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  let names: StagedNames<Vector>;
  for (const definition of context.typed.program.definitions) {
    const { name, parameters, body } = definition;
    const own = { kind: "function", parameters, body, names, given: [], definition } as const;
    const isValue = parameters.length === 0 && openSizesOf(definition).length === 0;
    const value: Staged<Vector> = isValue ? yield* runFunction(own, [], context, undefined) : own;
    if (name === entry) return yield* context.apply(value, operands, undefined);
    names = { name, value: yield* counted(context.on, value), outer: names };
  }
  throw new InternalError(`"${entry}" is not defined`);
}

/** Arrays as their columns, scalars as columns of one element. */
function* columnsOfResult<Vector>(on: Primitives<Vector>, value: Staged<Vector>): Steps<readonly Vector[]> {
  switch (value.kind) {
    case "filtered":
      return yield* ownColumns(on, yield* sifted(on, value));
    case "array":
      return yield* ownColumns(on, value);
    case "record": {
      const columns: Vector[] = [];
      for (const field of value.fields) columns.push(...(yield* columnsOfResult(on, field.value)));
      return columns;
    }
    case "host": {
      const column = newColumn(value.type, 1);
      column[0] = value.value;
      return [on.place(column)];
    }
    default:
      throw new InvalidArgumentError("entry", "a definition whose value is data", `a ${value.kind}`);
  }
}

/** The columns of an array, none of which is in another's memory. */
function* ownColumns<Vector>(on: Primitives<Vector>, array: StagedArray<Vector>): Steps<readonly Vector[]> {
  const columns = [...(yield* materialize(on, array))];
  for (const [k, leaf] of leavesOf(array.element).entries()) {
    const isView =
      leaf.kind === "term" && leaf.term.kind === "left" && array.sources[leaf.term.column].isView === true;
    if (isView) columns[k] = yield* done(on.slice(columns[k], 0, array.length));
  }
  return columns;
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
