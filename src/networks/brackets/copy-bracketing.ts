import { checkInteger } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { MAX_WIDTH } from "../network.ts";
import { type Bracketing, MAX_BLOCK_FORMS, PLAIN_BRACKETINGS } from "./bracketing.ts";

const KINDS = [...PLAIN_BRACKETINGS.map(({ kind }) => kind), "blocks"];
const TAILS = ["carry", "peer"] as const;

/** A bracketing from what a caller gives for one: made anew, checked whole. @throws InvalidArgumentError naming the part */
export function copyBracketing(given: unknown, argument = "bracketing"): Bracketing {
  let formCount = 0;
  const copy = (part: unknown, place: string): Bracketing => {
    if (typeof part !== "object" || part === null) {
      throw new InvalidArgumentError(place, "a bracketing, as parseBracketing gives it", describe(part));
    }
    const { kind, blockLength, tail, outer, local } = part as Readonly<Record<string, unknown>>;
    const plain = PLAIN_BRACKETINGS.find((each) => each.kind === kind);
    if (plain !== undefined) return plain;
    checkName(`${place}.kind`, KINDS, kind);
    if (++formCount > MAX_BLOCK_FORMS) {
      const expected = `of at most ${MAX_BLOCK_FORMS} forms with blocks`;
      throw new InvalidArgumentError(argument, expected, "more");
    }
    return {
      kind: "blocks",
      blockLength: checkInteger(`${place}.blockLength`, blockLength, 1, MAX_WIDTH),
      tail: checkName(`${place}.tail`, TAILS, tail),
      outer: copy(outer, `${place}.outer`),
      local: copy(local, `${place}.local`),
    };
  };
  return copy(given, argument);
}
