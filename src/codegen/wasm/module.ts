// Functions under construction, and modules of them.

import {
  bytesOf,
  type Code,
  i32Const,
  type Local,
  unsigned,
  VALUE_TYPE_BYTES,
  type ValueType,
} from "./code.ts";
import { ELEMENTARY_SLOTS, FIRST_CALL, type Signature, signatureOfSlot } from "./elementary/slots.ts";

/** One function under construction: hands out locals, then holds a body. */
export class FunctionBuilder {
  declare readonly name: string;
  declare readonly parameters: readonly Local[];
  declare readonly results: readonly ValueType[];
  readonly #locals: Local[] = [];
  body: Code = [];

  constructor(name: string, parameters: readonly ValueType[], results: readonly ValueType[] = []) {
    this.name = name;
    this.parameters = parameters.map((type, index) => ({ index, type }));
    this.results = results;
  }

  /** A fresh local, zero at entry. */
  local(type: ValueType): Local {
    const local = { index: this.parameters.length + this.#locals.length, type };
    this.#locals.push(local);
    return local;
  }

  get locals(): readonly Local[] {
    return this.#locals;
  }
}

/** What the one imported memory must be like. */
interface MemoryImport {
  readonly minimumPages: number;
  readonly maximumPages: number;
  readonly isShared: boolean;
}

/** The import that modules whose functions call elementary ones have besides: a table of functions, by their slots. */
const ELEMENTARY_IMPORT = [text("env"), text("elementary"), 0x01, 0x70, 0x00, unsigned(ELEMENTARY_SLOTS)];

/** The bytes of a module that imports `env.memory` and exports each function under its name. */
export function encodeModule(
  memory: MemoryImport,
  functions: readonly FunctionBuilder[],
): Uint8Array<ArrayBuffer> {
  const limits = [
    memory.isShared ? 0x03 : 0x01,
    unsigned(memory.minimumPages),
    unsigned(memory.maximumPages),
  ];
  const signatures = new SignatureList(functions);
  const bodies = functions.map((each) => withCalls(bodyOf(each), (slot) => signatures.ofSlot(slot)));
  const imports: Code[] = [[text("env"), text("memory"), 0x02, limits]];
  if (signatures.hasSlots) imports.push(ELEMENTARY_IMPORT);
  return assembled([
    [1, [bytesOf(list(signatures.types))]],
    [2, [bytesOf(list(imports))]],
    [3, [bytesOf(list(functions.map((_, index) => unsigned(index))))]],
    [7, [bytesOf(list(functions.map(({ name }, index) => [text(name), 0x00, unsigned(index)])))]],
    [10, codeSection(bodies)],
  ]);
}

/** The types of a module: of each function in order, and then of the elementary functions that they call. */
class SignatureList {
  readonly types: Code[];
  readonly #places = new Map<string, number>();

  constructor(functions: readonly FunctionBuilder[]) {
    this.types = functions.map(({ parameters, results }) =>
      typeOf({ parameters: parameters.map(({ type }) => type), results }),
    );
  }

  get hasSlots(): boolean {
    return this.#places.size > 0;
  }

  ofSlot(slot: number): number {
    const signature = signatureOfSlot(slot);
    const key = JSON.stringify(signature);
    const place = this.#places.get(key) ?? this.types.push(typeOf(signature)) - 1;
    this.#places.set(key, place);
    return place;
  }
}

/** The entry of a function type. */
export function typeOf({ parameters, results }: Signature): Code {
  return [
    0x60,
    list(parameters.map((type) => VALUE_TYPE_BYTES[type])),
    list(results.map((type) => VALUE_TYPE_BYTES[type])),
  ];
}

/** A body with its calls of elementary functions as instructions: `call_indirect` through the only table. */
function withCalls(body: number[], typeOfSlot: (slot: number) => number): number[] {
  if (!body.some((each) => each >= FIRST_CALL)) return body;
  return body.flatMap((each) => {
    if (each < FIRST_CALL) return each;
    const slot = each - FIRST_CALL;
    return bytesOf([i32Const(slot), 0x11, unsigned(typeOfSlot(slot)), 0x00]);
  });
}

/** The content of the section that holds bodies. */
export function codeSection(bodies: readonly number[][]): readonly number[][] {
  return [
    bytesOf(unsigned(bodies.length)),
    ...bodies.flatMap((body) => [bytesOf(unsigned(body.length)), body]),
  ];
}

/** A module of sections, each with its number. */
export function assembled(
  sections: readonly (readonly [number, readonly number[][]])[],
): Uint8Array<ArrayBuffer> {
  const parts: number[][] = [[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]];
  for (const [id, content] of sections) {
    const length = content.reduce((sum, part) => sum + part.length, 0);
    parts.push(bytesOf([id, unsigned(length)]), ...content);
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

export function bodyOf({ locals, body }: FunctionBuilder): number[] {
  return bytesOf([list(locals.map(({ type }) => [0x01, VALUE_TYPE_BYTES[type]])), body, 0x0b]);
}

export function list(items: readonly Code[]): Code {
  return [unsigned(items.length), items];
}

/** A name: ours are ASCII. */
export function text(value: string): Code {
  return list(Array.from(value, (character) => character.charCodeAt(0)));
}
