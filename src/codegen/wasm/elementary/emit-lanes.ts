import type {
  LaneCode,
  LaneOperation,
  LaneProgram,
  LaneRows,
  LaneTable,
} from "../../../elementary/lanes/lane-code.ts";
import {
  type Code,
  choose,
  get,
  i32Const,
  type Local,
  load,
  loadSplat,
  lowHalf,
  set,
  shuffleLanes,
  unsigned,
  vector,
} from "../code.ts";
import type { FunctionBuilder } from "../module.ts";

const OPCODES: Readonly<Record<LaneOperation, number>> = {
  add: 0xf0,
  subtract: 0xf1,
  multiply: 0xf2,
  magnitude: 0xec,
  isEqual: 0x47,
  isAtMost: 0x4b,
  magnitude32: 0xe0,
  isEqual32: 0x41,
  isLess32: 0x43,
  isAtMost32: 0x45,
  and: 0x4e,
  or: 0x50,
  pick: 0x52,
  plus: 0xce,
  minus: 0xd1,
  widen: 0x5f,
  narrow: 0x5e,
};

/**
 * Constants of programs for lanes, behind the tables in their memory: one load each.
 *
 * V8 makes a `v128.const` of four instructions, at each of its uses.
 */
export class LaneConstants {
  readonly bits: bigint[] = [];
  readonly #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  read(bits: bigint): Code {
    const known = this.bits.indexOf(bits);
    const place = known < 0 ? this.bits.push(bits) - 1 : known;
    return loadSplat(8, i32Const(0), this.#start + 8 * place);
  }
}

class LaneEmitter implements LaneCode<Code> {
  readonly lines: Code[] = [];
  readonly #builder: FunctionBuilder;
  readonly #constants: LaneConstants;

  constructor(builder: FunctionBuilder, constants: LaneConstants) {
    this.#builder = builder;
    this.#constants = constants;
  }

  apply = (operation: LaneOperation, ...operands: readonly Code[]): Code =>
    vector(OPCODES[operation], ...operands);

  shift = (direction: "left" | "right", value: Code, bits: number): Code =>
    vector(direction === "left" ? 0xcb : 0xcd, value, i32Const(bits));

  keep = (value: Code): Code => this.#keep("v128", value);

  number = (value: number): Code => this.bits(new BigUint64Array(Float64Array.of(value).buffer)[0]);

  number32 = (value: number): Code => this.bits(new BigUint64Array(Float32Array.of(value, value).buffer)[0]);

  bits = (value: bigint): Code => this.#constants.read(BigInt.asUintN(64, value));

  halves = (which: "lower" | "upper", first: Code, second: Code): Code =>
    shuffleLanes(8, which === "lower" ? [0, 2] : [1, 3], first, second);

  rows = ({ start, rowBytes }: LaneTable, places: Code): LaneRows<Code> => {
    const offsets = this.keep(this.shift("left", places, Math.log2(rowBytes)));
    const [one, two] = [0, 1].map((lane) => this.#keep("i32", lowHalf([vector(0x1d, offsets), lane])));
    return {
      column: (index) => {
        const place = unsigned(start + 8 * index);
        const both = [two, [one, 0xfd, 0x5d, 0x00, place], 0xfd, 0x57, 0x00, place, 0x01]; // load64_zero, load64_lane
        return both;
      },
      columns: (index) => {
        const [first, second] = [one, two].map((row) => this.keep(load("v128", row, start + 8 * index)));
        return [this.halves("lower", first, second), this.halves("upper", first, second)];
      },
    };
  };

  #keep(type: "v128" | "i32", value: Code): Code {
    const local: Local = this.#builder.local(type);
    this.lines.push(set(local, value));
    return get(local);
  }
}

/** A function's lanes: by a program where that is sure of all, else by `otherwise`. */
export function guessed(
  program: LaneProgram,
  type: "f64" | "f32",
  builder: FunctionBuilder,
  constants: LaneConstants,
  otherwise: Code,
): Code {
  const emitter = new LaneEmitter(builder, constants);
  const { value, isSure } = program<Code>(emitter, get(builder.parameters[0]));
  const result = emitter.keep(value);
  const areSure = vector(type === "f64" ? 0xc3 : 0xa3, isSure);
  return [emitter.lines, choose("v128", areSure, result, otherwise)];
}
