import { checkInteger } from "../values/check-arguments.ts";

/** A length as a caller gave it: an integer of at least `least`, and at most `most`. @throws InvalidArgumentError */
export function checkLength(length: number, least: number, most?: number): number {
  return checkInteger("length", length, least, most);
}
