// Every executor of this browser on every contract of the witness: which trees, and which values on hostile data, each held against the literal reference.
import { type WitnessRow, witness } from "samebits/conformance";
import { hashArray, InvalidArgumentError } from "samebits/javascript";
import type { CopiedTexts } from "./copied-texts.ts";
import type { Fault, Report } from "./tasks.ts";
import { FURTHER_EXECUTORS, openExecutors } from "./witness-executors.ts";

export interface WitnessQuestion {
  readonly length: number;
  readonly on: readonly string[]; // beside the two that are everywhere
}

export interface WitnessAnswer {
  readonly passed: boolean;
  readonly summary: string;
  readonly fingerprint: string; // of what plain loops and WebAssembly computed: the same on every machine that has both
  readonly executors: readonly ExecutorCount[];
  readonly absent: readonly { readonly name: string; readonly fault: Fault }[]; // asked for, and not here
  readonly failures: readonly string[];
  readonly text: string; // a report to paste
  readonly copies: CopiedTexts;
}

interface ExecutorCount {
  readonly executor: string;
  readonly pass: number;
  readonly fail: number;
  readonly refused: number;
}

/** Contracts that an executor is asked for, all told: what progress is counted by. */
const EXPECTED_ROWS = 160;

/** @throws InvalidArgumentError */
export async function answerWitness({ length, on }: WitnessQuestion, report: Report): Promise<WitnessAnswer> {
  if (!Number.isInteger(length) || length < 1 || length > 4099) {
    throw new InvalidArgumentError("length", "a whole number from 1 to 4099", String(length));
  }
  const opened = await openExecutors(on);
  try {
    const { rows, summary, passed } = await witness(opened.executors, {
      length,
      rowLimit: opened.rowLimit,
      onRow: progressOf(opened.executors.length, report),
    });
    const fingerprint = fingerprintOf(rows.filter(({ executor }) => EVERYWHERE.has(executor)));
    const devices = opened.devices.map((device) => `, ${device}`).join("");
    return {
      passed,
      summary,
      fingerprint,
      executors: countsOf(rows),
      absent: opened.absent,
      failures: rows
        .filter(({ verdict }) => verdict === "FAIL")
        .map(({ contract, executor, message }) => `${executor}: ${contract}: ${message}`),
      text: `samebits witness, ${length} elements: ${summary}\nfingerprint ${fingerprint}\n${navigator.userAgent}${devices}\n`,
      copies: copyOf(length, on),
    };
  } finally {
    await opened.close();
  }
}

/** Executors that hardly a browser lacks: a fingerprint is of theirs, so that it can be compared. */
const EVERYWHERE: ReadonlySet<string> = new Set(["javascript", "wasm"]);

function progressOf(executorCount: number, report: Report): (row: WitnessRow) => void {
  let count = 0;
  return ({ executor, expression, operator }) => {
    count++;
    report({
      fraction: Math.min(1, count / (executorCount * EXPECTED_ROWS)),
      what: `${count} answers; now ${operator} by ${expression} on ${executor}`,
    });
  };
}

/** The hash of every row's contract and hashes, in their order. */
function fingerprintOf(rows: readonly WitnessRow[]): string {
  const lines = rows.map(({ executor, contract, observation, fingerprint, hash }) =>
    [executor, contract, observation, fingerprint, hash].join(" "),
  );
  return hashArray(Uint32Array.from(new TextEncoder().encode(lines.join("\n"))));
}

function countsOf(rows: readonly WitnessRow[]): readonly ExecutorCount[] {
  return [...new Set(rows.map(({ executor }) => executor))].map((executor) => {
    const own = rows.filter((row) => row.executor === executor);
    const count = (verdict: WitnessRow["verdict"]): number =>
      own.filter((row) => row.verdict === verdict).length;
    return { executor, pass: count("PASS"), fail: count("FAIL"), refused: count("refused") };
  });
}

function copyOf(length: number, on: readonly string[]): CopiedTexts {
  const further = FURTHER_EXECUTORS.filter((each) => on.includes(each)).map((each) =>
    each === "workers" ? "workers:2" : each,
  );
  const hasWorkers = on.includes("workers");
  const hasGpu = on.includes("webgpu");
  const lines = (isSo: boolean, ...texts: readonly string[]): readonly string[] => (isSo ? texts : []);
  const names = [
    "onlineJavascriptExecutor",
    "onlineWasmExecutor()",
    ...lines(hasWorkers, "pool.executor"),
    ...lines(hasGpu, "gpu.executor"),
  ];
  return {
    typescript: [
      'import { witness } from "samebits/conformance";',
      'import { onlineJavascriptExecutor, onlineWasmExecutor } from "samebits/streams";',
      ...lines(hasGpu, 'import { openWebGpu } from "samebits/webgpu";'),
      ...lines(hasWorkers, 'import { openWorkers } from "samebits/workers";'),
      "",
      ...lines(hasWorkers, "const pool = await openWorkers({ shortest: 0, ownWork: 0 });"),
      ...lines(hasGpu, "const gpu = await openWebGpu();"),
      `const { summary } = await witness([${names.join(", ")}], { length: ${length} });`,
      "console.log(summary);",
      ...lines(hasWorkers, "await pool.close();"),
      ...lines(hasGpu, "await gpu.close();"),
      "",
    ].join("\n"),
    command: `samebits witness --on ${["javascript", "wasm", ...further].join(",")} --n ${length} | tail -1\n`,
  };
}
