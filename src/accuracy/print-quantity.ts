import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

const LONGEST = 100_000;
const SHORTEST = 0.001;

/** A quantity in three digits, for tables: `0.305`, `13.0`, `1,240`, `7.6e+20`, `∞`. @throws InvalidArgumentError */
export function printQuantity(quantity: number): string {
  if (typeof quantity !== "number")
    throw new InvalidArgumentError("quantity", "a number", describe(quantity));
  if (quantity === 0) return "0";
  if (!Number.isFinite(quantity)) return quantity > 0 ? "∞" : String(quantity);
  if (quantity >= LONGEST || quantity < SHORTEST) return quantity.toExponential(1);
  if (quantity >= 100) return Math.round(quantity).toLocaleString("en-US");
  return quantity.toPrecision(3);
}
