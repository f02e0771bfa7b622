import { gunzipSync } from "node:zlib";
import type { Command } from "commander";
import {
  checkRefutation,
  decodeDrat,
  encodeDrat,
  FormatError,
  InvalidArgumentError,
  knownBounds,
  metricsOf,
  type Network,
  type NetworkBounds,
  type ProofStep,
  parseDrat,
  printNetwork,
  refuteBounds,
  type SmallestNetwork,
  smallestKnown,
  smallestNetwork,
  UnsupportedError,
} from "../../../networks.ts";
import { type Deadline, deadlineIn, expectTime } from "../../deadline.ts";
import { readNamedFile } from "../../input/named-file.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, wholeNumber } from "../../options/parse.ts";
import { expectOutputFile, writeOutputFile } from "../../output/output-file.ts";
import { type Facts, fact, printReport, type Report, report, words } from "../../report.ts";
import { openProvingSolver, openSatSolver, SAT_SOLVERS, type SatSolverName } from "./open-sat-solver.ts";

interface BoundsOptions {
  readonly n: number;
  readonly depth: number;
  readonly readers?: number;
}

interface ExactOptions extends BoundsOptions {
  readonly prove?: boolean;
  readonly proof?: string;
  readonly timeout: number;
  readonly solver: SatSolverName;
  readonly output?: string;
  readonly json?: boolean;
}

interface CheckProofOptions extends BoundsOptions {
  readonly size: number;
}

const DEFAULT_TIMEOUT = 60;
const LARGEST_TIMEOUT = 86_400;

/** `samebits network exact`: a network with the fewest combines, and the proof that fewer are not possible. */
export function exactCommand(command: Command, { io, failCheck }: CommandContext): void {
  const seconds = wholeNumber("timeout", 1, LARGEST_TIMEOUT);
  addBounds(command)
    .option("--prove", "by search alone, without the bounds of Snir and Sergeev")
    .option("--proof <file>", "write the proof that one combine less is not possible, as binary DRAT")
    .option("--timeout <seconds>", "for the whole search", seconds, DEFAULT_TIMEOUT)
    .option("--solver <solver>", SAT_SOLVERS.join(", "), choiceOf("solver", SAT_SOLVERS), "auto")
    .option("-o, --output <file>", "write the network as nested pairs")
    .option("--json", "print one JSON object")
    .action(async (options: ExactOptions) => {
      await checkPlaces(options);
      const bounds = boundsOf(options);
      const deadline = deadlineIn(options.timeout, io);
      const found = await search(options, io);
      if (found.status === "open") failCheck();
      const proved = await writeProof(bounds, found, options, { io, deadline });
      if (options.output !== undefined && found.status !== "none" && found.network !== undefined) {
        await writeOutputFile(options.output, printNetwork(found.network), io);
      }
      const report = { bounds, found, proved };
      await io.stdout.write(printReport(exactReport(report), options));
    });
}

/** `samebits network check-proof`: whether such a proof holds. */
export function checkProofCommand(command: Command, { io, failCheck }: CommandContext): void {
  addBounds(command)
    .argument("FILE", "the proof, as text or binary, compressed or not")
    .requiredOption("--size <combines>", "at most so many combines", wholeNumber("size", 0, 2 ** 31 - 1))
    .action(async (file: string, options: CheckProofOptions) => {
      const verdict = checkRefutation({ ...boundsOf(options), size: options.size }, await readProof(file));
      if (!verdict.holds) failCheck();
      const found = verdict.holds
        ? `PASS  ${verdict.lemmaCount} lemmas`
        : `FAIL  step ${verdict.step + 1}: ${verdict.reason}`;
      await io.stdout.write(`${found}\n`);
    });
}

function addBounds(command: Command): Command {
  return command
    .requiredOption("--n <wires>", "the width", wholeNumber("n", 1, 128))
    .requiredOption("--depth <steps>", "at most so many steps", wholeNumber("depth", 0, 1000))
    .option(
      "--readers <combines>",
      "at most so many combines that read one value",
      wholeNumber("readers", 1, 1000),
    );
}

function boundsOf({ n, depth, readers }: BoundsOptions): Omit<NetworkBounds, "size"> {
  return { width: n, depth, ...(readers === undefined ? {} : { readers }) };
}

async function search(options: ExactOptions, io: CommandIo): Promise<SmallestNetwork> {
  const solver = await openSatSolver(options.solver);
  try {
    return await smallestNetwork(boundsOf(options), solver, {
      timeoutMs: options.timeout * 1000,
      now: io.now,
      ...(options.prove ? { trusted: [] } : {}),
    });
  } finally {
    await solver.close();
  }
}

/** The length of the proof that was written; undefined where nothing is proved. */
async function writeProof(
  bounds: Omit<NetworkBounds, "size">,
  found: SmallestNetwork,
  { proof: file, solver: name }: ExactOptions,
  { io, deadline }: { readonly io: CommandIo; readonly deadline: Deadline },
): Promise<number | undefined> {
  if (file === undefined || found.status !== "proved") return undefined;
  if (found.size === 0)
    throw new InvalidArgumentError("proof", "asked of a network with combines", "one of 0");
  const solver = await openProvingSolver(name);
  try {
    expectTime("a proof", deadline);
    const refuted = await refuteBounds({ ...bounds, size: found.size - 1 }, solver, deadline.leftMs());
    if (refuted.status === "refuted") {
      await writeOutputFile(file, encodeDrat(refuted.proof), io, "proof");
      return refuted.proof.length;
    }
    const reason = refuted.status === "unknown" ? refuted.reason : "a circuit that is no network is smaller";
    throw new UnsupportedError("a proof", reason, "give it more time with --timeout");
  } finally {
    await solver.close();
  }
}

async function readProof(file: string): Promise<readonly ProofStep[]> {
  const bytes = await readNamedFile(file, (code) => {
    return new InvalidArgumentError("FILE", "a file with a proof", `${JSON.stringify(file)} (${code})`);
  });
  const proof = bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(file, bytes) : bytes;
  // A binary proof has zero bytes; a text has none.
  return proof.includes(0) ? decodeDrat(proof) : parseDrat(proof.toString("latin1"));
}

function unpacked(file: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new FormatError(file, "a whole gzip file", error instanceof Error ? error.message : String(error));
  }
}

async function checkPlaces({ output, proof }: ExactOptions): Promise<void> {
  for (const [argument, path] of Object.entries({ output, proof })) {
    if (path !== undefined) await expectOutputFile(path, argument);
  }
}

/** What `samebits network exact` found. */
interface ExactReport {
  readonly bounds: Omit<NetworkBounds, "size">;
  readonly found: SmallestNetwork;
  readonly proved: number | undefined; // steps of the proof that was written
}

/** Sizes, who says that nothing is smaller, the pairs. */
function exactReport({ bounds, found, proved }: ExactReport): Report {
  const { width, depth, readers } = bounds;
  const network = found.status === "none" ? undefined : found.network;
  const known = smallestKnown(bounds);
  const lowest = knownBounds(width, depth);
  const facts = {
    n: fact(width, String(width), "N"),
    depth: fact(depth, `at most ${depth}`),
    readers: fact(readers, readers === undefined ? undefined : `at most ${readers} combines read a value`),
    status: fact(found.status),
    ...outcomeFacts(found),
    bounds: fact(
      lowest.map((bound) => ({ ...bound })),
      lowest.map(({ size, by }) => `${size} (${by})`).join(", "),
    ),
    proofSteps: fact(proved, proved === undefined ? undefined : `${proved} steps`, "proof"),
    generated: words(known === undefined ? "none" : `${metricsOf(known.network).size} (${known.name})`),
    size: fact(network && sizeOf(network), sizeText(found)),
    steps: fact(network?.steps),
  };
  return report(facts, () => [
    ["n", "depth", "readers", "size", "bounds", "generated", "proofSteps"],
    ...(network === undefined ? [] : ["", printNetwork(network)]),
  ]);
}

function outcomeFacts(found: SmallestNetwork): Facts {
  if (found.status === "proved")
    return { size: fact(found.size), by: fact(found.by), among: fact(found.among) };
  if (found.status === "none") return {};
  return { lowerBound: fact({ ...found.lowerBound }), reason: fact(found.reason) };
}

function sizeText(found: SmallestNetwork): string {
  if (found.status === "none") return "no network of any size keeps within these bounds";
  if (found.status === "proved") {
    const among = found.among === "circuits" ? "circuit" : "network";
    return `${found.size}, and no ${among} is smaller (${found.by})`;
  }
  const { lowerBound, network, reason } = found;
  const best = network === undefined ? "none found" : `${sizeOf(network)} found`;
  return `${best}, at least ${lowerBound.size} (${lowerBound.by}); ${reason}`;
}

function sizeOf(network: Network): number {
  return metricsOf(network).size;
}
