// Programs in the published form: h, f and g of each phase are sums of basis functions with whole coefficients.
import { checkInteger, checkList, checkObject, checkText } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { add, ceilLog2, compare, integer, multiply, subtract, WIDTH } from "../programs/build-terms.ts";
import { decodeTerm } from "../programs/decode-program.ts";
import type { IndexTerm, NetworkProgram } from "../programs/network-program.ts";

/** One of the functions that an index function is a sum of. */
export interface BasisTerm {
  readonly term: IndexTerm; // over i, j, N
  readonly text: string; // as the published formulas write it
  readonly cost: number; // a whole number: what it costs to use it at all, beside the size of its coefficient
}

/** The functions that index functions are sums of, with whole numbers as coefficients. */
export type IndexBasis = readonly BasisTerm[];

/** A sum of functions of a basis: f or g of a phase. Empty: 0. */
export type IndexFunction = readonly IndexSummand[];

/** A function of the basis times a whole number. */
export interface IndexSummand {
  readonly coefficient: number; // a whole number, not 0
  readonly of: BasisTerm;
}

/**
 * A loop program in the published form: pair j of step i of a phase is (f(i, j), g(i, j)), for all j with g(i, j) < N.
 */
export interface PairIndexProgram {
  readonly phases: readonly PairIndexPhase[];
}

/** The steps i from `first` on, `count` of them, whose pairs are (f(i, j), g(i, j)). */
export interface PairIndexPhase {
  readonly first: WidthForm; // the lowest value of i
  readonly count: WidthForm; // h(N), how many values i takes
  readonly direction: "up" | "down";
  readonly f: IndexFunction; // the source
  readonly g: IndexFunction; // the destination
}

/** logs·⌈log2 N⌉ + widths·N + constant. */
export interface WidthForm {
  readonly logs: number;
  readonly widths: number;
  readonly constant: number;
}

/** Coefficients that are added and multiplied stay whole numbers. */
const LARGEST = 2 ** 31;

/** A program from what a caller gives as one: made anew, checked whole. @throws InvalidArgumentError, FormatError naming the place */
function copyPairIndex(given: unknown): PairIndexProgram {
  const { phases } = checkObject("program", given as PairIndexProgram);
  return { phases: copyList("program.phases", phases, "phases", copyPhase) };
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
function copyIndexFunction(given: IndexFunction, place = "summands"): IndexFunction {
  return copyList(place, given, "summands", (summand, name) => {
    const { coefficient, of } = checkObject(name, summand);
    return {
      coefficient: checkCoefficient(`${name}.coefficient`, coefficient),
      of: copyBasisTerm(of, `${name}.of`),
    };
  });
}

/** The same for what functions are sums of. */
export function copyBasis(given: IndexBasis, place = "basis"): IndexBasis {
  return copyList(place, given, "functions", copyBasisTerm);
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
  items: string,
  copy: (item: Item, place: string) => Item,
): readonly Item[] {
  return (checkList(place, given, items) as readonly Item[]).map((item, index) =>
    copy(item, `${place}[${index}]`),
  );
}

/** The same program as every emitter and prover takes it. */
export function networkProgramOf(program: PairIndexProgram): NetworkProgram {
  const { phases } = copyPairIndex(program);
  return {
    phases: phases.map(({ first, count, direction, f, g }) => {
      const destination = indexFunctionTerm(g);
      return {
        first: widthFormTerm(first),
        count: widthFormTerm(count),
        direction,
        guard: compare(destination, "less", WIDTH),
        source: indexFunctionTerm(f),
        destination,
      };
    }),
  };
}

function widthFormTerm({ logs, widths, constant }: WidthForm): IndexTerm {
  const parts = [
    ...(logs === 0 ? [] : [multiply(integer(logs), ceilLog2(WIDTH))]),
    ...(widths === 0 ? [] : [multiply(integer(widths), WIDTH)]),
    integer(constant),
  ];
  return parts.reduce((sum, part) => add(sum, part));
}

/** The function as a term of programs. */
export function indexFunctionTerm(summands: IndexFunction): IndexTerm {
  const ordered = [...summands].sort((one, other) => other.coefficient - one.coefficient); // the negative last
  return ordered.reduce<IndexTerm>((sum, { coefficient, of }, index) => {
    const part = multiply(integer(Math.abs(coefficient)), of.term);
    if (index === 0) return multiply(integer(coefficient), of.term);
    return coefficient < 0 ? subtract(sum, part) : add(sum, part);
  }, integer(0));
}

/** The function as the published formulas write it: −1 + 2^i + 2·j·2^i. */
export function printIndexFunction(summands: IndexFunction): string {
  const text = copyIndexFunction(summands)
    .map(({ coefficient, of }) => {
      const size = Math.abs(coefficient);
      const part = of.text === "1" ? String(size) : size === 1 ? of.text : `${size}·${of.text}`;
      return `${coefficient < 0 ? "− " : "+ "}${part}`;
    })
    .join(" ");
  return text === "" ? "0" : text.replace(/^\+ /, "").replace(/^− /, "−");
}

/**
 * A program in the notation of the published formulas: h, f and g of each phase, numbered where there are several. The loop of a phase
 * stands beside it where it is not `for (i = 0; i < h(N); i++)`.
 */
export function printPairIndex(program: PairIndexProgram): string {
  const { phases } = copyPairIndex(program);
  return phases
    .map(({ first, count, direction, f, g }, index) => {
      const number = phases.length === 1 ? "" : String(index + 1);
      const start = printWidthForm(first);
      const end = `h${number}(N)${start === "0" ? "" : ` + ${start}`}`;
      const loop =
        direction === "up"
          ? `for (i = ${start}; i < ${end}; i++)`
          : `for (i = ${end} − 1; i >= ${start}; i--)`;
      return [
        `h${number}(N) = ${printWidthForm(count)}${direction === "up" && start === "0" ? "" : `   ${loop}`}`,
        `f${number}(i, j) = ${printIndexFunction(f)}`,
        `g${number}(i, j) = ${printIndexFunction(g)}`,
        "",
      ].join("\n");
    })
    .join("\n");
}

export function printWidthForm({ logs, widths, constant }: WidthForm): string {
  const parts = [
    ...(logs === 0 ? [] : [logs === 1 ? "log(N)" : `${logs}·log(N)`]),
    ...(widths === 0 ? [] : [widths === 1 ? "N" : `${widths}·N`]),
  ].join(" + ");
  if (parts === "") return String(constant);
  if (constant === 0) return parts;
  return `${parts} ${constant < 0 ? "−" : "+"} ${Math.abs(constant)}`;
}
