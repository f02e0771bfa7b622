// Finds such a proof: intervals are learned from runs at three widths, and then shown by induction over the steps.
import { directionIn } from "../../networks/direction.ts";
import { checkIdempotent, checkIntervals } from "../../networks/validators/check-intervals.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";
import { UnsupportedError } from "../../values/errors.ts";
import type { JoinRule } from "../leaf/span-state.ts";
import { add, COUNTER, compare, integer } from "../programs/build-terms.ts";
import { decodeProgram } from "../programs/decode-program.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram, ProgramPhase } from "../programs/network-program.ts";
import { ownerForm } from "../programs/owner-form.ts";
import { reverseProgram } from "../programs/reverse-program.ts";
import type { ProgramProof, SpanCases } from "./certificate.ts";
import { learnCases, type SpanSample, spanSamples } from "./learn-cases.ts";
import {
  FINAL_SPANS,
  INITIAL_SPANS,
  isShown,
  type Obligation,
  type ProofGround,
  sameSpans,
  spansOnLeaving,
  stageObligations,
} from "./obligations.ts";
import { type ProgramStage, programStages } from "./program-stages.ts";
import { exponentsOf, leastLevelsOf, leastWidth, linesOf, moduliOf } from "./proof-ground.ts";
import { type CaseCondition, caseConditions, startTerms } from "./start-terms.ts";

/** Options of `certifyProgram`. */
export interface CertifyOptions {
  readonly serves?: JoinRule; // for which operators it is to be a scan; default: associative
  readonly timeoutMs?: number; // for each obligation; default: 5,000
}

const DEFAULT_TIMEOUT_MS = 5000;

const NO_OWNER_FORM = "it is not in the owner-computes form, nor known to have one";

/** Widths at which the wires are watched. */
const SAMPLE_WIDTHS = [13, 32, 37];

/**
 * Proves that a program is a scan at every width, or says where the proof stops. One in the pair-index form is put in the owner-computes form first, in which
 * the certificate has it: of every width it makes the same network.
 *
 * What the wires hold on the way is learned from runs at three widths, as cases of a small language of spans, and then shown by induction: each
 * step joins neighbours and leads from spans to spans, which is linear integer arithmetic once powers of two are numbers with a name. Some 10 to 100 ms.
 *
 * @throws InvalidArgumentError for a program that makes no network
 */
export async function certifyProgram(
  given: NetworkProgram,
  solver: SmtSolver,
  options: CertifyOptions = {},
): Promise<ProgramProof> {
  const decoded = decodeProgram(given);
  checkSolver(solver, "check");
  checkOptionNames(options, ["serves", "timeoutMs"]);
  const { serves = "associative", timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  checkName("serves", ["associative", "idempotent"], serves);
  checkTimeout(timeoutMs);
  const program = ownerForm(decoded);
  if (program === undefined) return { kind: "tested", reason: NO_OWNER_FORM };
  const show = (each: Obligation): Promise<boolean> => isShown(solver, each, timeoutMs);
  const by = `${solver.name} ${solver.version}`;
  const proof = await proofOf(program, serves, { show, by });
  const apart = proof.kind === "tested" ? firstTurnsApart(program) : undefined;
  const second = apart && (await proofOf(apart, serves, { show, by }));
  return second?.kind === "proved" ? second : proof;
}

interface Prover {
  readonly show: (obligation: Obligation) => Promise<boolean>;
  readonly by: string;
}

async function proofOf(
  program: NetworkProgram,
  serves: JoinRule,
  { show, by }: Prover,
): Promise<ProgramProof> {
  const direction = directionIn(expandProgram(program, SAMPLE_WIDTHS[0]));
  const forward = direction === "forward" ? program : reverseProgram(program);
  const stages = programStages(forward);
  if (stages === undefined) return { kind: "tested", reason: "a loop begins at a counter that depends on N" };
  const leastLevels = leastLevelsOf(forward, stages);
  const fault = faultOf(program, serves, leastLevels);
  if (fault !== undefined) return { kind: "tested", reason: fault };
  const ground = { leastLevels, rule: serves };
  try {
    const found = await new Proving(forward, stages, ground, show).run();
    if (typeof found === "string") return { kind: "tested", reason: found };
    const { spans, obligationCount } = found;
    const what = { kind: "scan program", version: 1, program, direction, serves } as const;
    return { kind: "proved", certificate: { ...what, leastLevels, spans, solver: by }, obligationCount };
  } catch (error) {
    if (error instanceof UnsupportedError) return { kind: "tested", reason: error.reason };
    throw error;
  }
}

/** The same networks with the first turn of a loop from 0 as a phase of its own, so that what follows may name 2^(i − 1). Undefined where no loop begins at 0. */
function firstTurnsApart({ phases }: NetworkProgram): NetworkProgram | undefined {
  const isLoop = ({ first, count, direction }: ProgramPhase): boolean =>
    direction === "up" && first.kind === "integer" && first.value === 0 && count.kind !== "integer";
  if (!phases.some(isLoop)) return undefined;
  return {
    phases: phases.flatMap((phase) => {
      if (!isLoop(phase)) return [phase];
      const rest = { ...phase, first: integer(1), count: add(phase.count, integer(-1)) };
      return [{ ...phase, count: integer(1) }, rest];
    }),
  };
}

/** Why a program need not be looked into: it is not a scan of a width that a proof would not speak of, or of one that is watched. */
function faultOf(program: NetworkProgram, serves: JoinRule, leastLevels: number): string | undefined {
  const check = serves === "associative" ? checkIntervals : checkIdempotent;
  const small = Array.from({ length: leastWidth(leastLevels) - 1 }, (_, index) => index + 1);
  const wrong = [...small, ...SAMPLE_WIDTHS].find((width) => !check(expandProgram(program, width)).holds);
  return wrong === undefined ? undefined : `it is no scan of ${wrong} wires`;
}

class Proving {
  readonly #program: NetworkProgram;
  readonly #stages: readonly ProgramStage[];
  readonly #ground: ProofGround;
  readonly #isShown: (obligation: Obligation) => Promise<boolean>;

  constructor(
    program: NetworkProgram,
    stages: readonly ProgramStage[],
    ground: ProofGround,
    isShownBy: (obligation: Obligation) => Promise<boolean>,
  ) {
    this.#program = program;
    this.#stages = stages;
    this.#ground = ground;
    this.#isShown = isShownBy;
  }

  /** Spans for each stage, or why there are none. */
  async run(): Promise<{ readonly spans: readonly SpanCases[]; readonly obligationCount: number } | string> {
    const samples = spanSamples(this.#stages, SAMPLE_WIDTHS);
    const spans: SpanCases[] = [];
    let before = INITIAL_SPANS;
    let obligationCount = 1;
    for (const [index, stage] of this.#stages.entries()) {
      const found = await this.#proveStage(index, before, samples[index]);
      if (typeof found === "string") return found;
      spans.push(found.spans);
      obligationCount += found.obligationCount;
      before = spansOnLeaving(stage, found.spans);
    }
    if (await this.#isShown(sameSpans("at the end", before, FINAL_SPANS, this.#ground))) {
      return { spans, obligationCount };
    }
    return "that all wires hold their prefixes at the end could not be shown";
  }

  async #proveStage(
    index: number,
    before: SpanCases,
    samples: readonly SpanSample[],
  ): Promise<{ readonly spans: SpanCases; readonly obligationCount: number } | string> {
    const stage = this.#stages[index];
    const narrow = this.#claims(stage, samples, false);
    const claims = narrow.length > 0 ? narrow : this.#claims(stage, samples, true);
    for (const spans of claims) {
      const obligations = stageObligations(index, stage, { before, spans }, this.#ground);
      let areShown = true;
      for (const each of obligations) areShown = areShown && (await this.#isShown(each));
      if (areShown) return { spans, obligationCount: obligations.length };
    }
    const what =
      claims.length === 0 ? "no spans were found" : `none of ${claims.length} spans could be shown`;
    return `${what} for phase ${stage.phase + 1}`;
  }

  #claims(stage: ProgramStage, samples: readonly SpanSample[], isWide: boolean): readonly SpanCases[] {
    const moduli = moduliOf(this.#program, this.#stages);
    const exponents = exponentsOf(stage, isWide);
    const lines = stage.kind === "step" ? [] : stage.statements.flatMap(({ guard }) => linesOf(guard));
    const conditions = [...caseConditions(exponents, moduli, lines), ...firstSteps(stage)];
    return learnCases(samples, startTerms(exponents, moduli), conditions);
  }
}

/** Before its first step a loop's wires may still be as the phase before left them. */
function firstSteps(stage: ProgramStage): readonly CaseCondition[] {
  if (stage.kind === "step" || stage.direction === "down") return [];
  return [{ condition: compare(COUNTER, "equal", integer(stage.first)), cost: 3 }];
}
