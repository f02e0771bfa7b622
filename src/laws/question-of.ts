import { exactConstant, exactlyOf } from "../operators/builder/scalar-values.ts";
import { checkTerms } from "../operators/check-terms.ts";
import { type AnyOperator, bodyOf, typeOf } from "../operators/operator.ts";
import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { checkSolver, checkTimeout } from "../solvers/check-solver.ts";

import type { SmtSolver } from "../solvers/smt.ts";
import { checkFunction, checkInteger, checkObject, checkSeed } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";

import { describe } from "../values/describe.ts";
import type { ElementType, Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type Column, flattenValue, pathText, type ValueType } from "../values/value-types.ts";
import { asksForIdentity, EQUALITIES, type Equality, LAWS, type Law, type LawQuestion } from "./question.ts";

/** How a law is asked for, and how hard it is looked at. */
export interface LawOptions {
  readonly type?: ElementType | undefined; // of an operator over single elements on several types; default: its first
  readonly identity?: unknown; // in the shape of the type; default: the operator's own, or the one that its author claims
  readonly carrier?: Term | "everything" | undefined; // bool over "left"; default: what the author claims
  readonly equality?: Equality | undefined; // default "bits"
  readonly seed?: bigint | undefined; // of the samples; default 0
  readonly sampleCount?: number | undefined; // default: 100 to 2000, fewer for larger terms
  readonly timeoutMs?: number | undefined; // of one question to the solver; default 10,000
  readonly budgetMs?: number | undefined; // of all questions together, by `now`; none
  readonly now?: (() => number) | undefined; // milliseconds; needed for a budget
  readonly solver?: SmtSolver | "none" | undefined; // default: z3 if installed, opened when needed and closed at the end
  readonly cache?: CertificateCache | undefined; // default: none
}

/** Where certificates are kept between runs. Keys are file names: letters, digits, "-" and ".". What it returns is checked, not trusted. */
export interface CertificateCache {
  readonly get: (key: string) => Promise<string | undefined>;
  readonly set: (key: string, certificate: string) => Promise<void>;
}

/** The question that a law of an operator is, with what the options leave out filled in. @throws InvalidArgumentError */
export function questionOf(operator: AnyOperator, law: Law, options: LawOptions): LawQuestion {
  checkName("law", LAWS, law);
  const equality = checkName("equality", EQUALITIES, options.equality ?? "bits");
  const element = elementOf(operator, options.type);
  const body = bodyOf(operator, element);
  const type = typeOf(operator, element);
  const identity = identityFor(operator, options, type, body.columns, element);
  const carrier = carrierFor(operator, options, body.columns);
  if (asksForIdentity(law) && identity === undefined) {
    throw new InvalidArgumentError("identity", `given, or claimed by the operator, for ${law}`, "none");
  }
  if (law === "closed" && carrier === undefined) {
    throw new InvalidArgumentError("carrier", "given, or claimed by the operator, for closed", "none");
  }
  const hasIdentity = asksForIdentity(law) || law === "closed";
  return {
    law,
    body: { columns: body.columns, terms: body.terms },
    type,
    equality,
    ...(hasIdentity && identity !== undefined ? { identity } : {}),
    ...(carrier === undefined ? {} : { carrier }),
  };
}

/** The laws that can be asked of an operator: about an identity or a carrier only where there is one. */
export function lawsThatApply(operator: AnyOperator, options: LawOptions): readonly Law[] {
  const element = elementOf(operator, options.type);
  const { columns } = bodyOf(operator, element);
  const hasIdentity =
    identityFor(operator, options, typeOf(operator, element), columns, element) !== undefined;
  const hasCarrier = carrierFor(operator, options, columns) !== undefined;
  return LAWS.filter((law) => {
    if (asksForIdentity(law)) return hasIdentity;
    return law !== "closed" || hasCarrier;
  });
}

function elementOf(operator: AnyOperator, type: ElementType | undefined): ElementType | undefined {
  if (type === undefined) return undefined;
  if (operator.kind === "record-operator") {
    throw new InvalidArgumentError("type", "left out, as the operator is over records", describe(type));
  }
  return checkName("type", operator.types, type);
}

function identityFor(
  operator: AnyOperator,
  options: LawOptions,
  type: ValueType,
  columns: readonly Column[],
  element: ElementType | undefined,
): readonly Scalar[] | undefined {
  if (options.identity === undefined) {
    const known = operator.kind === "operator" ? operator.identity(element ?? operator.types[0]) : undefined;
    return known === undefined ? operator.claims?.identity : [known];
  }
  return flattenValue(type, options.identity, "identity").map((value, index) => {
    const scalar = exactConstant(columns[index].type, value);
    if (scalar !== undefined) return scalar;
    const path = pathText(columns[index]);
    throw new InvalidArgumentError(
      `identity${path && `.${path}`}`,
      exactlyOf(columns[index].type),
      describe(value),
    );
  });
}

function carrierFor(
  operator: AnyOperator,
  options: LawOptions,
  columns: readonly Column[],
): Term | undefined {
  if (options.carrier === "everything") return undefined;
  if (options.carrier === undefined) return operator.claims?.carrier;
  const [carrier] = checkTerms("carrier", columns, [options.carrier]);
  if (carrier.type !== "bool") throw new InvalidArgumentError("carrier", "a term of type bool", carrier.type);
  if (termList([carrier]).nodes.some(({ term }) => term.kind === "right")) {
    throw new InvalidArgumentError("carrier", "over columns of the left operand alone", "one with right");
  }
  return carrier;
}

const NAMES: readonly string[] =
  "type identity carrier equality seed sampleCount timeoutMs budgetMs now solver cache".split(" ");

/** Samples that are kept while they are tried. */
const MOST_SAMPLES = 2 ** 24;

/** The options that every question about a law has, looked at. @throws InvalidArgumentError */
export function checkLawOptions(options: LawOptions, further: readonly string[] = []): void {
  checkOptionNames(options, [...NAMES, ...further]);
  const { budgetMs, cache, now, sampleCount, seed, solver, timeoutMs } = options;
  if (seed !== undefined) checkSeed(seed);
  if (sampleCount !== undefined) checkInteger("sampleCount", sampleCount, 0, MOST_SAMPLES);
  if (timeoutMs !== undefined) checkTimeout(timeoutMs);
  if (now !== undefined) checkFunction("now", now);
  if (budgetMs !== undefined) {
    checkInteger("budgetMs", budgetMs, 0, Number.MAX_SAFE_INTEGER);
    if (now === undefined) {
      throw new InvalidArgumentError("now", "a clock in milliseconds where there is a budget", "none");
    }
  }
  if (solver !== undefined && solver !== "none") checkSolver(solver, "check");
  if (cache === undefined) return;
  checkFunction("cache.get", checkObject("cache", cache).get);
  checkFunction("cache.set", cache.set);
}
