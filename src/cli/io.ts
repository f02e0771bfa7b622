import type { OpenExecutor } from "./executors/offered-executor.ts";
import type { DescribedCommand } from "./shell/described.ts";

/** Everything a command may touch besides its files: passed in, so that tests run commands in their own process. */
export interface CommandIo {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly now: () => number; // milliseconds
  /** Runs what must clean up after itself: until it settles, an interrupt aborts its signal and does not end the process. */
  readonly interruptible: <Result>(run: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
}

/** What a command is given besides its arguments. */
export interface CommandContext {
  readonly io: CommandIo;
  readonly failCheck: () => void; // tells that a check has failed: the exit status is 1
  readonly version: string;
  /** The whole command line as data; loads every command. */
  readonly describeProgram: () => Promise<DescribedCommand>;
}

export interface TextOutput {
  /** Settles when the chunk is taken; rejects with EPIPE when nobody reads any more. */
  write(chunk: string | Uint8Array): Promise<void>;
  readonly terminal: NodeJS.WriteStream | undefined; // the terminal it is, if it is one: only there is progress shown
}

/** What a command computes from and with; its executor is open as long as it runs. */
export interface Job<Options> {
  readonly executor: OpenExecutor;
  readonly file: string;
  readonly options: Options;
  readonly io: CommandIo;
}

/** The signals that ask a command to end, and the status it then ends with, as shells count: 128 and the signal's number. */
export const INTERRUPT_STATUS = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

export type InterruptName = keyof typeof INTERRUPT_STATUS;

/** What a command ends with that was interrupted: no fault of anybody's, so nothing is said. */
export class Interrupted extends Error {
  override readonly name = "AbortError";
  readonly signal: InterruptName;

  constructor(signal: InterruptName) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }

  get status(): number {
    return INTERRUPT_STATUS[this.signal];
  }
}
