import type fc from "fast-check";
import type { Call, Steps } from "../../src/algorithms/call.ts";
import { runCall } from "../../src/algorithms/run-call.ts";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { Primitives } from "../../src/executors/primitives.ts";
import type { ColumnArray } from "../../src/values/value-types.ts";
import { type OracleCase, oracleCase } from "./oracle-case.ts";

type Columns = readonly ColumnArray[];
type PrimitiveSteps = <Vector>(on: Primitives<Vector>, input: readonly Vector[]) => Steps<readonly Vector[]>;

/** One primitive, whose oracle is the same of javascript: its plain loops say what it means. */
export function primitiveCase<Given extends readonly unknown[]>(
  name: string,
  given: fc.Arbitrary<Given>,
  callOf: (...given: Given) => Call<Columns>,
  setting: { readonly runs?: number; readonly gpuRuns?: number } = {},
): OracleCase {
  return oracleCase({
    name,
    arguments: given,
    run: (on, ...drawn) => on.call(callOf(...drawn)),
    oracle: (...drawn) => runCall(algorithmsJavascriptExecutor.openPrimitives(), callOf(...drawn)),
    ...setting,
  });
}

/** A call of steps that gives the columns of the steps. */
export function callOf(input: Columns, steps: PrimitiveSteps): Call<Columns> {
  return { input, steps, result: (columns) => columns };
}
