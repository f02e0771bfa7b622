import { checkInteger, checkObject, checkText } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { decodeTerm } from "../programs/decode-program.ts";
import type {
  BasisTerm,
  IndexBasis,
  IndexFunction,
  PairIndexPhase,
  PairIndexProgram,
  WidthForm,
} from "./pair-index-model.ts";

/** Coefficients that are added and multiplied stay whole numbers. */
const LARGEST = 2 ** 31;

/** A program from what a caller gives for one: made anew, checked whole. @throws InvalidArgumentError, FormatError naming the place */
export function copyPairIndex(given: unknown): PairIndexProgram {
  const { phases } = checkObject("program", given as PairIndexProgram);
  return { phases: copyList("program.phases", phases, copyPhase) };
}

function copyPhase(given: PairIndexPhase, place: string): PairIndexPhase {
  const { first, count, direction, f, g } = checkObject(place, given);
  return {
    first: copyForm(first, `${place}.first`),
    count: copyForm(count, `${place}.count`),
    direction: checkName(`${place}.direction`, ["up", "down"], direction),
    f: copyIndexFunction(f, `${place}.f`),
    g: copyIndexFunction(g, `${place}.g`),
  };
}

function copyForm(given: WidthForm, place: string): WidthForm {
  const { logs, widths, constant } = checkObject(place, given);
  return {
    logs: checkCoefficient(`${place}.logs`, logs),
    widths: checkCoefficient(`${place}.widths`, widths),
    constant: checkCoefficient(`${place}.constant`, constant),
  };
}

/** The same for one of its functions. */
export function copyIndexFunction(given: IndexFunction, place = "summands"): IndexFunction {
  return copyList(place, given, (summand, name) => {
    const { coefficient, of } = checkObject(name, summand);
    return {
      coefficient: checkCoefficient(`${name}.coefficient`, coefficient),
      of: copyBasisTerm(of, `${name}.of`),
    };
  });
}

/** The same for what functions are sums of. */
export function copyBasis(given: IndexBasis, place = "basis"): IndexBasis {
  return copyList(place, given, copyBasisTerm);
}

function copyBasisTerm(given: BasisTerm, place: string): BasisTerm {
  const { term, text, cost } = checkObject(place, given);
  return {
    term: decodeTerm(term, `${place}.term`),
    text: checkText(`${place}.text`, text),
    cost: checkInteger(`${place}.cost`, cost, 0, LARGEST),
  };
}

function checkCoefficient(place: string, given: unknown): number {
  return checkInteger(place, given, -LARGEST, LARGEST);
}

function copyList<Item>(
  place: string,
  given: readonly Item[],
  copy: (item: Item, place: string) => Item,
): readonly Item[] {
  if (!Array.isArray(given)) throw new InvalidArgumentError(place, "an array", describe(given));
  return Array.from(given as readonly Item[], (item, index) => copy(item, `${place}[${index}]`));
}
