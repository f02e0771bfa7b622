// WGSL promises no bits of its floats, and has no 64-bit integers. Both are functions on words here, and a module gets those that it calls.

import { InternalError } from "../../values/errors.ts";
import { ELEMENTARY32 } from "./elementary/elementary32.wgsl.ts";
import { WIDE_CONSTANTS } from "./elementary/wide-constants.wgsl.ts";
import { WIDE_FLOATS } from "./elementary/wide-floats.wgsl.ts";
import { WIDE_FUNCTIONS } from "./elementary/wide-functions.wgsl.ts";
import { WIDE_INTEGERS } from "./elementary/wide-integers.wgsl.ts";
import { CONVERSIONS } from "./functions/conversions.wgsl.ts";
import { FLOAT_INTEGRAL } from "./functions/float-integral.wgsl.ts";
import { FLOAT_ORDER } from "./functions/float-order.wgsl.ts";
import { FLOAT32 } from "./functions/float32.wgsl.ts";
import { FLOAT32_ADD } from "./functions/float32-add.wgsl.ts";
import { FLOAT64 } from "./functions/float64.wgsl.ts";
import { INTEGER32 } from "./functions/integer32.wgsl.ts";
import { INTEGER64 } from "./functions/integer64.wgsl.ts";

/** One function of the library, or a struct or a constant that functions use. */
interface WgslFunction {
  readonly name: string;
  readonly calls: readonly string[]; // what else of the library its text names
  readonly text: string;
}

let known: readonly WgslFunction[] | undefined;

/** Everything in the library, in one order for all modules. What a function needs is read off its text, when it is first asked for: the module loads with many that print no WGSL. */
export function wgslFunctions(): readonly WgslFunction[] {
  known ??= functionsOf(TEXTS);
  return known;
}

const TEXTS: readonly string[] = [
  INTEGER32,
  INTEGER64,
  FLOAT32_ADD,
  FLOAT32,
  FLOAT64,
  FLOAT_ORDER,
  FLOAT_INTEGRAL,
  CONVERSIONS,
  WIDE_INTEGERS,
  WIDE_FLOATS,
  WIDE_CONSTANTS,
  WIDE_FUNCTIONS,
  ELEMENTARY32,
];

/** The declarations in some texts, in which a blank line stands between any two. */
function functionsOf(texts: readonly string[]): readonly WgslFunction[] {
  const functions = texts
    .flatMap((text) => text.trim().split(/\n\n+/))
    .map((text) => ({ name: /^(?:fn|struct|const) (\w+)/.exec(text)?.[1] ?? "", text }));
  const names = new Set(functions.map(({ name }) => name));
  return functions.map(({ name, text }) => ({
    name,
    calls: [...new Set(text.match(/\w+/g))].filter((each) => each !== name && names.has(each)),
    text,
  }));
}

/**
 * The functions on words that one WGSL module needs: what emitters call is remembered, and `source` declares it with all that it calls.
 *
 * Names begin with a type and an underscore (`f32_add`, `u64_divide`, `wide_add`, also `WIDE_LN2` and `Wide` itself), which kernels do not use for theirs. The text is the same whatever
 * the order of the calls.
 */
export class WgslLibrary {
  readonly #used = new Set<string>();

  /** A call of a library function, as an expression. */
  call(name: string, ...operands: readonly string[]): string {
    this.#require(name);
    return `${name}(${operands.join(", ")})`;
  }

  /** The declarations of everything called so far. */
  source(): string {
    return wgslFunctions()
      .filter(({ name }) => this.#used.has(name))
      .map(({ text }) => `${text}\n`)
      .join("");
  }

  #require(name: string): void {
    if (this.#used.has(name)) return;
    const found = functionsByName().get(name);
    if (found === undefined) throw new InternalError(`there is no WGSL function ${name}`);
    this.#used.add(name);
    for (const each of found.calls) this.#require(each);
  }
}

let byName: ReadonlyMap<string, WgslFunction> | undefined;

function functionsByName(): ReadonlyMap<string, WgslFunction> {
  byName ??= new Map(wgslFunctions().map((each) => [each.name, each]));
  return byName;
}
