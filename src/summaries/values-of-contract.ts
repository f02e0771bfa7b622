import type { FloatType } from "./accumulators/accumulator.ts";
import type { Combine } from "./tier.ts";

/** What summaries need to know of the values of a contract, be they scalars or records. `Elements` is what callers append. */
export interface ValuesOfContract<Value, Elements> {
  readonly sums: SumValues<Value>; // where the contract asks for an order-free sum
  readonly combine: Combine<Value>; // the operator's terms, read literally
  /** One element or many, as values of the accumulation type. @throws InvalidArgumentError when they are not of the contract's type */
  read(elements: Elements): ArrayLike<Value>;
  /** The value with the NaNs that are observed. */
  canonical(value: Value): Value;
  /** The bits of a value as text. */
  print(value: Value): string;
  /** The inverse of `print`. @throws InvalidArgumentError, FormatError */
  parse(text: string): Value;
}

/** Values as an order-free sum takes and gives them: such contracts are over single floats. */
export interface SumValues<Value> {
  readonly type: FloatType;
  readonly addend: (value: Value) => number;
  readonly valueOfSum: (sum: number) => Value;
}
