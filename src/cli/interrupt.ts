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
