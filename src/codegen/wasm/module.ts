// Functions under construction, and modules of them.

import { bytesOf, type Code, type Local, unsigned, VALUE_TYPE_BYTES, type ValueType } from "./code.ts";

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

/** The bytes of a module that imports `env.memory` and exports each function under its name. */
export function encodeModule(
  memory: MemoryImport,
  functions: readonly FunctionBuilder[],
): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, results }) => [
    0x60,
    list(parameters.map(({ type }) => VALUE_TYPE_BYTES[type])),
    list(results.map((type) => VALUE_TYPE_BYTES[type])),
  ]);
  const limits = [
    memory.isShared ? 0x03 : 0x01,
    unsigned(memory.minimumPages),
    unsigned(memory.maximumPages),
  ];
  const parts: number[][] = [[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]];
  const section = (id: number, content: readonly number[][]): void => {
    const length = content.reduce((sum, part) => sum + part.length, 0);
    parts.push(bytesOf([id, unsigned(length)]), ...content);
  };
  section(1, [bytesOf(list(types))]);
  section(2, [bytesOf(list([[text("env"), text("memory"), 0x02, limits]]))]);
  section(3, [bytesOf(list(functions.map((_, index) => unsigned(index))))]);
  section(7, [bytesOf(list(functions.map(({ name }, index) => [text(name), 0x00, unsigned(index)])))]);
  const bodies = functions.map(bodyOf);
  section(10, [
    bytesOf(unsigned(bodies.length)),
    ...bodies.flatMap((body) => [bytesOf(unsigned(body.length)), body]),
  ]);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

function bodyOf({ locals, body }: FunctionBuilder): number[] {
  return bytesOf([list(locals.map(({ type }) => [0x01, VALUE_TYPE_BYTES[type]])), body, 0x0b]);
}

function list(items: readonly Code[]): Code {
  return [unsigned(items.length), items];
}

/** A name: ours are ASCII. */
function text(value: string): Code {
  return list(Array.from(value, (character) => character.charCodeAt(0)));
}
