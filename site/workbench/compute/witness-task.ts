// Every executor of this browser on every contract of the witness: which trees, and which values on hostile data, each held against the literal reference.
import { type WitnessRow, witness } from "samebits/conformance";
import { hashArray, InvalidArgumentError } from "samebits/javascript";
import { onlineJavascriptExecutor, onlineWasmExecutor } from "samebits/streams";
import type { CopiedTexts } from "./copied-texts.ts";
import type { Report } from "./tasks.ts";

export interface WitnessQuestion {
  readonly length: number;
}

export interface WitnessAnswer {
  readonly passed: boolean;
  readonly summary: string;
  readonly fingerprint: string; // of all that was computed: the same on every machine
  readonly executors: readonly ExecutorCount[];
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

/** Contracts that two executors are asked for, all told: what progress is counted by. */
const EXPECTED_ROWS = 320;

/** @throws InvalidArgumentError */
export async function answerWitness({ length }: WitnessQuestion, report: Report): Promise<WitnessAnswer> {
  if (!Number.isInteger(length) || length < 1 || length > 4099) {
    throw new InvalidArgumentError("length", "a whole number from 1 to 4099", String(length));
  }
  let count = 0;
  const { rows, summary, passed } = await witness([onlineJavascriptExecutor, onlineWasmExecutor()], {
    length,
    onRow: ({ executor, expression, operator }) => {
      count++;
      report({
        fraction: Math.min(1, count / EXPECTED_ROWS),
        what: `${count} contracts; now ${operator} by ${expression} on ${executor}`,
      });
    },
  });
  const fingerprint = fingerprintOf(rows);
  return {
    passed,
    summary,
    fingerprint,
    executors: countsOf(rows),
    failures: rows
      .filter(({ verdict }) => verdict === "FAIL")
      .map(({ contract, executor, message }) => `${executor}: ${contract}: ${message}`),
    text: `samebits witness, ${length} elements: ${summary}\nfingerprint ${fingerprint}\n${navigator.userAgent}\n`,
    copies: copyOf(length),
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

function copyOf(length: number): CopiedTexts {
  return {
    typescript: [
      'import { witness } from "samebits/conformance";',
      'import { onlineJavascriptExecutor, onlineWasmExecutor } from "samebits/streams";',
      "",
      `const { summary } = await witness([onlineJavascriptExecutor, onlineWasmExecutor()], { length: ${length} });`,
      "console.log(summary);",
      "",
    ].join("\n"),
    command: `samebits witness --on javascript,wasm --n ${length} | tail -1\n`,
  };
}
