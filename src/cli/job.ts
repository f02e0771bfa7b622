import type { OpenExecutor } from "./executors/offered-executor.ts";
import type { CommandIo } from "./io.ts";

/** What a command computes from and with; its executor is open as long as it runs. */
export interface Job<Options> {
  readonly executor: OpenExecutor;
  readonly file: string;
  readonly options: Options;
  readonly io: CommandIo;
}
