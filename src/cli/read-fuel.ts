import { InvalidArgumentError } from "../index.ts";

/** How much a program may do before it is stopped. */
export function readFuel(text: string): number {
  const fuel = Number(text);
  if (Number.isSafeInteger(fuel) && fuel > 0) return fuel;
  throw new InvalidArgumentError("fuel", "a positive whole number", JSON.stringify(text));
}
