import type { Request } from "../executors/executor.ts";
import type { Primitives } from "../executors/primitives.ts";
import type { NarrowType } from "../values/element-types.ts";
import type { ValueType } from "../values/value-types.ts";
import type { Call, Steps } from "./call.ts";

export interface NamedType {
  readonly name: string;
  readonly type: ValueType;
}

export interface TemplateArgument extends NamedType {
  readonly narrow?: NarrowType | undefined; // what buffers hold in the place of `type`, which it widens to
  readonly like?: string | undefined; // the argument before it that has the same length
  readonly length?: number | undefined; // where options say it; default: that of a call
}

export type Options = Readonly<Record<string, unknown>>;

/** What stands for a caller's columns: by argument, in the shape of its type. */
type StandIns = Readonly<Record<string, unknown>>;

/** How a function over columns is prepared for columns that are yet to come. Rows give what differs from a function of `input` with options. */
export interface TemplateRule {
  readonly types?: readonly string[]; // options that are types of arguments; default: `input`
  readonly options?: readonly string[]; // the others; default: none
  readonly arguments?: (options: Options) => readonly TemplateArgument[]; // default: `input`
  readonly results?: (options: Options) => readonly NamedType[]; // default: `output`, of the type of `input`
  /**
   * Steps over the columns of all arguments in their order, which depend on no length. `callOf` is that of the function, and by default called
   * with the arguments in their order and the options that are no types.
   */
  readonly call?: CallOfTemplate;
}

export type CallOfTemplate = (
  columns: StandIns,
  options: Options,
  callOf: (...given: readonly unknown[]) => Call<unknown>,
) => TemplateCall;

type TemplateSteps = <Vector>(
  on: Primitives<Vector>,
  input: readonly Vector[],
  room: number,
) => Steps<readonly Vector[]>;

export interface TemplateCall {
  readonly requests?: readonly Request[] | undefined;
  readonly steps: TemplateSteps;
}

export function typed(name: string, type: unknown, like?: string): TemplateArgument {
  return { name, type: type as ValueType, like };
}

/** One result, `output`, of the types that are named. */
export const likeInput = ({ input }: Options): readonly NamedType[] => [typed("output", input)];
export const indices = (): readonly NamedType[] => [typed("output", "u32")];
export const sumsOfInput = ({ input, accumulate = input }: Options): readonly NamedType[] => [
  typed("output", accumulate),
];

/** Arguments of functions of `values` by `keys`. */
export const keysAndValues = ({ keys, values }: Options): readonly TemplateArgument[] => [
  typed("keys", keys),
  typed("values", values, "keys"),
];
