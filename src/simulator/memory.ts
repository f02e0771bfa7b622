import { InternalError } from "../values/errors.ts";
import type { Operation } from "./walker.ts";

/** Where the words of a run stand: counters, then the table. */
export const TICKET = 0;
export const ARRIVED = 1;
export const EPOCH = 2;
export const TABLE = 3;

/**
 * Words with their past. A relaxed load may return anything that its word ever held in this run, not even monotonically: weaker than
 * WGSL promises. Read-modify-writes act on the newest value. Nothing orders one word with another.
 */
export class Memory {
  private readonly words: (readonly number[])[];

  private constructor(words: (readonly number[])[]) {
    this.words = words;
  }

  /** `table` is what the words of the table hold at the start. */
  static of(table: readonly number[], stored = 0): Memory {
    return new Memory([[0], [0], [stored], ...table.map((word) => [word])]);
  }

  /** How many values a load may return. */
  ageCount({ kind, address }: Operation): number {
    return kind === "load" ? this.past(address).length : 1;
  }

  /** Carries an operation out; a load returns the value `age` steps behind the newest. */
  perform({ kind, address, value }: Operation, age: number): number {
    const past = this.past(address);
    const old = past.at(-1 - (kind === "load" ? age : 0)) ?? 0;
    if (kind === "add") this.put(address, old + value);
    if (kind === "max" && value > old) this.put(address, value);
    if (kind === "store") this.put(address, value);
    return old;
  }

  newest(address: number): number {
    return this.past(address).at(-1) ?? 0;
  }

  /**
   * What the next run finds: the end of a dispatch orders everything. `survives` says of a value stored over whether it lands last
   * after all, as a relaxed store of another workgroup may.
   */
  afterRun(survives: (address: number, value: number) => boolean): Memory {
    const words = this.words.map((past, address) => {
      const late = address < TABLE ? undefined : past.slice(0, -1).find((value) => survives(address, value));
      return [late ?? this.newest(address)];
    });
    return new Memory(words);
  }

  copy(): Memory {
    return new Memory([...this.words]);
  }

  key(): string {
    return this.words.map((past) => [past.at(-1), ...past.slice(0, -1).sort()].join()).join(";");
  }

  /** Values are kept once each: what a load may return does not depend on when. Pasts are shared by copies. */
  private put(address: number, value: number): void {
    const past = address < TABLE ? [] : this.past(address).filter((each) => each !== value);
    this.words[address] = [...past, value];
  }

  private past(address: number): readonly number[] {
    const past = this.words[address];
    if (past === undefined) throw new InternalError(`no word ${address}`);
    return past;
  }
}
