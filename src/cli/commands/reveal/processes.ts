// Sums of other programs: one that is run for every question, or one that stays and answers line by line.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeNpy, encodeNpy } from "../../../formats.ts";
import { FormatError, type StorageArray, type StorageType } from "../../../index.ts";

/** A number, or those of all prefixes; of u64 elements one integer. */
type Answer = number | bigint | readonly number[];

/** Answers questions, and cleans up after itself. */
export interface Answering {
  readonly ask: (input: StorageArray) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

interface ProcessOptions {
  readonly type: StorageType;
  readonly timeoutSeconds: number; // of one answer
}

/** Runs a command by the shell for every question: `{file}` stands for a .npy file with the array. What it prints are the numbers, as text or as a .npy file. */
export async function runEach(command: string, options: ProcessOptions): Promise<Answering> {
  const folder = await mkdtemp(join(tmpdir(), "samebits-reveal-"));
  const file = join(folder, "input.npy");
  const line = command.replaceAll("{file}", `'${file}'`);
  return {
    ask: async (input) => {
      await writeFile(file, encodeNpy(input, options.type));
      const child = spawn(line, { shell: true, stdio: ["ignore", "pipe", "pipe"], detached: true });
      const output = await outputOf(child, options.timeoutSeconds);
      return output[0] === NPY_MAGIC
        ? numbersOfNpy(output)
        : answerIn("--command", output.toString("utf8"), options);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Starts a command once: it reads .npy arrays from its standard input, one after the other, and prints a line for each. */
export function runOnce(command: string, options: ProcessOptions): Answering {
  const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const lines = linesOf(child);
  return {
    ask: async (input) => {
      const answer = lines.next();
      child.stdin.write(encodeNpy(input, options.type));
      return answerIn("--pipe", await within("--pipe", child, options.timeoutSeconds, answer), options);
    },
    close: async () => {
      child.stdin.end();
      kill(child);
    },
  };
}

type Option = "--command" | "--pipe";

function failed(option: Option, fact: string): FormatError {
  return new FormatError(option, "a command that prints numbers", fact);
}

/** What a process prints until it ends, if it ends well. */
async function outputOf(child: ChildProcess, timeoutSeconds: number): Promise<Buffer> {
  const output: Buffer[] = [];
  const errors: string[] = [];
  child.stdout?.on("data", (bytes: Buffer) => output.push(bytes));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  const ended = new Promise<Buffer>((resolve, reject) => {
    child.on("error", (error) => reject(failed("--command", error.message)));
    child.on("close", (code, signal) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(failed("--command", `one that ends with ${code ?? signal}${lastLine(errors.join(""))}`));
    });
  });
  return within("--command", child, timeoutSeconds, ended);
}

function lastLine(errors: string): string {
  const lines = errors.trim().split("\n");
  const last = lines[lines.length - 1].trim();
  return last === "" ? "" : `: ${last}`;
}

/** An answer in time, or none and no process. */
async function within<Result>(
  option: Option,
  child: ChildProcess,
  timeoutSeconds: number,
  answer: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      kill(child);
      reject(failed(option, `no answer within ${timeoutSeconds} s`));
    }, timeoutSeconds * 1000);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The shell and what it has started: they have a group of their own. */
function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** The lines that a process prints, asked for one at a time. */
function linesOf(child: ChildProcess): { readonly next: () => Promise<string> } {
  const waiting: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void }[] = [];
  let [rest, errors] = ["", ""];
  let end: Error | undefined;
  const finish = (error: Error): void => {
    end ??= error;
    for (const each of waiting.splice(0)) each.reject(end);
  };
  child.stdin?.on("error", () => {}); // told by the answer that does not come
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4096);
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) waiting.shift()?.resolve(line);
  });
  child.on("error", (error) => finish(failed("--pipe", error.message)));
  child.on("close", (code, signal) =>
    finish(failed("--pipe", `one that ends with ${code ?? signal} before it answers${lastLine(errors)}`)),
  );
  return {
    next: () =>
      new Promise((resolve, reject) => {
        if (end === undefined) waiting.push({ resolve, reject });
        else reject(end);
      }),
  };
}

/** The first byte of a .npy file, which begins no number. */
const NPY_MAGIC = 0x93;

/** @throws FormatError for an array of what is no number */
function numbersOfNpy(bytes: Uint8Array): Answer {
  const { array } = decodeNpy(bytes, { source: "what --command prints" });
  if (array instanceof BigUint64Array && array.length === 1) return array[0];
  const numbers = Array.from(array as ArrayLike<number | bigint>, Number);
  return numbers.length === 1 ? numbers[0] : numbers;
}

/** What is printed about elements of a type: an integer of 64 bits is no double. */
function answerIn(option: Option, text: string, { type }: ProcessOptions): Answer {
  const isInteger = type === "u64" && /^\s*-?\d+\s*$/.test(text);
  return isInteger ? BigInt(text) : numbersIn(option, text);
}

/** Numbers between blanks or commas, as JavaScript and most languages print them. */
function numbersIn(option: Option, text: string): number | readonly number[] {
  const words = text.trim().split(/[\s,]+/);
  const numbers = words.map((word) => {
    const value = /^[-+]?(inf|infinity)$/i.test(word)
      ? Number.POSITIVE_INFINITY * (word.startsWith("-") ? -1 : 1)
      : Number(word);
    if (word === "" || (Number.isNaN(value) && !/^[-+]?nan$/i.test(word))) {
      throw failed(
        option,
        word === ""
          ? "one that prints nothing"
          : `one that prints ${JSON.stringify(text.trim().slice(0, 60))}`,
      );
    }
    return value;
  });
  return numbers.length === 1 ? numbers[0] : numbers;
}
