import { someElementaryFunction } from "../operators/elementary-terms.ts";
import { evaluateColumns } from "../operators/evaluate.ts";
import { binary, bitcast, constant, left, select, type Term, unary } from "../operators/term.ts";
import { askSmt } from "../solvers/ask-solver.ts";
import type { SmtSolver } from "../solvers/smt.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import type { Column } from "../values/value-types.ts";
import { sameColumns } from "./law-evaluator.ts";
import type { LawSides } from "./law-sides.ts";
import { normalForms, normalizer } from "./normal-form.ts";
import { type Equality, type LawQuestion, termText } from "./question.ts";
import { openConditions, reduceUnder } from "./reduce-under.ts";
import { shrink } from "./simplest-counterexample.ts";

import { lawScript, readModel } from "./smt-law.ts";

type Operands = readonly Scalar[]; // all of a law's operands, side by side

/** A law taken apart by the conditions of its choices. */
export interface CaseAnalysis {
  readonly conditions: readonly Term[];
  readonly cases: readonly Case[];
  readonly isComplete: boolean; // false: there were too many cases
  readonly impossibleCount: number; // combinations, or beginnings of some, that a solver has ruled out
  readonly unseenCount: number; // likewise that no sample has shown, and nothing has ruled out
}

/** One combination of the conditions, and what the sides of the law are there. */
export interface Case {
  readonly truths: readonly (boolean | undefined)[]; // by condition; undefined: it does not matter here
  readonly left: readonly Term[];
  readonly right: readonly Term[];
  readonly comparison: "equal" | "equal in samples" | "different";
  readonly example: Operands; // in the case; where the sides differ, if they do
}

interface AnalysisOptions {
  readonly sides: LawSides;
  readonly equality: Equality;
  readonly columnTypes: readonly ScalarType[]; // of all operands, side by side
  readonly samples: readonly Operands[]; // for which the assumptions hold
  readonly solver: CaseSolver | undefined;
  readonly mostCases: number;
}

/** With so few conditions all combinations are gone through, as one does on paper; with more, only those that matter. */
const FEW_CONDITIONS = 4;

/** Goes through the combinations of a law's conditions that can occur. Cost: one sample set, and one question for each not shown by it. */
export async function analyseCases(options: AnalysisOptions): Promise<CaseAnalysis> {
  const first = await walk(options, undefined, undefined);
  if (first.conditions.length <= FEW_CONDITIONS && first.isComplete) {
    return walk(options, first.conditions, options.solver);
  }
  return walk(options, undefined, options.solver);
}

interface Branch {
  readonly assumed: ReadonlyMap<string, boolean>;
  readonly path: readonly Term[]; // conditions, negated where they do not hold
  readonly samples: readonly Operands[];
}

/** Depth first, the true branch of each condition before the false one. `fixed` conditions are gone through whether they matter or not. */
async function walk(
  options: AnalysisOptions,
  fixed: readonly Term[] | undefined,
  solver: CaseSolver | undefined,
): Promise<CaseAnalysis> {
  const { sides, mostCases } = options;
  const textOf = textsOf();
  const conditions = new Map<string, Term>((fixed ?? []).map((term) => [textOf(term), term]));
  const leaves: (Branch & Pick<Case, "left" | "right">)[] = [];
  const missing = { impossibleCount: 0, unseenCount: 0 };
  const visit = async (branch: Branch): Promise<boolean> => {
    const reduced = reduceUnder([...sides.left, ...sides.right], branch.assumed, textOf);
    const open = openConditions(reduced, textOf);
    const next = [...(fixed === undefined ? open : conditions)].find(([text]) => !branch.assumed.has(text));
    if (next === undefined) {
      if (leaves.length === mostCases) return false;
      leaves.push({
        ...branch,
        left: reduced.slice(0, sides.left.length),
        right: reduced.slice(sides.left.length),
      });
      return true;
    }
    const [text, condition] = next;
    conditions.set(text, condition);
    for (const truth of [true, false]) {
      const path = [...branch.path, truth ? condition : unary("not", condition)];
      const samples = await samplesIn(
        branch.samples,
        condition,
        truth,
        [...sides.assumptions, ...path],
        solver,
      );
      const assumed = new Map([...branch.assumed, [text, truth]]);
      const remaining = fixed === undefined ? 1 : 2 ** (fixed.length - path.length);
      if (samples === "none") missing.impossibleCount += remaining;
      else if (samples.length === 0) missing.unseenCount += remaining;
      else if (!(await visit({ assumed, path, samples }))) return false;
    }
    return true;
  };
  const isComplete = await visit({ assumed: new Map(), path: [], samples: options.samples });
  const cases: Case[] = [];
  for (const leaf of leaves) {
    const truths = [...conditions.keys()].map((text) => leaf.assumed.get(text));
    cases.push({ truths, left: leaf.left, right: leaf.right, ...(await compare(leaf, options, solver)) });
  }
  return { conditions: [...conditions.values()], cases, isComplete, ...missing };
}

/** The samples of a branch in which a condition is true or false; if none is, one that a solver finds, or "none" if it says so. */
async function samplesIn(
  samples: readonly Operands[],
  condition: Term,
  truth: boolean,
  conditions: readonly Term[],
  solver: CaseSolver | undefined,
): Promise<readonly Operands[] | "none"> {
  const inside = samples.filter(
    (operands) => (evaluateColumns([condition], operands, [])[0] === 1) === truth,
  );
  if (inside.length > 0 || solver === undefined) return inside;
  const found = await findOperands(conditions, solver);
  if (found === "none") return "none";
  return found === undefined ? [] : [found];
}

async function compare(
  leaf: Branch & Pick<Case, "left" | "right">,
  { columnTypes, equality, sides }: AnalysisOptions,
  solver: CaseSolver | undefined,
): Promise<Pick<Case, "comparison" | "example">> {
  const { left, path, right, samples } = leaf;
  const types = left.map(({ type }) => type);
  const valuesOf = (terms: readonly Term[], operands: Operands): readonly Scalar[] =>
    evaluateColumns(terms, operands, []);
  const forms = normalForms([...left, ...right]);
  if (forms !== undefined && left.every((_, i) => forms[i] === forms[left.length + i])) {
    return { comparison: "equal", example: samples[0] };
  }
  const isDifferent = (operands: Operands): boolean =>
    valuesOf([...sides.assumptions, ...path], operands).every((truth) => truth === 1) &&
    !sameColumns(types, valuesOf(left, operands), valuesOf(right, operands), equality);
  const differing = samples.find(isDifferent);
  if (differing !== undefined) {
    const [example] = shrink([differing], columnTypes, ([operands]) => isDifferent(operands));
    return { comparison: "different", example };
  }
  if (solver === undefined) return { comparison: "equal in samples", example: samples[0] };
  const pairs = left.map((term, i) => [term, right[i]] as const);
  const found = await findDifference([...sides.assumptions, ...path], pairs, equality, solver);
  if (found === "none") return { comparison: "equal", example: samples[0] };
  if (found === undefined) return { comparison: "equal in samples", example: samples[0] };
  return { comparison: "different", example: found };
}

/** The text of a term, made once: its normal form, so that `max(x, y)` and `max(y, x)` are one condition's. */
function textsOf(): (term: Term) => string {
  const texts = new Map<Term, string>();
  const formsOf = normalizer();
  return (term) => {
    const known = texts.get(term);
    if (known !== undefined) return known;
    const text = formsOf([term])?.[0] ?? JSON.stringify(termText([term]));
    texts.set(term, text);
    return text;
  };
}

/**
 * Questions about one case of a law, put as questions about an operator.
 *
 * All operands of the law, side by side, are the columns of one value, with a bool at the end, the flag. That the operator which inverts the
 * flag is idempotent on a carrier has a counterexample exactly if the carrier has a value.
 */
interface CaseSolver {
  readonly open: () => Promise<SmtSolver | undefined>;
  readonly columns: readonly Column[]; // of all operands of the law
  readonly timeoutMs: number;
}

/** Whether some conditions can hold together; with operands for which they do. Undefined where the solver does not know. */
async function findOperands(
  conditions: readonly Term[],
  context: CaseSolver,
): Promise<"none" | readonly Scalar[] | undefined> {
  return ask(context, conditions, (flag) => unary("not", flag));
}

/** Whether two lists of terms are the same wherever some conditions hold; else operands for which they are not. */
async function findDifference(
  conditions: readonly Term[],
  sides: readonly (readonly [left: Term, right: Term])[],
  equality: Equality,
  context: CaseSolver,
): Promise<"none" | readonly Scalar[] | undefined> {
  const areSame = sides
    .map(([first, second]) => isSame(first, second, equality))
    .reduce((all, each) => binary("and", all, each), constant("bool", 1));
  return ask(context, conditions, (flag) => select(areSame, flag, unary("not", flag)));
}

async function ask(
  { columns, open, timeoutMs }: CaseSolver,
  conditions: readonly Term[],
  flagOf: (flag: Term) => Term,
): Promise<"none" | readonly Scalar[] | undefined> {
  const flag = left("bool", columns.length);
  const wide = [
    ...columns.map(({ type }, i) => ({ path: [`c${i}`], type })),
    { path: ["flag"], type: "bool" } as const,
  ];
  const question: LawQuestion = {
    law: "idempotent",
    body: { columns: wide, terms: [...columns.map(({ type }, i) => left(type, i)), flagOf(flag)] },
    type: Object.fromEntries(wide.map(({ path, type }) => [path[0], type])),
    equality: "bits",
    carrier: conditions.reduce((all, each) => binary("and", all, each), constant("bool", 1)),
  };
  const script = lawScript(question, "bits");
  const solver = script === undefined ? undefined : await open();
  if (script === undefined || solver === undefined) return undefined;
  const answer = await askSmt(solver, script.script, timeoutMs);
  if (answer.status === "unsat") return "none";
  // A model may be of other functions than the elementary ones.
  if (answer.status !== "sat" || someElementaryFunction(question.body.terms) !== undefined) return undefined;
  return readModel(question, script, answer.model)[0].slice(0, columns.length);
}

function isSame(first: Term, second: Term, equality: Equality): Term {
  const { type } = first;
  if (type !== "f64" && type !== "f32") return binary("equal", first, second);
  const word = type === "f64" ? "u64" : "u32";
  const sameBits = binary("equal", bitcast(word, first), bitcast(word, second));
  return equality === "bits" ? sameBits : binary("or", sameBits, binary("equal", first, second));
}
