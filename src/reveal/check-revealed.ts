// What revealTree gives may have been put together by somebody else: each part that is used is looked at.
import { checkInteger, checkObject, checkText } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Arithmetic, FusedArithmetic } from "./arithmetic.ts";
import { SUMMED_TYPES, type SummedType } from "./float-type.ts";
import type { RevealedSum } from "./revealed.ts";

type Facts = Pick<RevealedSum, "n" | "type" | "start" | "name" | "arithmetic">;

type SumOrReduce =
  | (Pick<RevealedSum, "kind"> & Facts & { readonly operator?: undefined })
  | { readonly operator: string };

const TYPES = Object.keys(SUMMED_TYPES) as readonly SummedType[];

/** The facts of a revealed sum but for its tree. @throws InvalidArgumentError naming `argument` and what is wrong with it */
export function checkRevealed(argument: string, given: SumOrReduce): Facts {
  if (given?.operator !== undefined) {
    const actual = "that of a reduce by any operator, which has none";
    throw new InvalidArgumentError(argument, "the tree of a sum, with its arithmetic", actual);
  }
  if (given?.kind !== "tree") {
    throw new InvalidArgumentError(argument, 'what revealTree gives, of kind "tree"', describe(given));
  }
  const { n, type, start, name, arithmetic } = given;
  return {
    n: checkInteger(`${argument}.n`, n, 1),
    type: checkName(`${argument}.type`, TYPES, type),
    start: checkName(`${argument}.start`, ["none", "zero"], start),
    name: name === undefined ? undefined : checkText(`${argument}.name`, name),
    arithmetic: checkArithmetic(`${argument}.arithmetic`, arithmetic),
  };
}

function checkArithmetic(argument: string, given: Arithmetic): Arithmetic {
  const { precision, result, rounding, fused } = checkObject(argument, given);
  return {
    precision: checkInteger(`${argument}.precision`, precision, 1),
    result: checkName(`${argument}.result`, TYPES, result),
    ...(rounding === undefined
      ? {}
      : { rounding: checkName(`${argument}.rounding`, ["towardZero"], rounding) }),
    ...(fused === undefined ? {} : { fused: checkFused(`${argument}.fused`, fused) }),
  };
}

function checkFused(argument: string, given: FusedArithmetic): FusedArithmetic {
  const { guardDigits, rounding } = checkObject(argument, given);
  return {
    guardDigits: checkInteger(`${argument}.guardDigits`, guardDigits, 0, 64),
    rounding: checkName(`${argument}.rounding`, ["nearest", "towardZero"], rounding),
  };
}
