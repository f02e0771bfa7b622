// Why: kernels and the simulator take the protocol from the same rows. This walks them, and stops before each atomic operation.
import type { Row } from "../look-back/transitions.ts";
import { InternalError } from "../values/errors.ts";

/** One atomic operation on one word: what schedules may interleave. */
export interface Operation {
  readonly kind: "load" | "or" | "add" | "max" | "store"; // `or` is the read-modify-write of a poll
  readonly address: number;
  readonly value: number; // what is added, compared or stored
}

/** What a walker asks of whoever walks. An action is a list of atomic operations, then what is made of their results. */
export interface Host {
  holds(condition: string): boolean;
  begin(action: string): readonly Operation[];
  end(action: string, results: readonly number[]): void;
  /** Whether the action just begun waits for others (the lanes of a workgroup). */
  isBlocked(): boolean;
}

/** The rows of a table by the state they leave. */
export type Table = ReadonlyMap<string, readonly Row[]>;

export function tableOf(rows: readonly Row[]): Table {
  const states = new Set(rows.map((row) => row.from));
  return new Map([...states].map((state) => [state, rows.filter((row) => row.from === state)]));
}

const NO_OPERATIONS: readonly Operation[] = [];

/** A place in a table: a state, a row taken, an action of it, and the results of those of its operations that are done. */
export class Walker {
  private row: Row | undefined;
  private action = -1;
  private operations = NO_OPERATIONS;
  private results: number[] = [];
  private readonly table: Table;
  state: string;

  constructor(table: Table, state: string) {
    this.table = table;
    this.state = state;
  }

  /** Goes on to the next atomic operation and gives it; undefined at a final state, or where the host is blocked. */
  next(host: Host): Operation | undefined {
    for (;;) {
      if (this.row === undefined && !this.choose(host)) return undefined;
      if (this.results.length < this.operations.length) return this.operations[this.results.length];
      if (host.isBlocked()) return undefined;
      this.advance(host);
    }
  }

  resume(result: number): void {
    this.results.push(result);
  }

  copy(): Walker {
    const copy = new Walker(this.table, this.state);
    copy.row = this.row;
    copy.action = this.action;
    copy.operations = this.operations;
    copy.results = [...this.results];
    return copy;
  }

  /** Equal for walkers that go on alike, their hosts being alike. */
  key(): string {
    return `${this.state}.${this.row?.to ?? ""}.${this.action}.${this.results.join()}`;
  }

  private choose(host: Host): boolean {
    const rows = this.table.get(this.state);
    if (rows === undefined) return false;
    this.row = rows.find((row) => row.when === "otherwise" || host.holds(row.when));
    if (this.row === undefined) throw new InternalError(`no row of state ${this.state} holds`);
    return true;
  }

  /** From an action that is done to the next one, or over to the row's state. */
  private advance(host: Host): void {
    const row = this.row as Row;
    const done = row.do[this.action];
    if (done !== undefined) host.end(done, this.results);
    this.action++;
    this.results = [];
    const next = row.do[this.action];
    this.operations = next === undefined ? NO_OPERATIONS : host.begin(next);
    if (next !== undefined) return;
    this.state = row.to;
    this.row = undefined;
    this.action = -1;
  }
}
