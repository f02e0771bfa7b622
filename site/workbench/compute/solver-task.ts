// A network as a program in the published form, whose indices an integer program decides. HiGHS, a megabyte, is loaded when somebody asks.
import {
  InvalidArgumentError,
  openHighs,
  type PairIndexResult,
  printPairIndex,
  synthesizePairIndex,
} from "samebits/networks";
import { type NetworkQuestion, networkOf } from "./network-task.ts";
import type { Report } from "./tasks.ts";

export interface SolverQuestion extends Omit<NetworkQuestion, "other"> {
  readonly mostQuestions: number;
}

export interface SolverAnswer {
  readonly isFound: boolean;
  readonly program: string | undefined; // h, f and g of each phase; the nearest, where none is right
  readonly finding: string;
}

/** Wires of an example: the solver's work grows with every pair. */
const WIDEST_EXAMPLE = 32;

/** For one question, whatever the machine is busy with. */
const TIMEOUT_MS = 5_000;

/** @throws InvalidArgumentError for what is no scan, or too wide */
export async function answerSolver(question: SolverQuestion, report: Report): Promise<SolverAnswer> {
  const { contract, pairs, mostQuestions } = question;
  const { network } = networkOf(contract, pairs);
  if (network.width > WIDEST_EXAMPLE) {
    const expected = `an example of at most ${WIDEST_EXAMPLE} wires: the program is for every width all the same`;
    throw new InvalidArgumentError("width", expected, String(network.width));
  }
  report({ fraction: 0, what: "loading HiGHS" });
  const solver = await openHighs(() => import("highs"));
  try {
    report({ fraction: 0.1, what: `asking ${solver.name} ${solver.version}` });
    const limits = { mostQuestions, timeoutMs: TIMEOUT_MS };
    return answerOf(await synthesizePairIndex(network, solver, limits));
  } finally {
    await solver.close();
  }
}

function answerOf(result: PairIndexResult): SolverAnswer {
  const asked = `${result.questions} ${result.questions === 1 ? "question" : "questions"}`;
  if (result.status === "found") {
    return {
      isFound: true,
      program: printPairIndex(result.program).trimEnd(),
      finding: `Found by ${asked} to the solver. It makes a scan at N = ${result.validAt.join(", ")}. In step i thread j adds a[f(i, j)] to a[g(i, j)]; h(N) is the number of steps.`,
    };
  }
  return {
    isFound: false,
    program: result.nearest && printPairIndex(result.nearest).trimEnd(),
    finding: `The solver gave up after ${asked}: ${result.reason}. ${result.nearest === undefined ? "" : "Above is the nearest program. "}Let it ask more, or take a smaller width.`,
  };
}
