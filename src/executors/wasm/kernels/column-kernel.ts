import type { Code, Local, ValueType } from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { type KernelSubject, type Lanes, lanesOf } from "./lanes.ts";
import { type ArrayCursor, cursor } from "./load-store.ts";

/** A kernel over columns while it is written: its parameters by name, the operator as code, and the arrays that it goes through. */
export type ColumnKernel<Name extends string> = Readonly<Record<Name, Local>> & {
  readonly lanes: Lanes;
  readonly builder: FunctionBuilder;
  readonly from: ArrayCursor; // through the array behind `input`
  readonly to: ArrayCursor; // through that behind `output`
  /** The kernel, once its body is known. */
  readonly define: (...body: readonly Code[]) => FunctionBuilder;
};

/** Begins a kernel whose parameters are all i32; `input` and `output` are arrays of columns that stand in `state`, see cursor. */
export function columnKernel<const Name extends string>(
  subject: KernelSubject,
  name: string,
  parameters: readonly Name[],
): ColumnKernel<Name> {
  const builder = new FunctionBuilder(name, i32s(parameters.length));
  const lanes = lanesOf(subject, builder);
  const locals: Readonly<Record<string, Local>> = named(parameters, builder.parameters);
  const through = (side: "input" | "output"): ArrayCursor =>
    locals[side] === undefined ? NOWHERE : cursor(lanes, locals.state, locals[side], side);
  const from = through("input");
  const to = through("output");
  const define = (...body: readonly Code[]): FunctionBuilder => {
    builder.body = [from.open, to.open, body];
    return builder;
  };
  return { ...(locals as Readonly<Record<Name, Local>>), lanes, builder, from, to, define };
}

const NOWHERE: ArrayCursor = { addresses: [], open: [] };

/** Locals by name. */
export function named<Name extends string>(
  names: readonly Name[],
  locals: readonly Local[],
): Readonly<Record<Name, Local>> {
  return Object.fromEntries(names.map((name, i) => [name, locals[i]])) as Record<Name, Local>;
}

/** The types of `count` addresses and lengths. */
export function i32s(count: number): readonly ValueType[] {
  return Array.from({ length: count }, () => "i32");
}
