import type { CommandIo, TextOutput } from "../../../src/cli/io.ts";
import { runCli } from "../../../src/cli/run-cli.ts";

/** What a command line ended with. */
export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stdoutBytes: Buffer;
  readonly stderr: string;
}

interface TestInput {
  readonly stdin?: Uint8Array;
  readonly stdout?: TextOutput;
  readonly terminal?: NodeJS.WriteStream; // of standard error
  readonly now?: () => number;
}

/** Runs a command line in this process, its clock a counter of milliseconds. */
export async function run(argv: readonly string[], given: TestInput = {}): Promise<Ran> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let now = 0;
  const io: CommandIo = {
    stdin: inTwo(given.stdin ?? new Uint8Array(0)),
    stdout: given.stdout ?? collect(stdout, undefined),
    stderr: collect(stderr, given.terminal),
    now: given.now ?? (() => now++),
    interruptible: (work) => work(new AbortController().signal),
  };
  const status = await runCli(argv, io);
  const stdoutBytes = Buffer.concat(stdout);
  return { status, stdout: stdoutBytes.toString(), stdoutBytes, stderr: Buffer.concat(stderr).toString() };
}

function collect(chunks: Buffer[], terminal: NodeJS.WriteStream | undefined): TextOutput {
  return {
    terminal,
    write: async (chunk) => {
      chunks.push(Buffer.from(chunk));
    },
  };
}

async function* inTwo(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, bytes.length / 3);
  yield bytes.subarray(bytes.length / 3);
}
