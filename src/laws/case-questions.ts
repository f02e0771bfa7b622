import { binary, bitcast, constant, left, select, type Term, unary } from "../operators/term.ts";
import { askSmt } from "../solvers/ask-smt.ts";
import type { SmtSolver } from "../solvers/smt.ts";
import type { Scalar } from "../values/element-types.ts";
import type { Column } from "../values/value-types.ts";
import type { Equality, LawQuestion } from "./question.ts";
import { lawScript, readModel } from "./smt-law.ts";

/**
 * Questions about one case of a law, put as questions about an operator.
 *
 * All operands of the law, side by side, are the columns of one value, with a bool at the end, the flag. That the operator which inverts the
 * flag is idempotent on a carrier has a counterexample exactly if the carrier has a value.
 */
export interface CaseSolver {
  readonly open: () => Promise<SmtSolver | undefined>;
  readonly columns: readonly Column[]; // of all operands of the law
  readonly timeoutMs: number;
}

/** Whether some conditions can hold together; with operands for which they do. Undefined where the solver does not know. */
export async function findOperands(
  conditions: readonly Term[],
  context: CaseSolver,
): Promise<"none" | readonly Scalar[] | undefined> {
  return ask(context, conditions, (flag) => unary("not", flag));
}

/** Whether two lists of terms are the same wherever some conditions hold; else operands for which they are not. */
export async function findDifference(
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
  if (answer.status !== "sat") return undefined;
  return readModel(question, script, answer.model)[0].slice(0, columns.length);
}

function isSame(first: Term, second: Term, equality: Equality): Term {
  const { type } = first;
  if (type !== "f64" && type !== "f32") return binary("equal", first, second);
  const word = type === "f64" ? "u64" : "u32";
  const sameBits = binary("equal", bitcast(word, first), bitcast(word, second));
  return equality === "bits" ? sameBits : binary("or", sameBits, binary("equal", first, second));
}
