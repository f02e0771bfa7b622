import { InternalError } from "../../values/errors.ts";
import { WGSL_FUNCTIONS, type WgslFunction } from "./wgsl-functions.ts";

/**
 * The functions on words that one WGSL module needs: what emitters call is remembered, and `source` declares it with all that it calls.
 *
 * Names begin with a type and an underscore (`f32_add`, `u64_divide`), which kernels do not use for theirs. The text is the same whatever
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
    return WGSL_FUNCTIONS.filter(({ name }) => this.#used.has(name))
      .map(({ text }) => `${text}\n`)
      .join("");
  }

  #require(name: string): void {
    if (this.#used.has(name)) return;
    const found = BY_NAME.get(name);
    if (found === undefined) throw new InternalError(`there is no WGSL function ${name}`);
    this.#used.add(name);
    for (const each of found.calls) this.#require(each);
  }
}

const BY_NAME: ReadonlyMap<string, WgslFunction> = new Map(WGSL_FUNCTIONS.map((each) => [each.name, each]));
