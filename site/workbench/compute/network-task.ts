// One or two scan networks: what they cost, what they compute, which tree each output is, and where two of them part.
import { generateSumData } from "samebits/accuracy";
import {
  applyNetwork,
  bracketsOf,
  GENERATOR_NAMES,
  generateNetwork,
  InvalidArgumentError,
  metricsOf,
  type Network,
  nameBrackets,
  networkExpression,
  oneOf,
  parseNetwork,
  printBracket,
  printBracketing,
  printContract,
  resolveContract,
  validateNetwork,
} from "samebits/networks";
import type { CopiedTexts } from "./copied-texts.ts";

export interface NetworkQuestion {
  readonly contract: string; // "… network:GENERATOR:N …"
  readonly pairs: string; // of a network of one's own; "": the contract's
  readonly other: string; // "GENERATOR:N", or "" for none
}

export interface NetworkAnswer {
  readonly line: string; // the contract of the first network
  readonly networks: readonly [DrawnNetwork, ...DrawnNetwork[]];
  readonly comparison: Comparison | undefined; // of two of one width
  readonly copies: CopiedTexts;
}

export interface DrawnNetwork {
  readonly name: string;
  readonly width: number;
  readonly steps: Network["steps"];
  readonly size: number;
  readonly depth: number;
  readonly stepCount: number;
  readonly fanOut: number;
  readonly trackCount: number;
  readonly harris: string | undefined;
  readonly expression: string | undefined; // the rule that all its brackets follow
  readonly serves: string; // for which operators it is a scan
  readonly failure: string | undefined; // the first output that is wrong, where it is no scan
  readonly brackets: readonly string[]; // of every output
}

interface Comparison {
  readonly firstOutput: number | undefined; // the first whose brackets differ; undefined: the same tree everywhere
  readonly brackets: readonly [string, string] | undefined;
  readonly differingOutputs: number;
  readonly differingSums: number; // prefixes with other bits, of as many random f64 as there are wires
}

/** Wires that can be drawn and looked at. */
const WIDEST = 256;

/** Elements of a bracket that are written out. */
const LONGEST_BRACKET = 48;

/** @throws InvalidArgumentError, NetworkSyntaxError */
export function answerNetwork({ contract, pairs, other }: NetworkQuestion): NetworkAnswer {
  const own = networkOf(contract, pairs);
  const second = other.trim() === "" ? undefined : named(other, "other");
  const both = second === undefined ? [own] : [own, second];
  const [first, ...rest] = both.map(({ name, network }) => drawnNetwork(name, network));
  return {
    line: lineOf(contract, own),
    networks: [first, ...rest],
    comparison:
      second?.network.width === own.network.width ? compare(own.network, second.network) : undefined,
    copies: copyOf(own, pairs),
  };
}

/** The pairs, or what the contract names. @throws InvalidArgumentError, NetworkSyntaxError */
export function networkOf(contract: string, pairs: string): Named {
  const own =
    pairs.trim() === "" ? fromContract(contract) : { name: "your own", network: parseNetwork(pairs) };
  checkWidth(own.network.width);
  return own;
}

interface Named {
  readonly name: string;
  readonly network: Network;
}

/** @throws InvalidArgumentError for a contract by another expression */
function fromContract(contract: string): Named {
  const text = /(?:^|\s)network:(\S+)/.exec(contract)?.[1];
  if (text !== undefined) return named(text, "expression");
  const word = contract.split(" ").find((each) => /[a-z]-|:/.test(each)) ?? contract;
  throw new InvalidArgumentError(
    "expression",
    "network: with a generator and a width, as network:sklansky:32",
    `"${word}"`,
  );
}

/** @throws InvalidArgumentError naming where the text stands */
function named(text: string, argument: string): Named {
  const [, name, width] = /^(.+):(\d+)$/.exec(text.trim()) ?? [];
  if (name === undefined) {
    throw new InvalidArgumentError(argument, "a generator and a width, as sklansky:32", `"${text}"`);
  }
  checkWidth(Number(width), argument);
  const known = name.split(":")[0];
  if (!GENERATOR_NAMES.some((each) => each === known)) {
    throw new InvalidArgumentError(argument, oneOf(known, GENERATOR_NAMES), `"${known}"`);
  }
  return { name: `${name}:${width}`, network: generateNetwork(name, Number(width)) };
}

function checkWidth(width: number, argument = "width"): void {
  if (width >= 1 && width <= WIDEST) return;
  throw new InvalidArgumentError(
    argument,
    `a network of 1 to ${WIDEST} wires, which can still be drawn`,
    String(width),
  );
}

function drawnNetwork(name: string, network: Network): DrawnNetwork {
  const { size, depth, stepCount, fanOut, trackCount, harris } = metricsOf(network);
  const rule = nameBrackets(network);
  const { serves, verdicts } = validateNetwork(network);
  const intervals = verdicts.find(({ validator }) => validator === "intervals");
  return {
    name,
    width: network.width,
    steps: network.steps,
    size,
    depth,
    stepCount,
    fanOut,
    trackCount,
    harris: harris === undefined ? undefined : `(${harris.levels}, ${harris.fanOut}, ${harris.tracks})`,
    expression: rule === undefined ? undefined : printBracketing(rule),
    serves,
    failure:
      intervals === undefined || intervals.holds
        ? undefined
        : `output ${intervals.output} is ${intervals.computes}, and a scan has ${intervals.expected} there`,
    brackets: bracketsOf(network).map((bracket) => printBracket(bracket, { limit: LONGEST_BRACKET })),
  };
}

function compare(one: Network, other: Network): Comparison {
  const [here, there] = [one, other].map((network) => bracketsOf(network).map((each) => printBracket(each)));
  const differing = here.flatMap((bracket, output) => (bracket === there[output] ? [] : [output]));
  const first = differing[0];
  const numbers = generateSumData({ kind: "signed", type: "f64", length: one.width, seed: 1n });
  const add = (left: number, right: number): number => left + right;
  const [sums, otherSums] = [one, other].map((network) => applyNetwork(network, numbers, add));
  return {
    firstOutput: first,
    brackets: first === undefined ? undefined : [here[first], there[first]],
    differingOutputs: differing.length,
    differingSums: sums.filter((sum, output) => !Object.is(sum, otherSums[output])).length,
  };
}

/** The given line with this network for its expression; a network that is no scan has no contract, and leaves the line as it was. */
function lineOf(contract: string, { name, network }: Named): string {
  if (name !== "your own") return contract;
  if (validateNetwork(network).serves !== "associative") return contract;
  const expression = networkExpression(network);
  return printContract(resolveContract({ type: "f64", expression }, "reduce"));
}

function copyOf({ name, network }: Named, pairs: string): CopiedTexts {
  const [, generator, width] = /^(.+):(\d+)$/.exec(name) ?? [];
  const isOwn = pairs.trim() !== "";
  const text = pairs.trim().replace(/\s+/g, " ");
  const made = isOwn ? `parseNetwork(${JSON.stringify(text)})` : `generateNetwork("${generator}", ${width})`;
  const maker = isOwn ? "parseNetwork" : "generateNetwork";
  return {
    typescript: [
      `import { ${[maker, "metricsOf", "validateNetwork"].sort().join(", ")} } from "samebits/networks";`,
      "",
      `const network = ${made};`,
      "const { size, depth, fanOut } = metricsOf(network);",
      "console.log(size, depth, fanOut, validateNetwork(network).serves);",
      "",
    ].join("\n"),
    command: isOwn
      ? `printf '%s\\n' '${text}' > network.txt\nsamebits network show network.txt --n ${network.width}\n`
      : `samebits network show ${generator} --n ${width}\n`,
  };
}
