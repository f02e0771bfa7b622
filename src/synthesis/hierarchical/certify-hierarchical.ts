// Proofs of hierarchical programs for every N and K: of what a block does, of the middle, and of what enters between.
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ProgramCertificate } from "../certificates/certificate.ts";
import { certifyProgram } from "../certificates/certify-program.ts";
import { enteringObligation, isShown } from "../certificates/obligations.ts";
import { programStages } from "../certificates/program-stages.ts";
import { leastWidth } from "../certificates/proof-ground.ts";
import { initialSpans, runnablePhase, spansAfter } from "../leaf/span-state.ts";
import { compileCondition } from "../programs/evaluate-term.ts";
import { printProgram, printTerm } from "../programs/print-program.ts";
import { checkHierarchicalProgram, type HierarchicalProgram } from "./hierarchical-program.ts";

/** What is known of a hierarchical program for all N and K: two certificates that can be followed by themselves, or why it is tested only. */
export type HierarchicalProof =
  | {
      readonly kind: "proved";
      readonly block: ProgramCertificate; // of first and last, one after the other: a scan of a block
      readonly middle: ProgramCertificate;
      readonly obligationCount: number; // of both, and one of what enters
    }
  | { readonly kind: "tested"; readonly reason: string };

const DEFAULT_TIMEOUT_MS = 5000;

/**
 * Proves that a program that sends one value is a scan at every N and K, for every associative operator, or says where the proof stops.
 *
 * The first and the last stage together are shown to be a scan of a block, the middle to be one of totals; and that after the first stage what enters enters exactly
 * the rows that begin their block, but for the last, which holds the whole of it. In an associative scan nothing that begins its block takes
 * up anything more, so that the value that entered stands before everything that its row is taken up by.
 *
 * @throws InvalidArgumentError for what is no such program
 */
export async function certifyHierarchical(
  given: HierarchicalProgram,
  solver: SmtSolver,
  options: { readonly timeoutMs?: number } = {},
): Promise<HierarchicalProof> {
  const program = checkHierarchicalProgram(given);
  checkSolver(solver, "check");
  checkOptionNames(options, ["timeoutMs"]);
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  checkTimeout(timeoutMs);
  const { first, last, middle, sentCount, lengths, sent } = program;
  if (sentCount !== 1 || lengths !== "any" || printTerm(sent) !== "N - 1") {
    return {
      kind: "tested",
      reason: "proofs are of programs that send the last row of blocks of any length",
    };
  }
  const whole = { phases: [...first.phases, ...last.phases] };
  const block = await certifyProgram(whole, solver, { timeoutMs });
  if (block.kind === "tested") return { ...block, reason: `in a block: ${block.reason}` };
  const outer = await certifyProgram(middle, solver, { timeoutMs });
  if (outer.kind === "tested") return { ...outer, reason: `among blocks: ${outer.reason}` };
  const isSame = printProgram(block.certificate.program) === printProgram(whole);
  const stages = isSame && block.certificate.direction === "forward" ? programStages(first) : undefined;
  const { leastLevels, spans } = block.certificate;
  const stage = stages?.at(-1);
  if (stages === undefined || stage === undefined || outer.certificate.direction !== "forward") {
    return { kind: "tested", reason: "its first stage has another form in the proof" };
  }
  const wrong = wrongEntry(program, leastWidth(leastLevels));
  if (wrong !== undefined)
    return { kind: "tested", reason: `what enters a block of ${wrong} rows is not right` };
  const obligation = enteringObligation(stage, spans[stages.length - 1], program.entry, leastLevels);
  if (!(await isShown(solver, obligation, timeoutMs))) {
    return { kind: "tested", reason: "that what enters enters all rows that need it could not be shown" };
  }
  const obligationCount = block.obligationCount + outer.obligationCount + 1;
  return { kind: "proved", block: block.certificate, middle: outer.certificate, obligationCount };
}

/** A block length below the given one, of which a proof does not speak, where what enters is wrong. */
function wrongEntry({ first, entry }: HierarchicalProgram, end: number): number | undefined {
  const enters = compileCondition(entry);
  for (let width = 1; width < end; width++) {
    let state = initialSpans(width);
    for (const phase of first.phases) {
      const after = spansAfter(state, runnablePhase(phase), "associative");
      if (after === undefined) return width;
      state = after;
    }
    const isRight = Array.from(state.starts).every(
      (start, j) =>
        enters({ j, N: width }) === (start === 0 && j < width - 1) && (start === 0 || j < width - 1),
    );
    if (!isRight) return width;
  }
  return undefined;
}
