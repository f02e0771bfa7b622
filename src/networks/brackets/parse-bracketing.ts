import { checkText } from "../../values/check-arguments.ts";
import { oneOf } from "../../values/check-name.ts";
import { describeText } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { frozen } from "../../values/frozen.ts";
import { MAX_WIDTH } from "../network.ts";
import { type BlockBracketing, type Bracketing, MAX_BLOCK_FORMS } from "./bracketing.ts";

const PLAIN: Readonly<Record<string, Bracketing>> = {
  "left-fold": { kind: "leftFold" },
  "iterated-pairwise": { kind: "iteratedPairwise" },
  pairwise: { kind: "iteratedPairwise" },
  mirror: { kind: "mirror" },
  "dyadic-left": { kind: "dyadicLeft" },
  "dyadic-after-first": { kind: "dyadicAfterFirst" },
};
const OUTER_OF: Readonly<Record<string, Bracketing>> = {
  "block-dyadic": { kind: "iteratedPairwise" },
  "linear-carry": { kind: "leftFold" },
};

/** The names that a bracketing may begin with. */
export const BRACKETING_NAMES: readonly string[] = frozen([
  ...Object.keys(PLAIN),
  ...Object.keys(OUTER_OF),
  "carry",
  "peer",
]);

/**
 * The bracketing that a text names: `mirror`, `block-dyadic:4`, `carry(2, carry(2, iterated-pairwise))`, `peer(4, mirror, left-fold)`.
 *
 * @throws InvalidArgumentError naming "expression", what was expected (with the nearest name) and what came
 */
export function parseBracketing(text: string): Bracketing {
  const tokens = checkText("expression", text).match(/[a-z-]+|\d+|\S/g) ?? [];
  const parser = new BracketingParser(tokens, text);
  const bracketing = parser.bracketing();
  parser.end();
  return bracketing;
}

class BracketingParser {
  readonly #tokens: readonly string[];
  readonly #text: string;
  #next = 0;
  #formCount = 0;

  constructor(tokens: readonly string[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  bracketing(): Bracketing {
    const name = this.#take() ?? "";
    if (Object.hasOwn(PLAIN, name)) return PLAIN[name];
    if (name === "carry" || name === "peer") return this.#blocks(name);
    if (!Object.hasOwn(OUTER_OF, name)) return this.#fail(oneOf(name, BRACKETING_NAMES));
    this.#expect(":", `"${name}:" and its block length`);
    const blockLength = this.#blockLength();
    return { kind: "blocks", blockLength, tail: "carry", outer: OUTER_OF[name], local: PLAIN.pairwise };
  }

  end(): void {
    if (this.#next < this.#tokens.length) {
      this.#fail(`one expression, without "${this.#tokens[this.#next]}" behind it`);
    }
  }

  #blocks(tail: BlockBracketing["tail"]): Bracketing {
    if (++this.#formCount > MAX_BLOCK_FORMS) this.#fail(`of at most ${MAX_BLOCK_FORMS} forms with blocks`);
    const shape = `${tail}(BLOCK LENGTH, OUTER) or ${tail}(BLOCK LENGTH, OUTER, LOCAL)`;
    this.#expect("(", shape);
    const blockLength = this.#blockLength();
    this.#expect(",", shape);
    const outer = this.bracketing();
    let local = PLAIN.pairwise;
    if (this.#tokens[this.#next] === ",") {
      this.#next++;
      local = this.bracketing();
    }
    this.#expect(")", shape);
    return { kind: "blocks", blockLength, tail, outer, local };
  }

  #blockLength(): number {
    const token = this.#take() ?? "";
    const value = /^[1-9]\d*$/.test(token) ? Number(token) : Number.NaN;
    if (value <= MAX_WIDTH) return value;
    return this.#fail(`of a block length that is an integer from 1 to ${MAX_WIDTH}`);
  }

  #take(): string | undefined {
    return this.#tokens[this.#next++];
  }

  #expect(token: string, expected: string): void {
    if (this.#take() !== token) this.#fail(expected);
  }

  #fail(expected: string): never {
    throw new InvalidArgumentError("expression", expected, describeText(this.#text));
  }
}
