// A contract in as many words as one likes: "left-fold", "f32 sum=f64 left-fold", or the whole line that other commands print.
import {
  ACCUMULATION_TYPES,
  BUILT_IN_OPERATORS,
  type Direction,
  type ElementType,
  type Expression,
  type InitialPlacement,
  InvalidArgumentError,
  STORAGE_TYPES,
  type StorageType,
} from "../../index.ts";
import type { ElementOptions } from "../executors/offered-executor.ts";
import { parseExpressionArgument } from "./expression.ts";
import { readAs, readFrom } from "./file-arguments.ts";
import { offeredBy, offering, parseAccumulate, parseInitial } from "./parse.ts";

/** What the words of a contract say; the rest is as in `reduce`. */
export interface ContractWords {
  readonly operator?: string;
  readonly type?: StorageType;
  readonly accumulate?: ElementType;
  readonly expression?: Expression;
  readonly direction?: Direction;
  readonly initial?: string; // bits in hexadecimal digits
  readonly initialPlacement?: InitialPlacement;
  readonly result?: string; // instead of all others: a number, or a file of one or of all prefixes
}

const EXPECTED =
  "words of a contract in any number: an operator, a type, sum=TYPE, an expression or tree:FILE, backward, initial=BITS@outside; or result:NUMBER or result:FILE alone";

/** A parser of such words for one argument. */
export function contractWords(argument: string): (text: string) => ContractWords {
  const parse = (text: string): ContractWords => {
    const result = RESULT.exec(text)?.[1];
    if (result !== undefined) return readFrom(result, { result });
    let words: ContractWords = {};
    for (const word of text.trim().split(/\s+/)) {
      const said = meaningOf(word, argument);
      const twice = Object.keys(said).find((name) => name in words);
      if (twice !== undefined) {
        throw new InvalidArgumentError(argument, `${EXPECTED}, each once`, JSON.stringify(text));
      }
      words = { ...words, ...said };
    }
    return words.expression === undefined ? words : readAs(words.expression, words);
  };
  return offering(parse, offeredBy(parseExpressionArgument) ?? []);
}

const RESULT = /^result:(.+)$/s;

const INITIAL = /^initial=([0-9a-f]+)@(outside|first)$/;

function meaningOf(word: string, argument: string): ContractWords {
  if (BUILT_IN_OPERATORS.some(({ name }) => name === word)) return { operator: word };
  const type = STORAGE_TYPES.find((each) => each === word);
  if (type !== undefined) return { type };
  if (word.startsWith("sum=")) return { accumulate: parseAccumulate(word.slice("sum=".length)) };
  if (word === "forward" || word === "backward") return { direction: word };
  if (word === "initial=none" || word === "v1") return {};
  const [, initial, placement] = INITIAL.exec(word) ?? [];
  if (initial !== undefined) return { initial, initialPlacement: placement as InitialPlacement };
  try {
    return { expression: parseExpressionArgument(word) };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const expected = word === "" ? EXPECTED : `${EXPECTED}; as an expression ${error.expected}`;
    throw new InvalidArgumentError(argument, expected, error.actual);
  }
}

/** The options of a function over elements of `type` by such words. @throws InvalidArgumentError */
export function optionsOfWords(argument: string, words: ContractWords, type: StorageType): ElementOptions {
  if (words.type !== undefined && words.type !== type) {
    throw new InvalidArgumentError(
      argument,
      `a contract over ${type}, as FILE has`,
      `one over ${words.type}`,
    );
  }
  const { accumulate, initial, ...rest } = words;
  const options = { ...rest, type, accumulate } as ElementOptions;
  if (initial === undefined) return options;
  const sum = accumulate ?? ACCUMULATION_TYPES[type][0];
  return { ...options, initial: parseInitial(`bits:${initial}`, sum, argument) } as ElementOptions;
}
