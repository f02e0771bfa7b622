import { checkWhole } from "../values/check-whole.ts";

/** A length as a caller gave it: an integer of at least `least`, and at most `most`. @throws InvalidArgumentError */
export function checkLength(length: number, least: number, most?: number): number {
  return checkWhole("length", length, least, most);
}
