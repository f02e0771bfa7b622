import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/** @throws InvalidArgumentError for what is no bigint */
export function checkSeed(given: unknown): bigint {
  if (typeof given === "bigint") return given;
  throw new InvalidArgumentError("seed", "a bigint", describe(given));
}
