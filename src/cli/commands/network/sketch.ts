import type { Command } from "commander";
import {
  askOracle,
  completeSketch,
  type FilledFunction,
  InvalidArgumentError,
  type Network,
  type NetworkProgram,
  type OraclePicks,
  openHighs,
  openZ3,
  type ProgramProof,
  parseSketch,
  printProgram,
  type Sketch,
  solveBlockSketch,
  solveSketch,
} from "../../../networks.ts";
import { askWithin, type Deadline, deadlineIn } from "../../deadline.ts";
import { readNamedFile } from "../../input/named-file.ts";
import { readNetworkArgument } from "../../input/network.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, wholeNumber } from "../../options/parse.ts";
import { asJson, eachFact, fact, type JsonValue, printReport, type Report, report } from "../../report.ts";
import { pickTables } from "./picks.ts";
import { printProof, prove } from "./prove.ts";

const SOLVERS = ["highs", "z3"] as const;

const NOT_GENERAL = "not at 2, 4 and 8 times the example's, so that it may be no more than the example";

interface SketchOptions {
  readonly n?: number;
  readonly value?: readonly (readonly [string, number])[];
  readonly solver: (typeof SOLVERS)[number];
  readonly mustScan?: boolean;
  readonly steps?: readonly number[];
  readonly prove?: boolean;
  readonly timeout: number; // seconds
  readonly json?: boolean;
}

interface Bounds {
  readonly io: CommandIo;
  readonly deadline: Deadline;
}

/** What came of a sketch: a program, choices, or nothing. */
interface SketchFound {
  readonly isFound: boolean;
  readonly functions: readonly FilledFunction[];
  readonly program?: NetworkProgram;
  readonly chosen?: ReadonlyMap<string, number>;
  readonly oracle?: OraclePicks;
  readonly facts: Readonly<Record<string, JsonValue>>;
}

/** `samebits network sketch`: the holes of a partial program filled from an example. Ends with 1 where nothing fills them. */
export function sketchCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .argument("SKETCH", "a partial program, as those of examples/sketches")
    .argument("[NAME|FILE]", "the example: a generator with --n, or a file of pairs or JSON")
    .option(
      "--n <wires>",
      "N; of a sketch with !! the width at which is picked",
      wholeNumber("n", 1, 999_999),
    )
    .option("--value <name=number>", "another name's value, as in K=4; may be repeated", addValue)
    .option(
      "--solver <name>",
      "highs: integer programming; z3: bit vectors and counterexamples, at the width of the example",
      choiceOf("solver", SOLVERS),
      "highs",
    )
    .option("--must-scan", "with z3: and the result scans every input")
    .option("--steps <numbers>", "with z3 and no example: how many each phase has, as in 4,3", parseSteps)
    .option("--timeout <seconds>", "for the search and the proof", wholeNumber("timeout", 1, 999_999), 60)
    .option("--prove", "prove by z3 that the result is a scan at every width, or say that it is tested only")
    .option("--json", "print one JSON object")
    .action(async (file: string, example: string | undefined, options: SketchOptions) => {
      const text = await readNamedFile(file, (code) => {
        return new InvalidArgumentError("SKETCH", "a file that can be read", `"${file}" (${code})`);
      });
      const sketch = parseSketch(text.toString("utf8"), file);
      const given = example === undefined ? undefined : await readNetworkArgument(example, options, io);
      const deadline = deadlineIn(options.timeout, io);
      const found = await fill(sketch, given, options, { io, deadline });
      const { program } = found;
      const isToProve = options.prove === true && program !== undefined;
      const proof = isToProve ? await prove(program, "associative", deadline) : undefined;
      await io.stdout.write(printReport(sketchReport(found, proof), options));
      if (!found.isFound) failCheck();
    });
}

async function fill(
  sketch: Sketch,
  example: Network | undefined,
  options: SketchOptions,
  { io, deadline }: Bounds,
): Promise<SketchFound> {
  const isOracle = sketch.hasPicks && sketch.expectations.length === 0 && example === undefined;
  if (isOracle) return pick(sketch, options, { io, deadline });
  if (options.solver === "z3") return fillByZ3(sketch, example, options, { io, deadline });
  const highs = await openHighs();
  const solver = { ...highs, solve: askWithin("filling a sketch", deadline, highs.solve) };
  const timeoutMs = options.timeout * 1000;
  const values = valuesOf(options);
  if (sketch.expectations.length > 0) {
    const result = await solveBlockSketch(sketch, solver, { values, timeoutMs });
    const isFound = result.status === "found";
    return { isFound, functions: [], facts: {}, ...(isFound ? { chosen: result.chosen } : {}) };
  }
  if (example === undefined) throw new InvalidArgumentError("NAME|FILE", "given: the example", "none");
  const result = await solveSketch(sketch, example, solver, { values, timeoutMs });
  if (result.status === "none") {
    const facts = { step: result.step, reason: result.reason };
    return { isFound: false, functions: [], facts };
  }
  const { functions, program, stepCounts, validAt, isGeneral, constraintCount, unknownCount } = result;
  const facts = { stepCounts, validAt, isGeneral, constraints: constraintCount, unknowns: unknownCount };
  return { isFound: true, functions, program, facts };
}

async function pick(sketch: Sketch, options: SketchOptions, { io, deadline }: Bounds): Promise<SketchFound> {
  if (options.n === undefined) throw new InvalidArgumentError("n", "given for a sketch with !!", "none");
  const solver = await openZ3();
  try {
    const result = await askOracle(sketch, solver, {
      width: options.n,
      values: valuesOf(options),
      timeoutMs: Math.max(1, deadline.leftMs()),
      now: io.now,
    });
    if (result.status !== "found") {
      const reason = result.status === "none" ? "no picks make it a scan" : `no answer: ${result.reason}`;
      return { isFound: false, functions: [], facts: { reason } };
    }
    const { program, validAt, tables } = result;
    const facts = { tables, ...(program !== undefined && { validAt: [...validAt], isGeneral: true }) };
    return { isFound: true, functions: [], oracle: result, facts, ...(program !== undefined && { program }) };
  } finally {
    await solver.close();
  }
}

async function fillByZ3(
  sketch: Sketch,
  example: Network | undefined,
  options: SketchOptions,
  { io, deadline }: Bounds,
): Promise<SketchFound> {
  const width = example?.width ?? options.n;
  if (width === undefined) throw new InvalidArgumentError("n", "given where there is no example", "none");
  const solver = await openZ3();
  try {
    const result = await completeSketch(sketch, solver, {
      width,
      mustScan: options.mustScan ?? false,
      values: valuesOf(options),
      timeoutMs: Math.max(1, deadline.leftMs()),
      now: io.now,
      ...(example === undefined ? {} : { example }),
      ...(options.steps === undefined ? {} : { stepCounts: options.steps }),
    });
    const facts = { counterexamples: [...result.counterexamples] };
    if (result.status === "found") {
      return { isFound: true, functions: result.functions, program: result.program, facts };
    }
    const reason = result.status === "none" ? "no filling there is" : `no answer: ${result.reason}`;
    const best = result.status === "none" ? undefined : result.best;
    return { isFound: false, functions: best?.functions ?? [], facts: { ...facts, reason } };
  } finally {
    await solver.close();
  }
}

function valuesOf({ n, value = [] }: SketchOptions): Readonly<Record<string, number>> {
  return { ...Object.fromEntries(value), ...(n === undefined ? {} : { N: n }) };
}

function sketchReport(
  { isFound, functions, program, chosen, oracle, facts }: SketchFound,
  proof: ProgramProof | undefined,
): Report {
  const said = {
    found: fact(isFound),
    functions: fact(Object.fromEntries(functions.map(({ name, text }) => [name, text.split(" = ")[1]]))),
    program: fact(program as unknown as JsonValue | undefined),
    chosen: fact(chosen && Object.fromEntries(chosen)),
    picks: fact(oracle?.picks.map(asJson)),
    rules: fact(oracle && [...oracle.rules]),
    ...eachFact(facts),
    proof: fact(proof && asJson(proof)),
  };
  return report(said, () => {
    const lines = functions.map(({ text }) => text);
    if (chosen !== undefined) lines.push(...[...chosen].filter(([, value]) => value !== 0).map(chosenLine));
    if (oracle !== undefined) lines.push(...pickTables(oracle.picks), ...rulesSaid(oracle));
    if (program !== undefined) lines.push(...(lines.length > 0 ? [""] : []), printProgram(program));
    const { reason, validAt, isGeneral, counterexamples } = facts;
    if (Array.isArray(validAt)) {
      const at = validAt.length === 0 ? "no scan" : `a scan at ${validAt.join(", ")} wires`;
      lines.push("", isGeneral === true ? at : `${at}; ${NOT_GENERAL}`);
    }
    if (Array.isArray(counterexamples) && counterexamples.length > 0) {
      lines.push("", `counterexamples: 1 at ${counterexamples.join(", ")}`);
    }
    if (proof !== undefined) lines.push("", `proved  ${printProof(proof)}`);
    if (!isFound) lines.push(`FAIL  ${reason ?? "nothing meets what the sketch expects"}`);
    return lines.length === 0 ? [""] : lines;
  });
}

function rulesSaid({ rules, program }: OraclePicks): readonly string[] {
  if (rules.length > 0) return rules;
  return [program === undefined ? "no program behind these picks was found" : "the program of their network"];
}

function chosenLine([name, value]: readonly [string, number]): string {
  return value === 1 ? name : `${name} = ${value}`;
}

function parseSteps(text: string): readonly number[] {
  if (/^\d{1,4}(,\d{1,4})*$/.test(text)) return text.split(",").map(Number);
  throw new InvalidArgumentError("steps", "numbers with commas between, as in 4,3", JSON.stringify(text));
}

function addValue(
  text: string,
  before: readonly (readonly [string, number])[] = [],
): readonly (readonly [string, number])[] {
  const [, name, value] = /^(\p{L}[\p{L}\p{N}_]*)=(-?\d{1,9})$/u.exec(text) ?? [];
  if (name !== undefined && name !== "N") return [...before, [name, Number(value)]];
  throw new InvalidArgumentError(
    "value",
    "a name other than N and its number, as in K=4",
    JSON.stringify(text),
  );
}
