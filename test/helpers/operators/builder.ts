import { operator } from "../../../src/operators/builder/builder.ts";
import { f32, u32 } from "../../../src/operators/builder/scalar-types.ts";
import { select } from "../../../src/operators/builder/select.ts";
import type { AnyOperator } from "../../../src/operators/operator.ts";
import { InvalidArgumentError } from "../../../src/values/errors.ts";

/*
 * Support for tests of the builder: bodies that TypeScript would not let pass.
 */

/** Anything, with any property, to be called with anything. */
export interface Loose {
  readonly [name: string]: Loose;
  (...given: unknown[]): Loose;
}

export type Untyped = (left: Loose, right: Loose) => unknown;

/** The type of most of those bodies. */
export const PAIR = { value: f32, index: u32 };

export const looseSelect = select as unknown as (...given: unknown[]) => Loose;

/** `operator`, without its types. */
export function looseOperator(type: unknown, body: Untyped, options: object = {}): AnyOperator {
  return operator(type as "f64", body as never, options) as AnyOperator;
}

/** The message of the typed error that building an operator throws. */
export function refusalOf(body: Untyped, type: unknown = PAIR): string {
  try {
    looseOperator(type, body);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
  throw new Error("built");
}
