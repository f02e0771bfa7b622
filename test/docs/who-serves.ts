// Which executor computes which expression by which function: asked of their refusals, so that the document says what they say.
import { columnContract } from "../../src/contracts/column-contract.ts";
import type { Observation } from "../../src/contracts/contract.ts";
import type { Executor, Refusal, Request } from "../../src/executors/executor.ts";
import { networksWasmExecutor } from "../../src/executors/wasm/networks-wasm-executor.ts";
import { blockDyadic, type Expression, interleaved } from "../../src/expressions/expression.ts";
import { printExpression } from "../../src/expressions/print.ts";
import { binary, right } from "../../src/operators/term.ts";
import { checkOnline } from "../../src/streams/online-contract.ts";
import { InvalidArgumentError, UnsupportedError } from "../../src/values/errors.ts";
import { contractOf, EXPRESSIONS, OBSERVATIONS, SUBJECTS, withExecutors } from "./determinism-matrix.ts";
import { table } from "./table.ts";

/** Beside those of the matrix: one lane, blocks that are no power of two, also more of them than a workgroup has room for. */
const MORE: readonly Expression[] = [interleaved(1), blockDyadic(24), blockDyadic(5000)];

/** Over one sequence; over each segment, key, bin or line; of each cell of a product of matrices. */
const OVER = ["a sequence", "segments", "products"] as const;

interface Question {
  readonly over: (typeof OVER)[number];
  readonly request: Request;
}

/** An executor as the table names it. */
interface Column {
  readonly name: string;
  readonly refusal: (request: Request) => Refusal | undefined;
  readonly hasSegments: boolean;
}

/** What an executor refuses: a reason, and of which functions. */
interface Gap {
  readonly reason: string;
  readonly isAllowed: boolean; // where it is asked for twice
  readonly of: Set<string>;
}

/** The table, and why what is missing is missing. */
export async function whoServes(): Promise<string> {
  return withExecutors((executors) => {
    const columns = [...executors.map(columnOf), streams()];
    const reasons: string[] = [];
    const rows = [...EXPRESSIONS, ...MORE].map((expression) => {
      const questions = questionsOf(expression);
      const cells = columns.map((column) => {
        const asked = questions.filter(({ over }) => column.hasSegments || over === "a sequence");
        return cellOf(gapsOf(column, asked), asked, reasons);
      });
      return [`\`${printExpression(expression)}\``, ...cells];
    });
    const lines = table([["expression", ...columns.map(({ name }) => name)], ...rows]);
    return `${lines}\n${reasons.map((reason, i) => `${i + 1}. ${reason}.\n`).join("")}`.trimEnd();
  });
}

function columnOf(executor: Executor): Column {
  return { name: executor.name, refusal: (request) => executor.refusal(request), hasSegments: true };
}

/** Sequences that keep arriving: they have no segments, lines and cells. */
function streams(): Column {
  const { refusal } = networksWasmExecutor();
  return {
    name: "streams",
    hasSegments: false,
    refusal(request) {
      const { contract, observation } = request;
      try {
        checkOnline({ ...contract, kind: "typed" } as never, observation);
      } catch (error) {
        if (error instanceof UnsupportedError) return error;
        if (!(error instanceof InvalidArgumentError)) throw error;
      }
      return refusal(request);
    },
  };
}

/** Every function of every operator that has a contract by the expression. */
function questionsOf(expression: Expression): readonly Question[] {
  const questions: Question[] = [];
  for (const subject of SUBJECTS) {
    for (const observation of OBSERVATIONS) {
      const asked = contractOf({ level: "everywhere", observation, subject, expression });
      if (asked instanceof Error || asked.kind === "function") continue;
      const contract = columnContract(asked);
      const request = { contract, observation, allowQuadratic: false };
      questions.push(
        { over: "a sequence", request },
        { over: "segments", request: { ...request, isSegmented: true } },
      );
      if (observation !== "reduce" || subject.operator !== "add") continue;
      const type = contract.sums[0];
      const product = binary("multiply", right(type), right(type));
      questions.push({ over: "products", request: { ...request, product } });
    }
  }
  return questions;
}

function gapsOf({ refusal }: Column, questions: readonly Question[]): readonly Gap[] {
  const gaps = new Map<string, Gap>();
  for (const { over, request } of questions) {
    const refused = refusal(request);
    if (refused === undefined) continue;
    const isAllowed = refusal({ ...request, allowQuadratic: true }) === undefined;
    const gap = gaps.get(refused.reason) ?? { reason: refused.reason, isAllowed, of: new Set() };
    gaps.set(refused.reason, gap);
    gap.of.add(functionOf(over, request.observation));
  }
  return [...gaps.values()];
}

function functionOf(over: Question["over"], observation: Observation): string {
  if (over === "products") return over;
  const what = observation === "reduce" ? "reduces" : "scans";
  return over === "segments" ? `${what} of segments` : what;
}

/** "full", or what is missing and the number of the reason. */
function cellOf(gaps: readonly Gap[], questions: readonly Question[], reasons: string[]): string {
  if (gaps.length === 0) return "full";
  const all = new Set(questions.map(({ over, request }) => functionOf(over, request.observation)));
  return gaps
    .map(({ reason, isAllowed, of }) => {
      if (!reasons.includes(reason)) reasons.push(reason);
      const number = `(${reasons.indexOf(reason) + 1})`;
      const some = [...of].join(", ").replace("scans, scans of segments", "scans");
      if (isAllowed) return `full; ${some} with \`allowQuadratic\` ${number}`;
      return of.size === all.size ? `refused ${number}` : `no ${some} ${number}`;
    })
    .join("; ");
}
